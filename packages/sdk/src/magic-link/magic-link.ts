import type { AppCore } from '../core/app-core.ts'
import { resultOf } from '../errors/expected-errors.ts'

export async function sendMagicLinkEmail(
  core: AppCore,
  email: string,
  { callbackUrl, claimUnverified }: { callbackUrl?: string; claimUnverified?: boolean } = {},
) {
  const callback_url = core.redirects.getCallbackUrl('magicLinkCallback', callbackUrl, 'callbackUrl')
  const body = { email, callback_url, ...(claimUnverified ? { claim_unverified: true } : {}) }
  const sent = core.call('POST /auth/otp/send-sign-in-code', { body })
  return resultOf(['REDIRECT_URL_NOT_WHITELISTED', 'USER_EMAIL_ALREADY_EXISTS'], sent)
}
