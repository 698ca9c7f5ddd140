import { setTimeout as delay } from 'node:timers/promises'
import { serverUrl } from './browser.ts'

interface Mail {
  to: string[]
  template?: string
  link?: string
  code?: string
}

export type MailKind = 'email_verification' | 'password_reset' | 'magic_link' | 'team_invitation'

/** The newest mail of a kind to somebody, from the inbox that every developer has. */
export async function waitForMail(to: string, template: MailKind, server = serverUrl): Promise<Mail> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) {
    const [mail] = await findMails(to, template, server)
    if (mail) return mail
  }
  throw new Error(`No mail of the kind ${template} came to ${to}.`)
}

/** All of them that are there now, the newest first. */
export async function findMails(to: string, template: MailKind, server = serverUrl): Promise<Mail[]> {
  const mails = (await (await fetch(`${server}/inbox/mails.json`)).json()) as Mail[]
  return mails.filter((mail) => mail.to.includes(to) && mail.template === template)
}
