import { cacheOf } from '../cache/resource-cache.ts'
import type { AppCore } from '../core/app-core.ts'
import { doneOrError, resultOf } from '../errors/expected-errors.ts'

export { askForProof, sendStepUpCode, stepUp } from '../step-up/step-up.ts'
export {
  acceptTeamInvitation,
  getTeamInvitationDetails,
  verifyTeamInvitationCode,
} from '../team-invitations/team-invitations.ts'

// The mails that an app sends, and the codes that come back from them.

interface MailOptions {
  callbackUrl?: string
}

export async function sendMagicLinkEmail(
  core: AppCore,
  email: string,
  { callbackUrl, claimUnverified }: MailOptions & { claimUnverified?: boolean } = {},
) {
  const callback_url = core.redirects.getCallbackUrl('magicLinkCallback', callbackUrl, 'callbackUrl')
  const body = { email, callback_url, ...(claimUnverified ? { claim_unverified: true } : {}) }
  return resultOf(['REDIRECT_URL_NOT_WHITELISTED'], core.call('POST /auth/otp/send-sign-in-code', { body }))
}

export async function sendForgotPasswordEmail(core: AppCore, email: string, { callbackUrl }: MailOptions = {}) {
  const callback_url = core.redirects.getCallbackUrl('passwordReset', callbackUrl, 'callbackUrl')
  const body = { email, callback_url }
  return doneOrError(['USER_NOT_FOUND'], core.call('POST /auth/password/send-reset-code', { body }))
}

export async function verifyPasswordResetCode(core: AppCore, code: string) {
  const checked = core.call('POST /auth/password/reset/check-code', { body: { code } })
  return doneOrError(['VERIFICATION_ERROR'], checked)
}

export async function resetPassword(core: AppCore, body: { code: string; password: string }) {
  return doneOrError(['VERIFICATION_ERROR'], core.call('POST /auth/password/reset', { body }))
}

export async function verifyEmail(core: AppCore, code: string) {
  const verified = core.call('POST /contact-channels/verify', { body: { code } })
  const result = await doneOrError(['VERIFICATION_ERROR'], verified)
  if (result.status === 'error') return result
  const session = core.options.tokenStore ? await core.findSession() : undefined
  if (session && !session.isInvalid) await core.users.of(session).load()
  await cacheOf(core, session).refresh('contact-channels/')
  return result
}

export async function getEmailVerificationDetails(core: AppCore, code: string) {
  const asked = core.call('POST /contact-channels/verify/details', { body: { code } })
  const result = await resultOf(['VERIFICATION_ERROR'], asked)
  if (result.status === 'error') return result
  const { email, account_display_name, account_primary_email, project_display_name } = result.data
  return {
    ...result,
    data: {
      email,
      accountDisplayName: account_display_name,
      accountPrimaryEmail: account_primary_email,
      projectDisplayName: project_display_name,
    },
  }
}

export async function rejectEmailVerification(core: AppCore, code: string) {
  return doneOrError(['VERIFICATION_ERROR'], core.call('POST /contact-channels/verify/reject', { body: { code } }))
}
