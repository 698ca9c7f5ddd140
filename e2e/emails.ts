import { setTimeout as delay } from 'node:timers/promises'
import { serverUrl } from './browser.ts'

interface Email {
  to: string[]
  subject: string
  template?: string
  link?: string
  code?: string
}

export type EmailKind = 'email_verification' | 'password_reset' | 'magic_link' | 'team_invitation'

/** The newest email of a kind to an address, from the development inbox. */
export async function waitForEmail(
  to: string,
  template: EmailKind | 'owner_invitation' | 'second_factor_enabled',
  server = serverUrl,
): Promise<Email> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) {
    const [email] = await findEmails(to, template, server)
    if (email) return email
  }
  throw new Error(`No email of the kind ${template} came to ${to}.`)
}

/** All current ones, newest first. */
export async function findEmails(to: string, template: string, server = serverUrl): Promise<Email[]> {
  const emails = (await (await fetch(`${server}/inbox/emails.json`)).json()) as Email[]
  return emails.filter((email) => email.to.includes(to) && email.template === template)
}
