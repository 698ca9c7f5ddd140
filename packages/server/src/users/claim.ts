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
  /** The address whose emails the caller reads, as they have just shown. */
  email: string
  method: 'password-reset' | 'otp' | 'oauth'
  /** Of the caller, if they are signed in to any account. */
  sessionId: string | undefined
}

/**
 * Whoever made an account with an address that they never verified may not be its owner. The first who proves the
 * address gets the account without any credential, address, key and session from before, unless they were signed in to
 * it and so are who made it. To be called in the transaction of the proof, before what the proof gives. Answers whether the
 * address was proven for the first time.
 */
export async function claimAccount(trx: Db, ctx: Context, proof: Proof): Promise<boolean> {
  const projectId = ctx.project.id
  const { userId, email, method, sessionId } = proof
  // Whoever signs in at this moment has done so before or does so afterwards.
  await findUserForUpdate(trx, projectId, userId)
  const channel = await findChannelByValue(trx, projectId, userId, email)
  if (!channel || channel.is_verified) return false
  await updateChannel(trx, projectId, userId, channel.id, { is_verified: true })
  if (sessionId && (await holdsSession(trx, ctx, userId, sessionId))) return true

  await deleteOtherChannels(trx, projectId, userId, channel.id)
  await updateChannel(trx, projectId, userId, channel.id, { is_primary: true })
  await refreshSearchText(trx, projectId, userId)
  await trx
    .updateTable('users')
    .set({ password_hash: null, totp_secret_encrypted: null, requires_totp: false, last_totp_step: null })
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
