import { type ReactNode, useEffect, useRef } from 'react'
import './message.css'

const drawings = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  waiting: 'M12 4.5V12l5 3',
  problem: 'M12 5.5v7.5 M12 18v.01',
}

interface MessageProps {
  kind: keyof typeof drawings
  title: string
  children: ReactNode
  /** The next step. */
  action?: ReactNode
  /** The brand above the message. */
  brand?: ReactNode
}

/** A page with a single message. */
export function Message({ kind, title, children, action, brand }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // It replaces other content, so screen readers must announce it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className="lk-message">
      <title>{title}</title>
      {brand}
      <svg className="lk-message-mark" data-kind={kind} viewBox="0 0 24 24" aria-hidden="true">
        <path d={drawings[kind]} />
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{children}</p>
      {action && <div className="lk-message-action">{action}</div>}
    </main>
  )
}

export function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <button className="lk-button" type="button" onClick={onClick}>
      Try again
    </button>
  )
}
