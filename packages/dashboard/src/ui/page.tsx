import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react'

interface PageProps {
  title: string
  /** Shown before the title, such as the picture of a user. */
  picture?: ReactNode | undefined
  /** One line about the purpose of the page. */
  description?: ReactNode | undefined
  /** Shown at the top right, the main action last. */
  actions?: ReactNode | undefined
  /** The title in the browser tab, if the page title is not specific enough. */
  documentTitle?: string | undefined
  children?: ReactNode | undefined
}

/** The layout of every page: title, description, actions, content. */
export function Page({ title, picture, description, actions, documentTitle = title, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Focuses the page after navigation, so that screen readers continue there. A focused field keeps the focus.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || activeElement.closest('nav')) heading.current?.focus()
  }, [])
  return (
    <div className="ui-page">
      <title>{`${documentTitle} · Latchkey`}</title>
      <header className="ui-page-header">
        {picture}
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
  /** Shown next to the title. */
  actions?: ReactNode | undefined
  /** Shown below a line, such as the save button. */
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
        <CardHeader {...{ headingId, title, description, actions }} />
        {children}
      </div>
      {footer && <footer className="ui-card-footer">{footer}</footer>}
    </section>
  )
}

/** A part of a page without a border, such as around a table. */
export function Section({ title, description, actions, id, children }: Omit<CardProps, 'footer' | 'isDanger'>) {
  const headingId = useId()
  return (
    <section className="ui-section" id={id} aria-labelledby={title && headingId}>
      <CardHeader {...{ headingId, title, description, actions }} />
      {children}
    </section>
  )
}

type CardHeaderProps = Pick<CardProps, 'title' | 'description' | 'actions'> & { headingId: string }

function CardHeader({ headingId, title, description, actions }: CardHeaderProps) {
  if (!title) return null
  return (
    <header className="ui-card-header">
      <div>
        <h2 id={headingId}>{title}</h2>
        {description && <p>{description}</p>}
      </div>
      {actions}
    </header>
  )
}

interface EmptyProps {
  icon: ReactNode
  title: string
  /** What will appear here. */
  children: ReactNode
  /** The action to get started. */
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

/** A value that does not exist. */
export const none = <span className="ui-muted">–</span>

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

/** Decorative, because the name is next to it. */
export function Avatar({ name, imageUrl, shape = 'round', size = 'medium' }: AvatarProps) {
  // Not `charAt`, which would cut an emoji in half.
  const [initial = '?'] = name.trim()
  return (
    <span className="ui-avatar" data-shape={shape} data-size={size} style={hueOf(name)} aria-hidden="true">
      {imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : initial}
    </span>
  )
}

/** The same color for the same name everywhere. */
function hueOf(name: string) {
  let hue = 0
  for (const character of name) hue = (hue * 31 + character.charCodeAt(0)) % 360
  return { '--ui-hue': hue } as CSSProperties
}

export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="ui-facts">
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value ?? none}</dd>
        </div>
      ))}
    </dl>
  )
}
