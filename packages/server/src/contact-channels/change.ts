import { type contactChannelRoutes, type HandlerInput, KnownError } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { findUserForUpdate, refreshSearchText } from '../users/queries.ts'
import {
  type ChannelChange,
  type ChannelRow,
  deleteChannel,
  findChannel,
  hasChannel,
  insertChannel,
  signInIndex,
  unmarkPrimary,
  updateChannel,
} from './queries.ts'

type Bodies = {
  create: HandlerInput<(typeof contactChannelRoutes)['POST /contact-channels']>['body']
  update: HandlerInput<(typeof contactChannelRoutes)['PATCH /contact-channels/{user_id}/{id}']>['body']
}

/** Every change locks the user first: changes of one user's channels happen one after the other. */
export async function createChannel(ctx: Context, body: Bodies['create']): Promise<ChannelRow> {
  const { user_id: userId, value } = body
  return inTransaction(ctx.db, async (trx) => {
    if (!(await findUserForUpdate(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
    if (await hasChannel(trx, ctx.project.id, userId, value)) throw ownChannelExists()
    if (body.is_primary) await unmarkPrimary(trx, ctx.project.id, userId)
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
    if (change.is_primary) await unmarkPrimary(trx, ctx.project.id, userId)
    await updateChannel(trx, ctx.project.id, userId, channelId, change)
    if (change.value) await refreshSearchText(trx, ctx.project.id, userId)
    if (Object.keys(change).length > 0) await recordChange(trx, ctx, 'contact_channel.updated', before, change)
    return { ...before, ...change }
  }).catch((error: unknown) => {
    throw explainTakenValue(error, body.value ?? null)
  })
}

export async function removeChannel(ctx: Context, userId: string, channelId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const channel = await lockChannel(trx, ctx, userId, channelId)
    await deleteChannel(trx, ctx.project.id, userId, channelId)
    await refreshSearchText(trx, ctx.project.id, userId)
    await recordChange(trx, ctx, 'contact_channel.deleted', channel)
  })
}

async function lockChannel(trx: Db, ctx: Context, userId: string, channelId: string): Promise<ChannelRow> {
  const user = await findUserForUpdate(trx, ctx.project.id, userId)
  const channel = user && (await findChannel(trx, ctx.project.id, userId, channelId))
  if (!channel) throw new PlainError(400, 'The user has no such contact channel.')
  return channel
}

/** What is really different afterwards. An address that was not seen before is not verified, whoever's the old one was. */
function toChange(before: ChannelRow, body: Bodies['update']): ChannelChange {
  const change: ChannelChange = {}
  if (body.value !== undefined && body.value !== before.value) {
    change.value = body.value
    change.is_verified = false
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
  return new PlainError(400, 'The user has this e-mail address already.')
}

/** Two accounts that want one address at once are told apart by the unique index, not by a look beforehand. */
function explainTakenValue(error: unknown, value: string | null): unknown {
  if (!breaksUniqueIndex(error, signInIndex)) return error
  return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
    type: 'email',
    contact_channel_value: value,
    would_work_if_email_was_verified: false,
  })
}
