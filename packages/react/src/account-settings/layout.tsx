import { type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { arrowBack, Icon } from '../ui/icon.tsx'
import { chevron } from '../ui/more-icons.ts'
import { preparePage } from '../ui/scope.tsx'
import { PageFrame } from './page-frame.tsx'
import { SettingsPlaceContext } from './place.ts'

export interface SettingsItem {
  id: string
  title: string
  icon: ReactNode
  content: ReactNode
  /** Fetches the page's data again. */
  reload?: (() => Promise<unknown>) | undefined
}

interface SettingsLayoutProps {
  groups: readonly { title?: string; items: readonly SettingsItem[] }[]
  projectName: string
  fullPage?: boolean | undefined
}

/**
 * The list of pages, and the page in the URL fragment. Wide screens show both side by side, phones only one of them,
 * which only takes styles.
 */
export function SettingsLayout({ groups, projectName, fullPage }: SettingsLayoutProps) {
  const t = useTranslate()
  const hash = useHash()
  const items = groups.flatMap((group) => group.items)
  const chosen = items.find((item) => item.id === hash)
  const current = chosen ?? items[0]
  const Heading = fullPage ? 'h1' : 'h2'
  const PageHeading = fullPage ? 'h2' : 'h3'
  const { nav, pageTitle, onBack } = useFocusOnChange(chosen?.id)
  return (
    <div
      className="lk-settings"
      role={fullPage ? 'main' : undefined}
      ref={preparePage}
      data-full={fullPage || undefined}
    >
      <div className="lk-settings-columns" data-page={chosen ? 'chosen' : 'none'}>
        <div className="lk-nav" ref={nav}>
          {fullPage && (
            <AppLink className="lk-nav-home" to="home">
              <Icon path={arrowBack} />
              <span className="lk-nav-text">{t('Back to {project}', { project: projectName })}</span>
            </AppLink>
          )}
          <Heading className="lk-nav-title">{t('Account settings')}</Heading>
          <nav className="lk-nav-list" aria-label={t('Settings sections')}>
            {groups.map((group) => (
              <div className="lk-nav-group" key={group.title ?? ''}>
                {group.title && <p className="lk-nav-group-title">{group.title}</p>}
                {group.items.map((item) => (
                  <a
                    className="lk-nav-item"
                    key={item.id}
                    href={`#${encodeURIComponent(item.id)}`}
                    aria-current={item === current ? 'page' : undefined}
                  >
                    <span className="lk-nav-icon" aria-hidden="true">
                      {item.icon}
                    </span>
                    <span className="lk-nav-text">{item.title}</span>
                    <Icon path={chevron} />
                  </a>
                ))}
              </div>
            ))}
          </nav>
        </div>
        {current && (
          <div className="lk-settings-page" key={current.id}>
            <div className="lk-page-header">
              {/* biome-ignore lint/a11y/useValidAnchor: without a fragment, a phone shows the list */}
              <a className="lk-icon-button" href="#" aria-label={t('Back to all settings')} onClick={onBack}>
                <Icon path={arrowBack} />
              </a>
              <PageHeading className="lk-page-title" ref={pageTitle} tabIndex={-1}>
                {current.title}
              </PageHeading>
            </div>
            <PageFrame reload={current.reload}>{current.content}</PageFrame>
          </div>
        )}
      </div>
    </div>
  )
}

function useHash(): string {
  const hash = useSyncExternalStore(subscribeToHash, readHash, () => '')
  return useContext(SettingsPlaceContext) ?? hash
}

/** The fragment is untrusted; one that cannot be decoded selects no page. */
function readHash(): string {
  try {
    return decodeURIComponent(globalThis.location.hash.slice(1))
  } catch {
    return ''
  }
}

function subscribeToHash(listener: () => void): () => void {
  const events = ['hashchange', 'popstate']
  for (const event of events) globalThis.addEventListener(event, listener)
  return () => {
    for (const event of events) globalThis.removeEventListener(event, listener)
  }
}

/** Moves the focus to the chosen page, and back to its entry in the list, but not on the first render. */
function useFocusOnChange(id: string | undefined) {
  const nav = useRef<HTMLDivElement>(null)
  const pageTitle = useRef<HTMLHeadingElement>(null)
  const previous = useRef(id)
  const cameFromList = useRef(false)
  useEffect(() => {
    const before = previous.current
    if (id === before) return
    previous.current = id
    cameFromList.current = before === undefined
    if (id) pageTitle.current?.focus()
    else nav.current?.querySelector<HTMLElement>(`[href="#${encodeURIComponent(before ?? '')}"]`)?.focus()
  }, [id])
  const onBack = (event: { preventDefault(): void }) => {
    if (!cameFromList.current) return
    // The list is the previous history entry; another entry for it would create a loop.
    event.preventDefault()
    history.back()
  }
  return { nav, pageTitle, onBack }
}
