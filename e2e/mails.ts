import { setTimeout as delay } from 'node:timers/promises'
import { serverUrl } from './browser.ts'

interface Mail {
  to: string[]
  template?: string
  link?: string
  code?: string
}

export type MailKind = 'email_verification' | 'password_reset' | 'magic_link'

/** The newest mail of a kind to somebody, from the inbox that every developer has. */
export async function waitForMail(to: string, template: MailKind): Promise<Mail> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await delay(100)) {
    const mails = (await (await fetch(`${serverUrl}/inbox/mails.json`)).json()) as Mail[]
    const mail = mails.find((mail) => mail.to.includes(to) && mail.template === template)
    if (mail) return mail
  }
  throw new Error(`No mail of the kind ${template} came to ${to}.`)
}
