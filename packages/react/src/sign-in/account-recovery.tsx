import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { useApp } from '../provider.tsx'
import { Button } from '../ui/button.tsx'

/** One click for who wants to sign up with their email and meets an account that somebody made with it. */
export function RecoverByLink({ email }: { email: string }) {
  const app = useApp()
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  if (isSent) {
    return (
      <p className="lk-lead" role="status">
        {t('We sent an email to {email}. Open its link to choose a new password.', { email })}
      </p>
    )
  }
  const send = async () => {
    await app.sendForgotPasswordEmail(email)
    setIsSent(true)
  }
  return (
    <Button kind="quiet" wide onClick={send}>
      {t('This is my email. Send me a link')}
    </Button>
  )
}

/** Mails the owner of an email what gets them into the account that was made with it, by a way the app offers. */
export async function mailRecovery(app: ClientApp<true>, email: string): Promise<void> {
  const { config } = await app.getProject()
  if (config.credentialEnabled) await app.sendForgotPasswordEmail(email)
  else await app.sendMagicLinkEmail(email, { claimUnverified: true })
}
