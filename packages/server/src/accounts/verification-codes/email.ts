import { type EmailVariables, enqueueEmail, type NewEmail } from '../../emails/outbox/outbox.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SystemEmailKind } from '../../projects/project-config/built-in-emails.ts'
import { type CodeData, insertVerificationCode } from '../../records/verification-codes/queries.ts'

type Names = 'projectDisplayName' | 'userDisplayName'

/** The kinds of codes that are sent to an email address. */
type EmailedKind = 'email-verification' | 'password-reset' | 'sign-in' | 'team-invitation'

type CodeTemplate = SystemEmailKind | 'owner_invitation'

interface CodeEmail<K extends EmailedKind, T extends CodeTemplate> {
  kind: K
  /** The user of the code; null if it is looked up when the code is used. */
  userId: string | null
  userDisplayName: string | null
  /** The language of the recipient, or null if it is unknown. */
  locale: string | null
  /** The data of the code; the email is sent to its address. */
  data: CodeData[K]
  callbackUrl: string
  /** The nonce that was already returned to the caller. */
  nonce?: string
  emailKind: T
  variables: (link: string, code: string) => Omit<EmailVariables[T], Names>
}

/** Creates a code for the owner of an address and emails it. Must be called in a transaction. */
export async function emailCode<K extends EmailedKind, T extends CodeTemplate>(
  db: Db,
  ctx: Context,
  email: CodeEmail<K, T>,
): Promise<void> {
  await enqueueEmail(db, ctx.project, await createCodeEmail(db, ctx, email), ctx.platform.secrets)
}

/** The email with a new code. */
export async function createCodeEmail<K extends EmailedKind, T extends CodeTemplate>(
  db: Db,
  ctx: Context,
  email: CodeEmail<K, T>,
): Promise<NewEmail<T>> {
  const { project } = ctx
  const now = ctx.now()
  const { kind, userId, data, nonce } = email
  const { code, expiresAt } = await insertVerificationCode(db, project.id, { kind, userId, data, now, nonce })
  const variables = {
    projectDisplayName: project.display_name,
    userDisplayName: email.userDisplayName ?? '',
    ...email.variables(linkWithCode(email.callbackUrl, code), code),
  } as EmailVariables[T]
  return { kind: email.emailKind, to: data.email, locale: email.locale, variables, discardAfter: expiresAt, now }
}

/** The link in an email: the trusted callback URL with the code as a query parameter. */
function linkWithCode(callbackUrl: string, code: string): string {
  const link = new URL(callbackUrl)
  link.searchParams.set('code', code)
  return link.href
}
