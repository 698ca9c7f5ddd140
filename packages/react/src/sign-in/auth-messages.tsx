import type { CurrentUser } from '@latchkey/sdk'
import { useApp } from '../hooks/use-app.ts'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { cookiesNeeded } from '../ui/failures.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'

export interface AuthMessageProps {
  type: 'signedIn' | 'signUpDisabled' | 'untrustedReturn' | 'cookiesBlocked'
  isPage?: boolean | undefined
  user?: CurrentUser | null
}

/** The messages that a sign-in page shows instead of its form. */
export function AuthMessage({ type, ...props }: AuthMessageProps) {
  if (type === 'untrustedReturn') return <UntrustedReturn {...props} />
  if (type === 'cookiesBlocked') return <CookiesBlocked {...props} />
  return <PredefinedMessage type={type} {...props} />
}

function UntrustedReturn({ isPage }: { isPage?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageContent
      tone="warning"
      title={t("This link can't be opened")}
      isPage={isPage}
      primaryButtonText={t('Continue')}
      primaryAction={() => app.redirectToAfterSignIn({ replace: true, noRedirectBack: true })}
    >
      {t("You're signed in, but the link leads to a site this app doesn't trust.")}
    </MessageContent>
  )
}

function CookiesBlocked({ isPage }: { isPage?: boolean | undefined }) {
  const t = useTranslate()
  const isFramed = useIsFramed()
  return (
    <MessageContent
      tone="warning"
      title={t('Cookies are blocked')}
      isPage={isPage}
      primaryButtonText={t('Try again')}
      primaryAction={() => globalThis.location.reload()}
    >
      {isFramed ? t("This doesn't work inside another page. Open it in its own tab.") : t(cookiesNeeded)}
    </MessageContent>
  )
}
