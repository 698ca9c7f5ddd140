import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'

/** For someone whose email already has an unverified account: sends the link that recovers it, in one click. */
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

/** Emails the owner of the address a way into the account, by a method that the project has turned on. */
export async function sendRecoveryEmail(app: ClientApp<true>, email: string): Promise<void> {
  const { config } = await app.getProject()
  if (config.credentialEnabled) await app.sendForgotPasswordEmail(email)
  else await app.sendMagicLinkEmail(email, { claimUnverified: true })
}
