import {
  deleteOtherChannels,
  findChannelByValue,
  isUnclaimed,
  markClaimed,
  updateChannel,
} from '../../accounts/contact-channels/queries.ts'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { isLive, sessionBounds } from '../../accounts/sessions/policy.ts'
import { findSession } from '../../accounts/sessions/queries.ts'
import { findUserForUpdate, refreshSearchText } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { deleteCodesOfUser } from '../../records/verification-codes/queries.ts'
import { announceRevoked } from '../api-keys/announce.ts'
import { revokeApiKeysOfUser } from '../api-keys/queries.ts'
import { deletePasskeysOfUser } from '../passkey/queries.ts'
import { deleteLinksOfUser } from '../provider-links/queries.ts'
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts'
import { updateUserRow } from './queries.ts'

interface Proof {
  userId: string
  /** The address that the caller has just proven. */
  email: string
  method: 'password-reset' | 'otp' | 'oauth' | 'directory'
  /** The caller's session, if they are signed in to any account. */
  sessionId: string | undefined
}

/**
 * The creator of an account may not own the address that it was created with, even if the address is verified: its owner
 * may have clicked on the link without looking. Until one flow has shown both the address and the account, whoever
 * proves the address gets the account without any earlier credentials, addresses, keys and sessions, unless they are
 * signed in to it. Must be called in the transaction of the proof, before its effects. Returns whether the account was
 * claimed by this.
 */
export async function claimAccount(trx: Db, ctx: Context, proof: Proof): Promise<boolean> {
  const projectId = ctx.project.id
  const { userId, email, method, sessionId } = proof
  // The lock orders this before or after a concurrent sign-in.
  await findUserForUpdate(trx, projectId, userId)
  const channel = await findChannelByValue(trx, projectId, userId, email)
  if (!channel || !isUnclaimed(channel)) return false
  await markClaimed(trx, projectId, userId, channel.id, ctx.now())
  if (await holdsSession(trx, ctx, userId, sessionId)) return true

  await deleteOtherChannels(trx, projectId, userId, channel.id)
  await updateChannel(trx, projectId, userId, channel.id, { is_primary: true }, ctx.now())
  await refreshSearchText(trx, projectId, userId)
  await updateUserRow(trx, projectId, userId, {
    password_hash: null,
    totp_secret_encrypted: null,
    requires_totp: false,
    last_totp_step: null,
    second_factor_ends_at: null,
    earlier_totp_secret_encrypted: null,
  })
  await deleteRecoveryCodes(trx, projectId, userId)
  await deletePasskeysOfUser(trx, projectId, userId)
  await deleteLinksOfUser(trx, projectId, userId)
  const revoked = await revokeApiKeysOfUser(trx, projectId, userId, ctx.now())
  await announceRevoked(trx, projectId, revoked, ctx.now())
  await endSessionsOfUser(trx, ctx, userId, 'account_claimed')
  await deleteCodesOfUser(trx, projectId, userId, { undoableSince: new Date(0) })
  await recordAudit(trx, ctx, {
    action: 'user.claimed',
    target: { type: 'user', id: userId },
    details: { email, method },
  })
  return true
}

/** Whether it is a live session of this user, who is not impersonated. */
export async function holdsSession(
  db: Db,
  ctx: Context,
  userId: string,
  sessionId: string | undefined,
): Promise<boolean> {
  const session = sessionId ? await findSession(db, ctx.project.id, sessionId) : undefined
  if (session?.user_id !== userId || session.is_impersonation) return false
  return isLive(session, sessionBounds(ctx, ctx.project))
}
