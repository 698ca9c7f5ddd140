import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'

export async function signInWithCredential(
  core: AppCore,
  options: { email: string; password: string; noRedirect?: boolean },
) {
  const { email, password, noRedirect } = options
  return signIn(
    core,
    ['EMAIL_PASSWORD_MISMATCH', 'INVALID_TOTP_CODE'],
    (session) => core.call('POST /auth/password/sign-in', { session, body: { email, password } }),
    noRedirect,
  )
}

export async function signUpWithCredential(
  core: AppCore,
  options: { email: string; password: string; noRedirect?: boolean; verificationCallbackUrl?: string },
) {
  const { email, password, noRedirect, verificationCallbackUrl: given } = options
  const verification_callback_url = core.redirects.getCallbackUrl('emailVerification', given, 'verificationCallbackUrl')
  const body = { email, password, verification_callback_url }
  return signIn(
    core,
    ['USER_EMAIL_ALREADY_EXISTS', 'PASSWORD_REQUIREMENTS_NOT_MET'],
    // The session is sent because anonymous users keep their account when they sign up.
    async (session) => ({ ...(await core.call('POST /auth/password/sign-up', { session, body })), is_new_user: true }),
    noRedirect,
  )
}
