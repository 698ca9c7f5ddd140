import { KnownError } from '@latchkey/contract'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findTrustedOrigin } from './client-data.ts'
import { advanceCounter, findPasskey } from './queries.ts'

/** Loaded on first use: the library is large, and many servers never need it. */
export const loadVerifiers = () => import('@simplewebauthn/server')

interface PasskeyUse {
  /** A passkey that an email has undone completes a sign-in that has begun otherwise, and then stays. */
  isSecondFactor?: boolean
  requireUserVerification?: boolean
}

/** The user whose passkey signed the challenge, the type of the passkey, and whether its device verified the user. */
export async function verifyPasskey(
  trx: Db,
  ctx: Context,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { isSecondFactor = false, requireUserVerification = false }: PasskeyUse = {},
): Promise<{ userId: string; provenBy: string[]; isUserVerified: boolean }> {
  const passkey = await findPasskey(trx, ctx.project.id, response.id)
  if (!passkey || (passkey.isEnding && !isSecondFactor))
    throw authenticationFailed('There is no account with this passkey.')
  const place = findTrustedOrigin(ctx, response.response.clientDataJSON)
  if (!place) throw authenticationFailed("This page's origin is not trusted by the project.")
  const { userHandle } = response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) throw authenticationFailed()

  const { verifyAuthenticationResponse } = await loadVerifiers()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    expectedType: 'webauthn.get',
    requireUserVerification,
    credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  }).catch(() => undefined)
  if (!result?.verified) throw authenticationFailed()
  const { newCounter, userVerified } = result.authenticationInfo
  const counter = { from: passkey.counter, to: newCounter }
  if (!(await advanceCounter(trx, ctx.project.id, response.id, counter, ctx.now()))) throw authenticationFailed()
  const provenBy = [passkey.isBoundToDevice ? 'hwk' : 'swk']
  return { userId: passkey.userId, provenBy, isUserVerified: userVerified }
}

export function authenticationFailed(message = 'The passkey could not be verified. Please try again.') {
  return new KnownError('PASSKEY_AUTHENTICATION_FAILED', { message })
}
