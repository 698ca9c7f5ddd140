import { type ReactNode, type Ref, useId } from 'react'

interface RowProps {
  title: string
  value?: ReactNode
  /** Additional text below the value. */
  text?: ReactNode
  action?: ReactNode
  /** Receives the focus when content below is removed. */
  titleRef?: Ref<HTMLHeadingElement>
  /** Expanded content, shown instead of value and action. */
  children?: ReactNode
}

/** A row of a settings page: title, value and action, on one line if there is room. */
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
  /** Shown instead of everything else. */
  question?: ReactNode
}

/** An item of a list, such as a session or a member. */
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

/** One of several facts in the text of an item. */
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
