import { revokeApiKeysOfUser } from '../api-keys/queries.ts'
import { recordAudit } from '../audit/record.ts'
import { deleteOtherChannels, findChannelByValue, updateChannel } from '../contact-channels/queries.ts'
import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { deletePasskey } from '../passkey/queries.ts'
import { deleteLinksOfUser } from '../provider-links/queries.ts'
import { deleteSessionsOfUser, findSession } from '../sessions/queries.ts'
import { deleteCodesOfUser } from '../verification-codes/queries.ts'
import { findUserForUpdate, refreshSearchText } from './queries.ts'

interface Proof {
  userId: string
  /** The address that the caller has just verified. */
  email: string
  method: 'password-reset' | 'otp' | 'oauth'
  /** The caller's session, if they are signed in to any account. */
  sessionId: string | undefined
}

/**
 * The creator of an account whose address was never verified may not own the address. The first user who verifies the
 * address gets the account without any earlier credentials, addresses, keys and sessions, unless they were signed in to
 * it and therefore created it. Must be called in the transaction of the verification, before its effects. Returns
 * whether the address was verified for the first time.
 */
export async function claimAccount(trx: Db, ctx: Context, proof: Proof): Promise<boolean> {
  const projectId = ctx.project.id
  const { userId, email, method, sessionId } = proof
  // The lock orders this before or after a concurrent sign-in.
  await findUserForUpdate(trx, projectId, userId)
  const channel = await findChannelByValue(trx, projectId, userId, email)
  if (!channel || channel.is_verified) return false
  await updateChannel(trx, projectId, userId, channel.id, { is_verified: true }, ctx.now())
  if (sessionId && (await holdsSession(trx, ctx, userId, sessionId))) return true

  await deleteOtherChannels(trx, projectId, userId, channel.id)
  await updateChannel(trx, projectId, userId, channel.id, { is_primary: true }, ctx.now())
  await refreshSearchText(trx, projectId, userId)
  await trx
    .updateTable('users')
    .set({
      password_hash: null,
      totp_secret_encrypted: null,
      requires_totp: false,
      last_totp_step: null,
      second_factor_ends_at: null,
      earlier_totp_secret_encrypted: null,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
  await deletePasskey(trx, projectId, userId)
  await deleteLinksOfUser(trx, projectId, userId)
  await revokeApiKeysOfUser(trx, projectId, userId, ctx.now())
  await deleteSessionsOfUser(trx, projectId, userId)
  await deleteCodesOfUser(trx, projectId, userId, { undoableSince: new Date(0) })
  await recordAudit(trx, ctx, {
    action: 'user.claimed',
    target: { type: 'user', id: userId },
    details: { email, method },
  })
  return true
}

async function holdsSession(trx: Db, ctx: Context, userId: string, sessionId: string): Promise<boolean> {
  const session = await findSession(trx, ctx.project.id, sessionId)
  return session?.user_id === userId && session.expires_at > ctx.now() && !session.is_impersonation
}
