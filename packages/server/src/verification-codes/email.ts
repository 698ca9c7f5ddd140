import type { Db } from '../db/database.ts'
import { type EmailVariables, enqueueEmail } from '../emails/outbox/outbox.ts'
import { wakeEmailRenderer } from '../emails/rendering/wake.ts'
import type { SystemEmail, SystemEmails } from '../emails/templates/system-emails.ts'
import type { Context } from '../http/context.ts'
import { type CodeData, insertVerificationCode } from './queries.ts'

type Names = 'projectDisplayName' | 'userDisplayName'

/** The kinds whose codes go to an email address. */
type EmailedKind = 'email-verification' | 'password-reset' | 'sign-in' | 'team-invitation'

interface CodeEmail<K extends EmailedKind, T extends SystemEmail> {
  kind: K
  /** Whose code it is; null when that is looked up when the code is used. */
  userId: string | null
  userDisplayName: string | null
  /** What the code remembers; the email goes to its address. */
  data: CodeData[K]
  callbackUrl: string
  /** What whoever asked for the code was told of it already. */
  nonce?: string
  template: T
  variables: (link: string, code: string) => Omit<SystemEmails[T], Names>
}

/** Makes a code for whoever reads the emails to an address, and emails it. To be called in a transaction. */
export async function emailCode<K extends EmailedKind, T extends SystemEmail>(
  db: Db,
  ctx: Context,
  mail: CodeEmail<K, T>,
): Promise<string> {
  wakeEmailRenderer(ctx)
  const { project, services } = ctx
  const now = ctx.now()
  const { kind, userId, data, nonce } = mail
  const { code, expiresAt } = await insertVerificationCode(db, project.id, { kind, userId, data, now, nonce })
  const variables = {
    projectDisplayName: project.display_name,
    userDisplayName: mail.userDisplayName ?? '',
    ...mail.variables(linkWithCode(mail.callbackUrl, code), code),
  } as EmailVariables[T]
  const notice = { template: mail.template, to: data.email, variables, discardAfter: expiresAt, now }
  await enqueueEmail(db, project, notice, services.secrets)
  return code
}

/** The link in an email: the trusted callback URL with the code in its query. */
function linkWithCode(callbackUrl: string, code: string): string {
  const link = new URL(callbackUrl)
  link.searchParams.set('code', code)
  return link.href
}
