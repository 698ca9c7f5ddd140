import { type ReactNode, useEffect, useId, useRef } from 'react'

interface PageProps {
  title: string
  /** One line on what the page is for. */
  description?: ReactNode | undefined
  /** Top right, the main one last. */
  actions?: ReactNode | undefined
  /** In the browser's tab, if the title alone does not say enough. */
  documentTitle?: string | undefined
  children?: ReactNode | undefined
}

/** Every page: title, one line on what it is for, the main action, then the content. */
export function Page({ title, description, actions, documentTitle = title, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // After a click in the sidebar, what is read out next is the page. A field that took the focus keeps it.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || activeElement.closest('nav')) heading.current?.focus()
  }, [])
  return (
    <div className="ui-page">
      <title>{`${documentTitle} · Latchkey`}</title>
      <header className="ui-page-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {description && <p>{description}</p>}
        </div>
        {actions && <div className="ui-row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  title?: string | undefined
  description?: ReactNode | undefined
  /** Beside the title. */
  actions?: ReactNode | undefined
  /** Below a line, such as the button that saves. */
  footer?: ReactNode | undefined
  isDanger?: boolean | undefined
  /** For links to this card. */
  id?: string | undefined
  children?: ReactNode | undefined
}

export function Card({ title, description, actions, footer, isDanger, id, children }: CardProps) {
  const headingId = useId()
  return (
    <section className="ui-card" id={id} data-danger={isDanger || undefined} aria-labelledby={title && headingId}>
      <div className="ui-card-body">
        {title && (
          <header className="ui-card-header">
            <div>
              <h2 id={headingId}>{title}</h2>
              {description && <p>{description}</p>}
            </div>
            {actions}
          </header>
        )}
        {children}
      </div>
      {footer && <footer className="ui-card-footer">{footer}</footer>}
    </section>
  )
}

/** A part of a page without a frame of its own, as around a table. */
export function Section({ title, description, actions, id, children }: Omit<CardProps, 'footer' | 'isDanger'>) {
  const headingId = useId()
  return (
    <section className="ui-section" id={id} aria-labelledby={title && headingId}>
      {title && (
        <header className="ui-card-header">
          <div>
            <h2 id={headingId}>{title}</h2>
            {description && <p>{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

interface EmptyProps {
  icon: ReactNode
  title: string
  /** What the thing is for. */
  children: ReactNode
  /** The one action that starts it. */
  action?: ReactNode | undefined
  isFramed?: boolean | undefined
}

export function Empty({ icon, title, children, action, isFramed = true }: EmptyProps) {
  return (
    <div className="ui-empty" data-framed={isFramed || undefined}>
      {icon}
      <h2>{title}</h2>
      <p>{children}</p>
      {action && <div className="ui-row">{action}</div>}
    </div>
  )
}

interface BadgeProps {
  tone?: 'success' | 'danger' | 'accent' | undefined
  children: ReactNode
}

export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className="ui-badge" data-tone={tone}>
      {children}
    </span>
  )
}

interface AvatarProps {
  name: string
  imageUrl?: string | null | undefined
  shape?: 'round' | 'square' | undefined
  size?: 'medium' | 'large' | undefined
}

/** Stands beside the name, so it says nothing itself. */
export function Avatar({ name, imageUrl, shape = 'round', size = 'medium' }: AvatarProps) {
  // Not `charAt`, which would cut an emoji in half.
  const [initial = '?'] = name.trim()
  return (
    <span className="ui-avatar" data-shape={shape} data-size={size} aria-hidden="true">
      {imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : initial}
    </span>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="ui-facts">
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value ?? <span className="ui-muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
