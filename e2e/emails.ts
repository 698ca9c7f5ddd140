import { setTimeout as delay } from 'node:timers/promises'
import { serverUrl } from './browser.ts'

interface Email {
  to: string[]
  template?: string
  link?: string
  code?: string
}

export type EmailKind = 'email_verification' | 'password_reset' | 'magic_link' | 'team_invitation'

/** The newest email of a kind to an address, from the development inbox. */
export async function waitForEmail(to: string, template: EmailKind, server = serverUrl): Promise<Email> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) {
    const [mail] = await findEmails(to, template, server)
    if (mail) return mail
  }
  throw new Error(`No mail of the kind ${template} came to ${to}.`)
}

/** All current ones, newest first. */
export async function findEmails(to: string, template: EmailKind, server = serverUrl): Promise<Email[]> {
  const mails = (await (await fetch(`${server}/inbox/mails.json`)).json()) as Email[]
  return mails.filter((mail) => mail.to.includes(to) && mail.template === template)
}
