import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'
import { keepTrust, type MfaOptions } from './trusted-device.ts'

export async function signInWithMfa(
  core: AppCore,
  totp: string,
  attemptCode: string,
  { noRedirect, trustDevice: trust_device }: MfaOptions = {},
) {
  const body = { type: 'totp' as const, totp, code: attemptCode, trust_device }
  return signIn(
    core,
    ['VERIFICATION_ERROR', 'INVALID_TOTP_CODE'],
    async (session) => keepTrust(core, await core.call('POST /auth/mfa/sign-in', { session, body })),
    noRedirect,
  )
}

export async function signInWithRecoveryCode(
  core: AppCore,
  recoveryCode: string,
  attemptCode: string,
  { noRedirect }: { noRedirect?: boolean } = {},
) {
  const body = { type: 'recovery_code' as const, recovery_code: recoveryCode, code: attemptCode }
  return signIn(
    core,
    ['VERIFICATION_ERROR', 'INVALID_RECOVERY_CODE'],
    (session) => core.call('POST /auth/mfa/sign-in', { session, body }),
    noRedirect,
  )
}
