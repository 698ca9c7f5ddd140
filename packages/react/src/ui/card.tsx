import { type ReactNode, useId } from 'react'

/** The box of a screen: a heading, a line below it and whatever the screen is for. */
export function Card(props: {
  /** The app's name, so that people see whom they give their password to. */
  brand?: string | undefined
  title: string
  lead?: ReactNode
  isPage?: boolean | undefined
  children?: ReactNode
}) {
  const id = useId()
  // A full page has no other heading above; inside somebody's page there is one already.
  const Heading = props.isPage ? 'h1' : 'h2'
  return (
    <section className="lk-card" aria-labelledby={id}>
      {props.brand && (
        <p className="lk-brand">
          <span className="lk-brand-mark" aria-hidden="true">
            {[...props.brand][0]?.toUpperCase()}
          </span>
          {props.brand}
        </p>
      )}
      <Heading className="lk-title" id={id}>
        {props.title}
      </Heading>
      {props.lead && <p className="lk-lead">{props.lead}</p>}
      {props.children}
    </section>
  )
}
