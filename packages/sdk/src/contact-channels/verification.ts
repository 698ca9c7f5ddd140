import { cacheOf } from '../cache/resource-cache.ts'
import type { AppCore } from '../core/app-core.ts'
import { doneOrError, findError, resultOf } from '../errors/expected-errors.ts'
import { ok } from '../errors/result.ts'
import type { UserSession } from '../session/session.ts'

/**
 * The account and the address of a verification link.
 * @example
 * const result: Result<EmailVerificationDetails, Error> = await latchkey.getEmailVerificationDetails(code)
 * if (result.status === 'ok') {
 *   const { email, accountDisplayName, accountPrimaryEmail, projectDisplayName, isSignUp, needsPassword } = result.data
 *   if (isSignUp) console.log(`Someone signed up at ${projectDisplayName} with ${email}.`)
 *   else console.log(`${accountDisplayName ?? accountPrimaryEmail} at ${projectDisplayName} wants to use ${email}.`)
 *   if (needsPassword) console.log('Enter your password to finish.')
 * }
 */
export interface EmailVerificationDetails {
  /** The email address that would be verified. */
  email: string
  /** The name of the account that it belongs to. */
  accountDisplayName: string | null
  /** The primary email of that account. */
  accountPrimaryEmail: string | null
  /** The name of the project. */
  projectDisplayName: string
  /** Whether the account was created with this address. */
  isSignUp: boolean
  /** Whether `verifyEmail` needs the password of the account, because the user is not signed in. */
  needsPassword: boolean
}

/** The session or the password proves that the account belongs to the recipient of the email. */
export async function verifyEmail(core: AppCore, code: string, { password }: { password?: string | undefined } = {}) {
  const session = core.options.tokenStore ? await core.findSession() : undefined
  const body = password === undefined ? { code } : { code, password }
  const verified = core.call('POST /contact-channels/verify', { session, body })
  const result = await doneOrError(['VERIFICATION_ERROR', 'PASSWORD_CONFIRMATION_MISMATCH'], verified)
  if (result.status === 'error') return result
  if (session && !session.isInvalid) await core.users.of(session).load()
  await cacheOf(core, session).refresh('contact-channels/')
  return result
}

export async function getEmailVerificationDetails(core: AppCore, code: string) {
  const session = core.options.tokenStore ? await core.findSession() : undefined
  const details = core.call('POST /contact-channels/verify/details', { session, body: { code } })
  const result = await resultOf(['VERIFICATION_ERROR'], details)
  if (result.status === 'error') return result
  const { email, account_display_name, account_primary_email, project_display_name } = result.data
  return ok<EmailVerificationDetails>({
    email,
    accountDisplayName: account_display_name,
    accountPrimaryEmail: account_primary_email,
    projectDisplayName: project_display_name,
    isSignUp: result.data.is_sign_up,
    needsPassword: result.data.needs_password,
  })
}

export async function rejectEmailVerification(core: AppCore, code: string) {
  return doneOrError(['VERIFICATION_ERROR'], core.call('POST /contact-channels/verify/reject', { body: { code } }))
}

export async function sendVerificationEmail(
  core: AppCore,
  session: UserSession,
  email: string | null,
  { callbackUrl }: { callbackUrl?: string } = {},
) {
  if (!email) throw new Error('The user has no primary email to verify.')
  const callback_url = core.redirects.getCallbackUrl('emailVerification', callbackUrl, 'callbackUrl')
  const sent = core.call('POST /contact-channels/send-verification-code', { session, body: { email, callback_url } })
  return findError(['EMAIL_ALREADY_VERIFIED'], sent)
}
