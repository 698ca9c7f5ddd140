import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import { loadPasskeys } from '../passkey/loading.ts'
import { keepTrust, type MfaOptions } from './trusted-device.ts'

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
  { noRedirect, trustDevice: trust_device }: MfaOptions = {},
) {
  const initiated = core.call('POST /auth/mfa/initiate-passkey', { body: { code: attemptCode } })
  const { askForPasskey } = await loadPasskeys(core, initiated)
  return signIn(
    core,
    ['VERIFICATION_ERROR', 'PASSKEY_AUTHENTICATION_FAILED', 'PASSKEY_WEBAUTHN_ERROR'],
    async (session) => {
      const { code: challenge_code, credential } = await askForPasskey(initiated)
      const answer = { authentication_response: credential as never, challenge_code, trust_device }
      const body = { type: 'passkey' as const, ...answer, code: attemptCode }
      return keepTrust(core, await core.call('POST /auth/mfa/sign-in', { session, body }))
    },
    noRedirect,
  )
}
