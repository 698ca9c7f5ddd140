import { KnownError } from '@latchkey/contract'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findTrustedOrigin } from './client-data.ts'
import { advanceCounter, findPasskey } from './queries.ts'

/** Loaded on first use: the library is large, and many servers never need it. */
export const loadVerifiers = () => import('@simplewebauthn/server')

/** The user whose passkey signed the challenge, and the type of the passkey. */
export async function verifyPasskey(
  trx: Db,
  ctx: Context,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<{ userId: string; provenBy: string[] }> {
  const passkey = await findPasskey(trx, ctx.project.id, response.id)
  if (!passkey) throw authenticationFailed('There is no account with this passkey.')
  const place = findTrustedOrigin(response.response.clientDataJSON, ctx.project.config.domains)
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
    requireUserVerification: false,
    credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  }).catch(() => undefined)
  if (!result?.verified) throw authenticationFailed()
  const counter = { from: passkey.counter, to: result.authenticationInfo.newCounter }
  if (!(await advanceCounter(trx, ctx.project.id, response.id, counter, ctx.now()))) throw authenticationFailed()
  return { userId: passkey.userId, provenBy: [passkey.isBoundToDevice ? 'hwk' : 'swk'] }
}

export function authenticationFailed(message = 'The passkey could not be verified. Please try again.') {
  return new KnownError('PASSKEY_AUTHENTICATION_FAILED', { message })
}
