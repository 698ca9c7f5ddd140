import type { Db } from '../db/database.ts'
import { enqueueMail, type MailVariables } from '../emails/outbox/outbox.ts'
import { expectMail } from '../emails/rendering/wake.ts'
import type { SystemMail, SystemMails } from '../emails/templates/system-emails.ts'
import type { Context } from '../http/context.ts'
import { type CodeData, insertVerificationCode } from './queries.ts'

type Names = 'projectDisplayName' | 'userDisplayName'

/** The kinds whose codes go to an e-mail address. */
type MailedKind = 'email-verification' | 'password-reset' | 'sign-in' | 'team-invitation'

interface CodeMail<K extends MailedKind, T extends SystemMail> {
  kind: K
  /** Whose code it is; null when that is looked up when the code is used. */
  userId: string | null
  userDisplayName: string | null
  /** What the code remembers; the mail goes to its address. */
  data: CodeData[K]
  callbackUrl: string
  /** What whoever asked for the code was told of it already. */
  nonce?: string
  template: T
  variables: (link: string, code: string) => Omit<SystemMails[T], Names>
}

/** Makes a code for whoever reads the mails to an address, and mails it. To be called in a transaction. */
export async function mailCode<K extends MailedKind, T extends SystemMail>(
  db: Db,
  ctx: Context,
  mail: CodeMail<K, T>,
): Promise<string> {
  expectMail(ctx)
  const { project, services } = ctx
  const now = ctx.now()
  const { kind, userId, data, nonce } = mail
  const { code, expiresAt } = await insertVerificationCode(db, project.id, { kind, userId, data, now, nonce })
  const variables = {
    projectDisplayName: project.display_name,
    userDisplayName: mail.userDisplayName ?? '',
    ...mail.variables(linkWithCode(mail.callbackUrl, code), code),
  } as MailVariables[T]
  const letter = { template: mail.template, to: data.email, variables, worthlessAfter: expiresAt, now }
  await enqueueMail(db, project, letter, services.secrets)
  return code
}

/** The link in a mail: the trusted callback URL with the code in its query. */
function linkWithCode(callbackUrl: string, code: string): string {
  const link = new URL(callbackUrl)
  link.searchParams.set('code', code)
  return link.href
}
