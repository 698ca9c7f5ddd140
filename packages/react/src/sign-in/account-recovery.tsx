import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { LinkButton } from '../ui/button.tsx'

/**
 * For someone whose email already has an account: what to show at the email field instead of the bare error. A link
 * recovers the account in one click, and once it was sent nothing is wrong any more.
 */
export function useRecoveryByLink(email: string | undefined, error: string | undefined) {
  const app = useApp()
  const t = useTranslate()
  const [sentTo, setSentTo] = useState<string>()
  if (!error || email === undefined) return { error }
  if (sentTo === email) return { success: true, hint: t('Sent. Check your inbox.') }
  const send = async () => {
    await app.sendForgotPasswordEmail(email)
    setSentTo(email)
  }
  return { error, remedy: <LinkButton onClick={send}>{t('Email me a link')}</LinkButton> }
}

/** Emails the owner of the address a way into the account, by a method that the project has turned on. */
export async function sendRecoveryEmail(app: ClientApp<true>, email: string): Promise<void> {
  const { config } = await app.getProject()
  if (config.credentialEnabled) await app.sendForgotPasswordEmail(email)
  else await app.sendMagicLinkEmail(email, { claimUnverified: true })
}
