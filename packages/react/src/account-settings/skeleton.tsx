import { useTranslate } from '../i18n/translation.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function SettingsSkeleton({ fullPage }: { fullPage?: boolean | undefined }) {
  const t = useTranslate()
  return (
    <div
      className="lk-settings"
      data-full={fullPage || undefined}
      aria-busy="true"
      role="status"
      aria-label={t('Loading…')}
    >
      <div className="lk-settings-columns" data-page="none">
        <div className="lk-nav">
          {fullPage && <h1 className="lk-hidden">{t('Loading…')}</h1>}
          <div className="lk-nav-title">
            <Skeleton shape="title" />
          </div>
          {[1, 2, 3, 4].map((row) => (
            <div className="lk-nav-item" key={row}>
              <Skeleton shape="label" />
            </div>
          ))}
        </div>
        <div className="lk-settings-page">
          <div className="lk-page-header">
            <Skeleton shape="title" />
          </div>
          {[1, 2].map((row) => (
            <div className="lk-section" key={row}>
              <Skeleton shape="label" />
              <Skeleton shape="text" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
