import { randomBytes } from 'node:crypto'
import { KnownError, type passkeyRoutes, passkeyRpId } from '@latchkey/contract'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { assertOwnSession, startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { spendCode } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { secondFactorRequired } from '../mfa/attempts.ts'
import { findTrustedOrigin } from './client-data.ts'
import { replacePasskey } from './queries.ts'
import { loadVerifiers, verifyPasskey } from './verify.ts'

const timeout = 60_000
/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

/** By WebAuthn. It is in an index, which limits the length. */
const maxCredentialIdBytes = 1023

export const passkeyHandlers: Handlers<typeof passkeyRoutes> = {
  'POST /auth/passkey/initiate-passkey-registration': async ({ ctx, user }) => {
    assertPasskeys(ctx)
    const name = user.display_name || user.primary_email || 'User'
    const { challenge, code } = await createChallenge(ctx, 'passkey-registration', user.id)
    return {
      options_json: {
        challenge,
        rp: { id: passkeyRpId, name: ctx.project.display_name },
        user: { id: Buffer.from(user.id).toString('base64url'), name, displayName: name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
        extensions: { credProps: true },
      },
      code,
    }
  },

  'POST /auth/passkey/register': async ({ ctx, user, body }) => {
    await assertOwnSession(ctx)
    return spendCode(ctx, 'passkey-registration', body.code, async (trx, { userId, data }) => {
      if (userId !== user.id) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      assertPasskeys(ctx)
      const response = body.credential as unknown as RegistrationResponseJSON
      const before = await rememberAccount(trx, ctx.project.id, user.id)
      const registered = await register(trx, ctx, user.id, response, data.challenge)
      await announceChange(trx, ctx, before, 'passkey_added')
      return registered
    }).catch((error: unknown) => {
      throw breaksUniqueIndex(error, 'one_user_per_passkey') ? registrationFailed() : error
    })
  },

  'POST /auth/passkey/initiate-passkey-authentication': async ({ ctx }) => {
    assertPasskeys(ctx)
    const { challenge, code } = await createChallenge(ctx, 'passkey-authentication', null)
    const options_json = {
      challenge,
      rpId: passkeyRpId,
      timeout,
      userVerification: 'preferred' as const,
      allowCredentials: [],
    }
    return { options_json, code }
  },

  'POST /auth/passkey/sign-in': async ({ ctx, body }) => {
    const response = body.authentication_response as unknown as AuthenticationResponseJSON
    const result = await spendCode(ctx, 'passkey-authentication', body.code, async (trx, { data }) => {
      assertPasskeys(ctx)
      const { userId, provenBy } = await verifyPasskey(trx, ctx, response, data.challenge)
      const user = (await findUserRecord(trx, ctx.project.id, userId))!
      const session = user.requires_totp
        ? undefined
        : await startSession(ctx, user, { method: 'passkey', provenBy }, trx)
      return { user, provenBy, session }
    }).catch(async (error: unknown) => {
      if (KnownError.is(error, 'PASSKEY_AUTHENTICATION_FAILED')) {
        await recordFailedSignIn(ctx, 'passkey', null, undefined)
      }
      throw error
    })
    if (!result.session) throw await secondFactorRequired(ctx, result.user.id, false, result.provenBy)
    return { ...result.session, is_new_user: false }
  },
}

function assertPasskeys(ctx: Context): void {
  if (!ctx.project.config.auth.passkey.allowSignIn) throw new KnownError('PASSKEY_AUTHENTICATION_NOT_ENABLED')
}

async function createChallenge(
  ctx: Context,
  kind: 'passkey-registration' | 'passkey-authentication',
  userId: string | null,
) {
  void loadVerifiers()
  const challenge = randomBytes(32).toString('base64url')
  const { code } = await insertVerificationCode(ctx.db, ctx.project.id, {
    kind,
    userId,
    data: { challenge },
    now: ctx.now(),
  })
  return { challenge, code }
}

async function register(
  trx: Db,
  ctx: Context,
  userId: string,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<{ user_handle: string }> {
  const place = findTrustedOrigin(response.response.clientDataJSON, ctx.project.config.domains)
  if (!place) throw registrationFailed("This page's origin is not trusted by the project.")
  const { verifyRegistrationResponse } = await loadVerifiers()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    expectedType: 'webauthn.create',
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw registrationFailed()
  const { credential, credentialDeviceType } = registrationInfo
  if (Buffer.byteLength(credential.id, 'base64url') > maxCredentialIdBytes) throw registrationFailed()
  const passkey = {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    deviceType: credentialDeviceType,
  }
  await replacePasskey(trx, ctx.project.id, userId, passkey, ctx.now())
  await recordAudit(trx, ctx, { action: 'passkey.added', target: { type: 'user', id: userId } })
  return { user_handle: credential.id }
}

function registrationFailed(message = 'The passkey could not be registered. Please try again.') {
  return new KnownError('PASSKEY_REGISTRATION_FAILED', { message })
}
