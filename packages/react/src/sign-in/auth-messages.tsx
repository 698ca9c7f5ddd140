import type { CurrentUser } from '@latchkey/sdk'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'

export interface AuthMessageProps {
  type: 'signedIn' | 'signUpDisabled' | 'untrustedReturn'
  isPage?: boolean | undefined
  user?: CurrentUser | null
}

/** What a sign-in page says instead of its form. */
export function AuthMessage({ type, ...props }: AuthMessageProps) {
  return type === 'untrustedReturn' ? <UntrustedReturn {...props} /> : <PredefinedMessage type={type} {...props} />
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
