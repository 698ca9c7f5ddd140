import { type ReactNode, useId } from 'react'

/** One topic of a settings page: what it is on one side, what can be done on the other. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="lk-section" aria-labelledby={id}>
      <div className="lk-section-head">
        <h3 className="lk-section-title" id={id}>
          {title}
        </h3>
        {text && <p className="lk-section-text">{text}</p>}
      </div>
      <div className="lk-section-body">{children}</div>
    </section>
  )
}
