import { KnownError, type passkeyRoutes, passkeyRpId } from '@latchkey/contract'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { assertOwnSession, startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import { spendCode } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex } from '../../platform/db/database.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { secondFactorRequired } from '../mfa/attempts.ts'
import { assertOwnAccount, assertOwnUser } from '../users/own.ts'
import { createChallenge, promptMillis, requestOptions } from './challenges.ts'
import { removePasskey, renamePasskey, toPasskeyBody } from './manage.ts'
import { listPasskeys } from './queries.ts'
import { algorithms, findRoomForPasskey, registerPasskey, registrationFailed } from './register.ts'
import { verifyPasskey } from './verify.ts'

export const passkeyHandlers: Handlers<typeof passkeyRoutes> = {
  'POST /auth/passkey/initiate-passkey-registration': async ({ ctx, user }) => {
    assertPasskeys(ctx)
    const passkeys = await findRoomForPasskey(ctx.db, ctx, user.id)
    const name = user.display_name || user.primary_email || 'User'
    const { challenge, code } = await createChallenge(ctx, { kind: 'passkey-registration', userId: user.id })
    return {
      options_json: {
        challenge,
        rp: { id: passkeyRpId, name: ctx.project.display_name },
        user: { id: Buffer.from(user.id).toString('base64url'), name, displayName: name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: promptMillis,
        attestation: 'none',
        excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({
          type: 'public-key',
          id,
          transports,
        })),
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
      return registerPasskey(trx, ctx, user.id, response, data.challenge)
    }).catch((error: unknown) => {
      throw breaksUniqueIndex(error, 'one_user_per_passkey') ? registrationFailed() : error
    })
  },

  'POST /auth/passkey/initiate-passkey-authentication': async ({ ctx }) => {
    assertPasskeys(ctx)
    const { challenge, code } = await createChallenge(ctx, { kind: 'passkey-authentication', userId: null })
    return { options_json: requestOptions(challenge), code }
  },

  'POST /auth/passkey/sign-in': async ({ ctx, body }) => {
    const response = body.authentication_response as unknown as AuthenticationResponseJSON
    const result = await spendCode(ctx, 'passkey-authentication', body.code, async (trx, { data }) => {
      assertPasskeys(ctx)
      const { userId, provenBy, isUserVerified } = await verifyPasskey(trx, ctx, response, data.challenge)
      const user = (await findUserRecord(trx, ctx.project.id, userId))!
      // The device and what it has verified are two factors, so the same passkey is not asked for again.
      const isBoth = user.passkey_mfa_enabled && isUserVerified
      if (hasSecondFactor(user) && !isBoth) return { user, provenBy }
      const methods = isBoth ? [...provenBy, 'mfa'] : provenBy
      const session = await startSession(ctx, user, { method: 'passkey', provenBy: methods }, trx)
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

  'GET /passkeys': async ({ ctx, clientUser, query }) => {
    assertOwnUser(clientUser, query.user_id)
    const passkeys = await listPasskeys(ctx.db, ctx.project.id, query.user_id)
    return { items: passkeys.map(toPasskeyBody), is_paginated: false }
  },

  'PATCH /passkeys/{user_id}/{id}': async ({ ctx, clientUser, params, body }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    return renamePasskey(ctx, params, body.name)
  },

  'DELETE /passkeys/{user_id}/{id}': async ({ ctx, clientUser, params }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    await removePasskey(ctx, params, clientUser)
    return { success: true }
  },
}

function assertPasskeys(ctx: Context): void {
  if (!ctx.project.config.auth.passkey.allowSignIn) throw new KnownError('PASSKEY_AUTHENTICATION_NOT_ENABLED')
}
