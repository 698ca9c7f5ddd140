import { type ReactNode, useId } from 'react'
import { Brand } from './brand.tsx'
import { Icon } from './icon.tsx'

export type Tone = 'success' | 'information' | 'warning' | 'failure'

/** The box of a screen: whose it is, a heading, a line below it and whatever the screen is for. */
export function Card(props: {
  /** Shows no brand: there is no project in a preview. */
  isAnonymous?: boolean | undefined
  /** A drawing above the heading that says at a glance what the card is about. */
  sign?: { tone: Tone; icon: string } | undefined
  title: string
  lead?: ReactNode
  isPage?: boolean | undefined
  isBusy?: boolean | undefined
  children?: ReactNode
}) {
  const { sign } = props
  const id = useId()
  // A full page has no other heading above; inside somebody's page there is one already.
  const Heading = props.isPage ? 'h1' : 'h2'
  return (
    <section className="lk-card" aria-labelledby={id} aria-busy={props.isBusy}>
      {!props.isAnonymous && <Brand />}
      {sign && (
        <span className="lk-sign" data-tone={sign.tone}>
          <Icon path={sign.icon} />
        </span>
      )}
      <Heading className="lk-title" id={id}>
        {props.title}
      </Heading>
      {props.lead && <div className="lk-lead">{props.lead}</div>}
      {props.children}
    </section>
  )
}
