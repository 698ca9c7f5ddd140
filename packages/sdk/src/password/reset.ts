import type { AppCore } from '../core/app-core.ts'
import { doneOrError } from '../errors/expected-errors.ts'

export async function sendForgotPasswordEmail(
  core: AppCore,
  email: string,
  { callbackUrl }: { callbackUrl?: string } = {},
) {
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
