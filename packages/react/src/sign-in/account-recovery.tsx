import { useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { LinkButton } from '../ui/button.tsx'

/**
 * For an email that already has an account: props for the email field that offer a recovery link next to the error.
 * Once the link is sent, the error disappears.
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

/** Emails a link to get back into the account, with a method that the project has enabled. */
export async function sendRecoveryEmail(app: ClientApp<true>, email: string): Promise<void> {
  const { config } = await app.getProject()
  if (config.credentialEnabled) await app.sendForgotPasswordEmail(email)
  else await app.sendMagicLinkEmail(email, { claimUnverified: true })
}
