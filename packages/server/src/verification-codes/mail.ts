import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { MailTemplate, MailTemplates } from '../mail/templates.ts'
import { insertVerificationCode } from './queries.ts'

type Names = 'projectDisplayName' | 'userDisplayName'

interface CodeMail<T extends MailTemplate> {
  kind: 'email-verification' | 'password-reset' | 'sign-in'
  /** Whose code it is; null when that is looked up when the code is used. */
  userId: string | null
  userDisplayName: string | null
  email: string
  callbackUrl: string
  template: T
  variables: (link: string, code: string) => Omit<MailTemplates[T], Names>
}

/** Makes a code for whoever reads the mails to an address, and mails it. To be called in a transaction. */
export async function mailCode<T extends MailTemplate>(db: Db, ctx: Context, mail: CodeMail<T>): Promise<string> {
  const { project, services } = ctx
  const now = ctx.now()
  const { kind, userId, email } = mail
  const { code, expiresAt } = await insertVerificationCode(db, project.id, { kind, userId, data: { email }, now })
  const variables = {
    projectDisplayName: project.display_name,
    userDisplayName: mail.userDisplayName ?? '',
    ...mail.variables(linkWithCode(mail.callbackUrl, code), code),
  } as MailTemplates[T]
  const { template } = mail
  await enqueueMail(db, project, { template, to: email, variables, worthlessAfter: expiresAt, now }, services.secrets)
  return code
}

/** The link in a mail: the trusted callback URL with the code in its query. */
function linkWithCode(callbackUrl: string, code: string): string {
  const link = new URL(callbackUrl)
  link.searchParams.set('code', code)
  return link.href
}
