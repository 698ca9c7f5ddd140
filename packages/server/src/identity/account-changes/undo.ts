import { randomUUID } from 'node:crypto'
import type { AccountState } from '../../accounts/account-notices/remember.ts'
import { deleteJuniorUndoCodes, isStillSenior } from '../../accounts/account-notices/undo-codes.ts'
import { isUsedForAuth, listVerifiedEmails, releaseUnverified } from '../../accounts/contact-channels/queries.ts'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { findUserForUpdate, refreshSearchText } from '../../accounts/users/queries.ts'
import { openTotpSecret } from '../../accounts/users/totp-secret.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { type CodeData, deleteCodesOfUser } from '../../records/verification-codes/queries.ts'
import { announceRevoked } from '../api-keys/announce.ts'
import { revokeApiKeysSince } from '../api-keys/queries.ts'
import { deletePasskeysOfUser } from '../passkey/queries.ts'
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts'
import {
  deleteChannels,
  restoreLinks,
  restoreRow,
  restoreSignIn,
  setPasskeyFactor,
  setSecondFactor,
} from './queries.ts'
import { endPasskeysLater, endSecondFactorLater } from './second-factor.ts'

type LockedUser = NonNullable<Awaited<ReturnType<typeof findUserForUpdate>>>

export interface UndoableChange {
  userId: string
  madeAt: Date
  data: CodeData['undo-change']
  /** The current second factor, if the caller has just shown that they have it. */
  shownSecret: string | undefined
}

/**
 * Restores the sign-in methods to what they were before a change, which also undoes later changes, and ends all sessions.
 * If the password has changed, it is removed and the owner chooses a new one. A second factor that was set up since is
 * removed later, unless the caller has it: an email alone must not switch it off. Call it in the transaction that
 * consumes the code.
 */
export async function undoChange(trx: Db, ctx: Context, change: UndoableChange): Promise<void> {
  const { userId, madeAt, data } = change
  const projectId = ctx.project.id
  const user = await findUserForUpdate(trx, projectId, userId)
  if (!user) return
  await assertMayUndo(trx, projectId, userId, data)
  await restoreSignIn(trx, projectId, userId, data.state)
  await restoreChannels(trx, projectId, userId, data.state)
  await restorePasskeys(trx, ctx, user, data)
  await restoreLinks(trx, projectId, userId, data.state.provider_links)
  await restoreSecondFactor(trx, ctx, user, change)
  await dropRecoveryCodes(trx, projectId, change)
  await refreshSearchText(trx, projectId, userId)
  const revoked = await revokeApiKeysSince(trx, projectId, userId, madeAt, ctx.now())
  await announceRevoked(trx, projectId, revoked, ctx.now())
  await endSessionsOfUser(trx, ctx, userId, 'change_undone')
  // Links that undo later changes would restore what is undone here.
  await deleteCodesOfUser(trx, projectId, userId, { undoableSince: madeAt })
  await deleteJuniorUndoCodes(trx, projectId, userId)
  await recordAudit(trx, ctx, {
    action: 'user.change_undone',
    target: { type: 'user', id: userId },
    details: { change: data.change, email: data.email },
  })
  await announceUpdate(trx, ctx, userId)
}

export const undoProblem =
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.'

export async function assertMayUndo(
  db: Db,
  projectId: string,
  userId: string,
  data: CodeData['undo-change'],
): Promise<void> {
  if (await isStillSenior(db, projectId, userId, data)) return
  throw new PlainError(400, undoProblem)
}

async function restoreSecondFactor(
  trx: Db,
  ctx: Context,
  user: LockedUser,
  { data: { state }, shownSecret }: UndoableChange,
): Promise<void> {
  // If it is about to end, that stays so.
  if (isSameFactor(ctx, user, state)) return
  const isShown = user.totp_secret_encrypted === shownSecret
  if (isShown || !user.requires_totp) return setSecondFactor(trx, ctx.project.id, user.id, state)
  const earlierSecret = state.requires_totp ? state.totp_secret_encrypted : null
  const person = { id: user.id, displayName: user.display_name, locale: user.locale }
  await endSecondFactorLater(trx, ctx, person, earlierSecret)
}

/** Whoever has created codes since, or has used one, may have the others too. */
async function dropRecoveryCodes(trx: Db, projectId: string, { userId, madeAt, data }: UndoableChange): Promise<void> {
  await deleteRecoveryCodes(trx, projectId, userId, dropsRecoveryCodes(data) ? {} : { createdSince: madeAt })
}

/** All of them, also those that were created before the change. */
export function dropsRecoveryCodes({ change }: UndoableChange['data']): boolean {
  return change === 'recovery_codes_created' || change === 'recovery_code_used'
}

type SecondFactor = Pick<AccountState, 'requires_totp' | 'totp_secret_encrypted'>

/** Whether undoing would switch off, or replace, a second factor that was set up since. */
export function hasNewSecondFactor(ctx: Context, user: SecondFactor, state: SecondFactor): boolean {
  return user.requires_totp && !isSameFactor(ctx, user, state)
}

/** Compares what is encrypted: the texts differ once they were encrypted again with a new secret. */
function isSameFactor(ctx: Context, one: SecondFactor, other: SecondFactor): boolean {
  const [secret, otherSecret] = [one, other].map(({ totp_secret_encrypted: sealed }) =>
    sealed ? openTotpSecret(ctx, sealed).toString('base64') : null,
  )
  return one.requires_totp === other.requires_totp && secret === otherSecret
}

async function restoreChannels(trx: Db, projectId: string, userId: string, state: AccountState): Promise<void> {
  const verified = await listVerifiedEmails(trx, projectId, userId)
  await deleteChannels(trx, projectId, userId)
  for (const channel of state.contact_channels) {
    const { value: email } = channel
    const verifiedSince = verified.find(({ value }) => value === email)
    const isVerified = channel.is_verified || verifiedSince !== undefined
    if (channel.used_for_auth) await releaseUnverified(trx, projectId, { userId, email, isVerified })
    // If the address has been verified on another account since then, it keeps signing in to that account.
    const usedForAuth = channel.used_for_auth && !(await isUsedForAuth(trx, projectId, email))
    await restoreRow(trx, projectId, 'contact_channels', {
      ...channel,
      is_verified: isVerified,
      verified_at: channel.is_verified ? channel.verified_at : verifiedSince?.verified_at,
      claimed_at: channel.claimed_at ?? verifiedSince?.claimed_at,
      used_for_auth: usedForAuth,
    })
  }
}

/**
 * Passkeys that the user still has stay as they are. If passkeys have become the second factor since, an email alone must
 * not take it away: those added since then start no more sign-ins, but complete them until they are removed in three
 * days, unless one is used before. Passkeys remembered before there could be several have no ID.
 */
async function restorePasskeys(
  trx: Db,
  ctx: Context,
  user: LockedUser,
  { state }: CodeData['undo-change'],
): Promise<void> {
  const projectId = ctx.project.id
  const keptCredentialIds = state.passkeys.map(({ credential_id }) => credential_id)
  const isNewFactor = user.passkey_mfa_enabled && !state.passkey_mfa_enabled
  const person = { id: user.id, displayName: user.display_name, locale: user.locale }
  if (isNewFactor) await endPasskeysLater(trx, ctx, person, keptCredentialIds)
  else await deletePasskeysOfUser(trx, projectId, user.id, { keptCredentialIds })
  for (const passkey of state.passkeys) await restoreRow(trx, projectId, 'passkeys', { id: randomUUID(), ...passkey })
  if (!isNewFactor) await setPasskeyFactor(trx, projectId, user.id, state.passkey_mfa_enabled ?? false)
}
