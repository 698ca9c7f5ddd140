import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import { loadPasskeys } from '../passkey/loading.ts'

/**
 * Why a passkey did not complete a sign-in.
 * @example const result: Result<undefined, MfaPasskeyError> = await latchkey.signInWithMfaPasskey(attemptCode)
 */
export type MfaPasskeyError = KnownErrorOf<
  'VERIFICATION_ERROR' | 'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR'
>

export async function signInWithMfaPasskey(
  core: AppCore,
  attemptCode: string,
  { noRedirect }: { noRedirect?: boolean } = {},
) {
  const initiated = core.call('POST /auth/mfa/initiate-passkey', { body: { code: attemptCode } })
  const { askForPasskey } = await loadPasskeys(core, initiated)
  return signIn(
    core,
    ['VERIFICATION_ERROR', 'PASSKEY_AUTHENTICATION_FAILED', 'PASSKEY_WEBAUTHN_ERROR'],
    async (session) => {
      const { code: challenge_code, credential } = await askForPasskey(initiated)
      const answer = { authentication_response: credential as never, challenge_code }
      return core.call('POST /auth/mfa/sign-in', { session, body: { type: 'passkey', ...answer, code: attemptCode } })
    },
    noRedirect,
  )
}
