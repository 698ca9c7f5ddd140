import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { ReferenceOf } from '../ui/reference.tsx'

interface ClosedProps {
  isPage: boolean
}

/** For a request that has expired, was answered before, or never existed. The server does not tell which. */
export function ClosedRequest({ error, isPage }: ClosedProps & { error?: unknown }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageContent
      tone="warning"
      title={t('This request is no longer open')}
      isPage={isPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      {t('It has expired, or it was answered before. Go back to the app and start again.')}
      <ReferenceOf error={error} />
    </MessageContent>
  )
}

/** Also for apps on this device, which open beside the page. */
export function Answered({ isAllowed, name, isPage }: ClosedProps & { isAllowed: boolean; name?: string }) {
  const t = useTranslate()
  if (!isAllowed) {
    return (
      <MessageContent title={t('Nothing was shared')} isPage={isPage}>
        {t('You can close this window.')}
      </MessageContent>
    )
  }
  return (
    <MessageContent
      tone="success"
      title={name ? t('{app} is connected', { app: name }) : t('Your device is connected')}
      isPage={isPage}
    >
      {name
        ? t('Continue in {app}. You can close this window.', { app: name })
        : t('Continue on your device. You can close this window.')}
    </MessageContent>
  )
}

/** A page that frames this one could cover the button with other content. */
export function FramedRequest({ isPage }: ClosedProps) {
  const t = useTranslate()
  return (
    <MessageContent tone="warning" title={t("This link can't be opened")} isPage={isPage}>
      {t("This doesn't work inside another page. Open it in its own tab.")}
    </MessageContent>
  )
}
