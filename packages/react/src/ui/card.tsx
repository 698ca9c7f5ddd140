import { type ReactNode, useId } from 'react'
import { Brand } from './brand.tsx'
import { Icon } from './icon.tsx'

export type Tone = 'success' | 'information' | 'warning' | 'failure'

/** The card of a screen: brand, heading, lead text and content. */
export function Card(props: {
  /** Hides the brand, for previews without a project. */
  isAnonymous?: boolean | undefined
  /** An icon above the heading that shows what the card is about. */
  sign?: { tone: Tone; icon: string } | undefined
  title: string
  /** What happened before this card was shown. */
  notice?: string | false | undefined
  lead?: ReactNode
  isPage?: boolean | undefined
  isBusy?: boolean | undefined
  children?: ReactNode
}) {
  const { sign } = props
  const id = useId()
  // A full page has no other heading above; a page of the app already has one.
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
      {props.notice && (
        <p className="lk-lead" role="status">
          {props.notice}
        </p>
      )}
      {props.lead && <div className="lk-lead">{props.lead}</div>}
      {props.children}
    </section>
  )
}
