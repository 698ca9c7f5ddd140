import { useTranslate } from '../i18n/translation.tsx'
import { Page } from './scope.tsx'
import { Spinner } from './spinner.tsx'

/** The loading state of a page. */
export function Waiting({ fullPage }: { fullPage?: boolean | undefined }) {
  const t = useTranslate()
  return (
    <Page fullPage={fullPage}>
      <div className="lk-waiting" role="status">
        <Spinner />
        <span className="lk-hidden">{t('Loading…')}</span>
      </div>
    </Page>
  )
}
