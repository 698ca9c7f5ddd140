import { type ReactNode, type Ref, useId } from 'react'

interface RowProps {
  title: string
  value?: ReactNode
  /** One more sentence, under the value. */
  text?: ReactNode
  action?: ReactNode
  /** For where the focus goes when something below is gone. */
  titleRef?: Ref<HTMLHeadingElement>
  /** What was opened: stands in the place of value and action. */
  children?: ReactNode
}

/** One fact of a settings page: what it is, its value and what can be done about it, on one line where there is room. */
export function Row({ title, value, text, action, titleRef, children }: RowProps) {
  const id = useId()
  return (
    <section className="lk-section" aria-labelledby={id}>
      <h3 className="lk-section-title" id={id} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </h3>
      {children ? (
        <div className="lk-section-body">{children}</div>
      ) : (
        <>
          <div className="lk-section-value">
            {value}
            {text && <p className="lk-section-text">{text}</p>}
          </div>
          {action && <div className="lk-section-action">{action}</div>}
        </>
      )}
    </section>
  )
}

interface ItemProps {
  icon?: ReactNode
  name: ReactNode
  badges?: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Stands in the place of everything else. */
  question?: ReactNode
}

/** One of several in a list: a session, say, or a member. */
export function Item({ icon, name, badges, text, action, question }: ItemProps) {
  return (
    <li className="lk-item">
      {question || (
        <>
          {icon && (
            <span className="lk-item-icon" aria-hidden="true">
              {icon}
            </span>
          )}
          <div className="lk-item-facts">
            <div className="lk-item-name">
              <span className="lk-item-title">{name}</span> {badges}
            </div>
            {text && <div className="lk-section-text">{text}</div>}
          </div>
          {action}
        </>
      )}
    </li>
  )
}

/** One of several in the text of an item. */
export function Fact({ children }: { children: ReactNode }) {
  return <span className="lk-fact">{children}</span>
}

export function Badge({ kind, children }: { kind?: 'good' | 'warning' | undefined; children: ReactNode }) {
  return (
    <span className="lk-badge" data-kind={kind}>
      {children}
    </span>
  )
}

export function Placeholder({ children }: { children: ReactNode }) {
  return <span className="lk-placeholder">{children}</span>
}
