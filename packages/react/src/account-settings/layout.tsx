import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { chevron, close, Icon } from '../ui/icon.tsx'
import { measurePageTop } from '../ui/scope.tsx'

export interface SettingsItem {
  id: string
  title: string
  icon: ReactNode
  content: ReactNode
}

/**
 * A list of pages and the one the address names after `#`. Where there is room both stand side by side;
 * on a phone the list leads to the page and back, by the styles alone.
 */
export function SettingsLayout({
  items,
  fullPage,
}: {
  items: readonly SettingsItem[]
  fullPage?: boolean | undefined
}) {
  const t = useTranslate()
  const hash = useHash()
  const chosen = items.find((item) => item.id === hash)
  const current = chosen ?? items[0]
  const Heading = fullPage ? 'h1' : 'h2'
  const PageHeading = fullPage ? 'h2' : 'h3'
  const pageTitle = useFocusOnChange<HTMLHeadingElement>(chosen?.id)
  return (
    <div className="lk-settings" ref={measurePageTop} data-full={fullPage || undefined}>
      <div className="lk-settings-columns" data-page={chosen?.id ?? 'none'}>
        <div className="lk-nav">
          <Heading className="lk-nav-title">{t('Account settings')}</Heading>
          <nav className="lk-nav-list" aria-label={t('Settings sections')}>
            {items.map((item) => (
              <a
                className="lk-nav-item"
                key={item.id}
                href={`#${item.id}`}
                aria-current={item === current ? 'page' : undefined}
              >
                <span className="lk-nav-icon" aria-hidden="true">
                  {item.icon}
                </span>
                <span className="lk-nav-text">{item.title}</span>
                <Icon path={chevron} />
              </a>
            ))}
          </nav>
        </div>
        {current && (
          <div className="lk-settings-page" key={current.id}>
            <div className="lk-page-header">
              <PageHeading className="lk-page-title" ref={pageTitle} tabIndex={-1}>
                {current.title}
              </PageHeading>
              {/* biome-ignore lint/a11y/useValidAnchor: without a page in the address, a phone shows the list */}
              <a className="lk-icon-button" href="#" aria-label={t('Back to all settings')}>
                <Icon path={close} />
              </a>
            </div>
            {current.content}
          </div>
        )}
      </div>
    </div>
  )
}

function useHash(): string {
  return useSyncExternalStore(
    subscribeToHash,
    () => decodeURIComponent(globalThis.location.hash.slice(1)),
    () => '',
  )
}

function subscribeToHash(listener: () => void): () => void {
  const events = ['hashchange', 'popstate']
  for (const event of events) globalThis.addEventListener(event, listener)
  return () => {
    for (const event of events) globalThis.removeEventListener(event, listener)
  }
}

/** Leads keyboards and screen readers to the page that was just chosen, but not on arrival. */
function useFocusOnChange<E extends HTMLElement>(id: string | undefined) {
  const ref = useRef<E>(null)
  const previous = useRef(id)
  useEffect(() => {
    if (id && id !== previous.current) ref.current?.focus()
    previous.current = id
  }, [id])
  return ref
}
