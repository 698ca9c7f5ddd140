import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { MailTemplate, MailTemplates } from '../mail/templates.ts'
import { type CodeData, insertVerificationCode } from './queries.ts'

type Names = 'projectDisplayName' | 'userDisplayName'

type MailedKind = 'email-verification' | 'password-reset' | 'sign-in' | 'team-invitation'

interface CodeMail<T extends MailTemplate, K extends MailedKind> {
  kind: K
  /** Whose code it is; null when that is looked up when the code is used. */
  userId: string | null
  userDisplayName: string | null
  email: string
  /** What the code remembers beside the address. */
  data?: Omit<CodeData[K], 'email'>
  callbackUrl: string
  template: T
  variables: (link: string, code: string) => Omit<MailTemplates[T], Names>
}

/** Makes a code for whoever reads the mails to an address, and mails it. To be called in a transaction. */
export async function mailCode<T extends MailTemplate, K extends MailedKind>(
  db: Db,
  ctx: Context,
  mail: CodeMail<T, K>,
): Promise<string> {
  const { project, services } = ctx
  const now = ctx.now()
  const { kind, userId, email } = mail
  const data = { email, ...mail.data } as CodeData[K]
  const { code, expiresAt } = await insertVerificationCode(db, project.id, { kind, userId, data, now })
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
