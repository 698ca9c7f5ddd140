import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'

export async function signInWithMagicLink(core: AppCore, code: string, { noRedirect }: { noRedirect?: boolean } = {}) {
  return signIn(
    core,
    ['VERIFICATION_ERROR', 'INVALID_TOTP_CODE'],
    (session) => core.call('POST /auth/otp/sign-in', { session, body: { code } }),
    noRedirect,
  )
}
