import { type contactChannelRoutes, type HandlerInput, KnownError } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { type AnnouncedChange, rememberAccount } from '../../accounts/account-notices/remember.ts'
import { deleteJuniorUndoCodes } from '../../accounts/account-notices/undo-codes.ts'
import {
  type ChannelChange,
  type ChannelRow,
  deleteChannel,
  findChannel,
  hasChannel,
  insertChannel,
  releaseUnverified,
  signInIndex,
  unmarkPrimary,
  updateChannel,
} from '../../accounts/contact-channels/queries.ts'
import { findUserForUpdate, refreshSearchText } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { keepLastMethod } from '../users/last-method.ts'

type Bodies = {
  create: HandlerInput<(typeof contactChannelRoutes)['POST /contact-channels']>['body']
  update: HandlerInput<(typeof contactChannelRoutes)['PATCH /contact-channels/{user_id}/{id}']>['body']
}

/** Every change locks the user first, so that changes to one user's channels are serialized. */
export async function createChannel(ctx: Context, body: Bodies['create']): Promise<ChannelRow> {
  const { user_id: userId, value } = body
  return inTransaction(ctx.db, async (trx) => {
    if (!(await findUserForUpdate(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
    if (await hasChannel(trx, ctx.project.id, userId, value)) throw ownChannelExists()
    const announce = await startAnnouncement(trx, ctx, userId)
    if (body.is_primary) await unmarkPrimary(trx, ctx.project.id, userId)
    if (body.used_for_auth && body.is_verified) {
      await releaseUnverified(trx, ctx.project.id, { userId, email: value, isVerified: true })
    }
    const channel = await insertChannel(trx, ctx.project.id, {
      userId,
      value,
      isPrimary: body.is_primary ?? false,
      isVerified: body.is_verified ?? false,
      usedForAuth: body.used_for_auth,
      now: ctx.now(),
    })
    await refreshSearchText(trx, ctx.project.id, userId)
    await recordChange(trx, ctx, 'contact_channel.created', channel)
    await announce('email_added', value)
    return channel
  }).catch((error: unknown) => {
    throw explainTakenValue(error, value)
  })
}

export async function changeChannel(
  ctx: Context,
  userId: string,
  channelId: string,
  body: Bodies['update'],
): Promise<ChannelRow> {
  return inTransaction(ctx.db, async (trx) => {
    const before = await lockChannel(trx, ctx, userId, channelId)
    const change = toChange(before, body)
    if (change.value && (await hasChannel(trx, ctx.project.id, userId, change.value))) throw ownChannelExists()
    const announce = await startAnnouncement(trx, ctx, userId)
    if (change.is_primary) await unmarkPrimary(trx, ctx.project.id, userId)
    const after = { ...before, ...change }
    if (after.used_for_auth && after.is_verified) {
      await releaseUnverified(trx, ctx.project.id, { userId, email: after.value, isVerified: true })
    }
    const save = () => updateChannel(trx, ctx.project.id, userId, channelId, change, ctx.now())
    if (change.used_for_auth === false) await keepLastMethod(trx, ctx, userId, save)
    else await save()
    if (change.value) await refreshSearchText(trx, ctx.project.id, userId)
    if (Object.keys(change).length > 0) {
      await recordChange(trx, ctx, 'contact_channel.updated', before, change)
      await announce('email_changed', after.value, change.value ? [before.value] : [])
    }
    return after
  }).catch((error: unknown) => {
    throw explainTakenValue(error, body.value ?? null)
  })
}

export async function removeChannel(ctx: Context, userId: string, channelId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const channel = await lockChannel(trx, ctx, userId, channelId)
    const announce = await startAnnouncement(trx, ctx, userId)
    await keepLastMethod(trx, ctx, userId, () => deleteChannel(trx, ctx.project.id, userId, channelId))
    await refreshSearchText(trx, ctx.project.id, userId)
    await recordChange(trx, ctx, 'contact_channel.deleted', channel)
    await announce('email_removed', channel.value, [channel.value])
  })
}

/** Only changes by the users themselves are announced. Apps notify their users about changes made with a server key. */
async function startAnnouncement(trx: Db, ctx: Context, userId: string) {
  const before = ctx.access === 'client' ? await rememberAccount(trx, ctx.project.id, userId) : undefined
  return async (change: AnnouncedChange, email: string, removed: string[] = []) => {
    await deleteJuniorUndoCodes(trx, ctx.project.id, userId, { removedByServer: before ? [] : removed })
    if (before) await announceChange(trx, ctx, before, change, email)
  }
}

async function lockChannel(trx: Db, ctx: Context, userId: string, channelId: string): Promise<ChannelRow> {
  const user = await findUserForUpdate(trx, ctx.project.id, userId)
  const channel = user && (await findChannel(trx, ctx.project.id, userId, channelId))
  if (!channel) throw new PlainError(400, 'The user does not have this contact channel.')
  return channel
}

/** The fields that actually change. A new address is not verified, even if the old one was. */
function toChange(before: ChannelRow, body: Bodies['update']): ChannelChange {
  const change: ChannelChange = {}
  if (body.value !== undefined && body.value !== before.value) {
    change.value = body.value
    change.is_verified = false
    change.signs_in_unverified = false
  }
  if (body.is_verified !== undefined) change.is_verified = body.is_verified
  if (body.used_for_auth !== undefined) change.used_for_auth = body.used_for_auth
  if (body.is_primary !== undefined) change.is_primary = body.is_primary
  return change
}

async function recordChange(
  trx: Db,
  ctx: Context,
  action: 'contact_channel.created' | 'contact_channel.updated' | 'contact_channel.deleted',
  channel: ChannelRow,
  change?: ChannelChange,
): Promise<void> {
  const details = { contact_channel_id: channel.id, value: channel.value, ...(change ? { change } : {}) }
  await recordAudit(trx, ctx, { action, target: { type: 'user', id: channel.user_id }, details })
}

function ownChannelExists(): PlainError {
  return new PlainError(400, 'The user already has this email address.')
}

/** Conflicts between concurrent requests are detected by the unique index rather than by a check beforehand. */
function explainTakenValue(error: unknown, value: string | null): unknown {
  if (!breaksUniqueIndex(error, signInIndex)) return error
  return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
    type: 'email',
    contact_channel_value: value,
    would_work_if_email_was_verified: false,
  })
}
