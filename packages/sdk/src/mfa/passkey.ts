import type { Routes } from '@latchkey/contract'
import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'
import { hasCode, type KnownErrorOf } from '../errors/known-errors.ts'
import { loadPasskeys } from '../passkey/loading.ts'
import { keepTrust, type MfaOptions } from './trusted-device.ts'

/**
 * Why a passkey did not complete a sign-in.
 * @example const result: Result<undefined, MfaPasskeyError> = await latchkey.signInWithMfaPasskey(attemptCode)
 */
export type MfaPasskeyError = KnownErrorOf<
  'VERIFICATION_ERROR' | 'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR'
>

/**
 * A way to complete a sign-in that requires a second factor.
 * @example const methods: MfaMethod[] | null = await latchkey.getMfaPasskeyMethods(attemptCode)
 */
export type MfaMethod = Routes['POST /auth/mfa/initiate-passkey']['response']['client']['methods'][number]

const initiate = (core: AppCore, attemptCode: string) =>
  core.call('POST /auth/mfa/initiate-passkey', { body: { code: attemptCode } })

export async function getMfaPasskeyMethods(core: AppCore, attemptCode: string): Promise<MfaMethod[] | null> {
  try {
    return (await initiate(core, attemptCode)).methods
  } catch (error) {
    if (hasCode(error, 'PASSKEY_AUTHENTICATION_FAILED')) return null
    throw error
  }
}

export async function signInWithMfaPasskey(
  core: AppCore,
  attemptCode: string,
  { noRedirect, trustDevice: trust_device }: MfaOptions = {},
) {
  const initiated = initiate(core, attemptCode)
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
