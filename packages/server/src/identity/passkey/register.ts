import { KnownError, maxPasskeys } from '@latchkey/contract'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { findTrustedOrigin } from './client-data.ts'
import { describeDevice } from './device-name.ts'
import { insertPasskey, listPasskeys, type PasskeyRow } from './queries.ts'
import { loadVerifiers } from './verify.ts'

/** EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257]

/** By WebAuthn. It is in an index, which limits the length. */
const maxCredentialIdBytes = 1023

/** The lock lets two tabs register one after the other, so that together they cannot exceed the limit. */
export async function registerPasskey(
  trx: Db,
  ctx: Context,
  userId: string,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<{ user_handle: string }> {
  const { credential, credentialDeviceType, aaguid } = await verifyRegistration(ctx, response, expectedChallenge)
  await findUserForUpdate(trx, ctx.project.id, userId)
  await findRoomForPasskey(trx, ctx, userId)
  const before = await rememberAccount(trx, ctx.project.id, userId)
  const device_name = describeDevice(aaguid, ctx.caller)
  const id = await insertPasskey(trx, ctx.project.id, {
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    device_type: credentialDeviceType,
    device_name,
    created_at: ctx.now(),
  })
  const details = { passkey_id: id, name: device_name }
  await recordAudit(trx, ctx, { action: 'passkey.added', target: { type: 'user', id: userId }, details })
  await announceChange(trx, ctx, before, 'passkey_added')
  return { user_handle: credential.id }
}

/** The passkeys that the user has. */
export async function findRoomForPasskey(db: Db, ctx: Context, userId: string): Promise<PasskeyRow[]> {
  const passkeys = await listPasskeys(db, ctx.project.id, userId)
  if (passkeys.length < maxPasskeys) return passkeys
  throw registrationFailed(`An account can have ${maxPasskeys} passkeys. Remove one before you add another.`)
}

async function verifyRegistration(ctx: Context, response: RegistrationResponseJSON, expectedChallenge: string) {
  const place = findTrustedOrigin(ctx, response.response.clientDataJSON)
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
  if (Buffer.byteLength(registrationInfo.credential.id, 'base64url') > maxCredentialIdBytes) throw registrationFailed()
  return registrationInfo
}

export function registrationFailed(message = 'The passkey could not be registered. Please try again.') {
  return new KnownError('PASSKEY_REGISTRATION_FAILED', { message })
}
