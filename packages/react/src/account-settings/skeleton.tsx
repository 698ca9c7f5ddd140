import { useTranslate } from '../i18n/translation.tsx'
import { preparePage } from '../ui/scope.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function SettingsSkeleton({ fullPage }: { fullPage?: boolean | undefined }) {
  const t = useTranslate()
  return (
    <div
      className="lk-settings"
      role={fullPage ? 'main' : undefined}
      ref={preparePage}
      data-full={fullPage || undefined}
      aria-busy="true"
    >
      <div className="lk-settings-columns" data-page={globalThis.location?.hash.length > 1 ? 'chosen' : 'none'}>
        <div className="lk-nav">
          {fullPage && <h1 className="lk-hidden">{t('Loading…')}</h1>}
          {fullPage && (
            <div className="lk-nav-home">
              <Skeleton shape="line" />
            </div>
          )}
          <div className="lk-nav-title">
            <Skeleton shape="title" />
          </div>
          <div className="lk-nav-list">
            {[1, 2, 3, 4, 5].map((row) => (
              <div className="lk-nav-item" key={row}>
                <Skeleton shape="line" />
              </div>
            ))}
          </div>
        </div>
        <div className="lk-settings-page">
          <div className="lk-page-header">
            <Skeleton shape="title" />
          </div>
          <SectionsSkeleton />
        </div>
      </div>
    </div>
  )
}

/** Placeholder rows of a page that is loading. */
export function SectionsSkeleton() {
  const t = useTranslate()
  return (
    <div className="lk-sections-skeleton" aria-busy="true" aria-label={t('Loading…')} role="status">
      {[1, 2, 3].map((row) => (
        <div className="lk-section" key={row}>
          <div className="lk-section-title">
            <Skeleton shape="line" />
          </div>
          <div className="lk-section-value">
            <Skeleton shape="text" />
          </div>
        </div>
      ))}
    </div>
  )
}
