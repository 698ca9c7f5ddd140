import { randomUUID } from 'node:crypto'
import { KnownError } from '@latchkey/contract'
import { findRestriction } from '../../accounts/user-restrictions/is-restricted.ts'
import { findUserForShare } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { BoundedList } from '../../platform/db/bounded-list.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { getTeamForShare } from '../../teams/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { assertManagesKeysOf, assertMayAsk, assertMayChange } from './access.ts'
import { announceRevoked } from './announce.ts'
import { ownerOf, toKeyBody } from './body.ts'
import {
  type ApiKeyOwner,
  type ApiKeyRow,
  findApiKey,
  findApiKeyByValue,
  findApiKeyForUpdate,
  insertApiKey,
  listApiKeys,
  type UsedApiKeyRow,
  updateApiKey,
} from './queries.ts'
import { apiKeyUses } from './uses.ts'
import { type ApiKeyType, createApiKeyValue, isApiKeyValue } from './value.ts'

interface ApiKeyCreation {
  description: string
  expires_at_millis: number | null
  is_public?: boolean | undefined
}

/** The value is only returned here. */
export async function createApiKey(
  ctx: Context,
  owner: ApiKeyOwner,
  body: ApiKeyCreation,
): Promise<{ key: ApiKeyRow; value: string }> {
  await assertMayAsk(ctx, owner.type)
  await assertMayChange(ctx, owner)
  const id = randomUUID()
  const isPublic = body.is_public ?? false
  const value = createApiKeyValue({ id, type: owner.type, isPublic })
  const expiresAt = toDate(body.expires_at_millis)
  const { description } = body
  const key = await inTransaction(ctx.db, async (trx) => {
    await lockOwner(trx, ctx, owner)
    await recordAudit(trx, ctx, {
      action: 'api_key.created',
      target: { type: 'api_key', id },
      details: { ...describeOwner(owner), is_public: isPublic, expires_at_millis: body.expires_at_millis },
    })
    const row = { id, owner, value, description, isPublic, expiresAt, now: ctx.now() }
    const inserted = await insertApiKey(trx, ctx.project.id, row)
    const event = { type: 'api_key.created', data: toKeyBody(inserted), now: ctx.now() } as const
    await recordEvent(trx, ctx.project.id, event)
    return inserted
  })
  return { key, value }
}

/** Keeps the user or team from being deleted while a key is created for it. */
async function lockOwner(trx: Db, ctx: Context, owner: ApiKeyOwner): Promise<void> {
  if (owner.type === 'team') await getTeamForShare(trx, ctx.project.id, owner.id)
  else if (!(await findUserForShare(trx, ctx.project.id, owner.id))) throw new KnownError('USER_NOT_FOUND')
}

export async function listKeysOf(
  ctx: Context,
  owner: ApiKeyOwner,
  cursor: string | undefined,
): Promise<BoundedList<UsedApiKeyRow>> {
  await assertMayAsk(ctx, owner.type)
  await assertManagesKeysOf(ctx, owner)
  return listApiKeys(ctx.db, ctx.project.id, owner, cursor)
}

/** Identifies a key. A key of a team is only found with the ID of that team. */
export interface KeyPlace {
  type: ApiKeyType
  id: string
  teamId?: string
}

export async function readApiKey(ctx: Context, place: KeyPlace): Promise<UsedApiKeyRow> {
  await assertMayAsk(ctx, place.type)
  if (place.teamId) await assertManagesKeysOf(ctx, { type: 'team', id: place.teamId })
  const key = assertIsAt(place, await findApiKey(ctx.db, ctx.project.id, place.id))
  await assertManagesKeysOf(ctx, ownerOf(key))
  return key
}

export async function changeApiKey(
  ctx: Context,
  place: KeyPlace,
  body: { description?: string | undefined; expires_at_millis?: number | null | undefined; revoked?: true | undefined },
): Promise<UsedApiKeyRow> {
  const before = await readApiKey(ctx, place)
  const owner = ownerOf(before)
  await assertMayChange(ctx, owner)
  return inTransaction(ctx.db, async (trx) => {
    const key = assertIsAt(place, await findApiKeyForUpdate(trx, ctx.project.id, place.id))
    const isRevokedNow = body.revoked === true && key.revoked_at === null
    const { description, expires_at_millis } = body
    const change = {
      ...(description === undefined ? {} : { description }),
      ...(expires_at_millis === undefined ? {} : { expires_at: toDate(expires_at_millis) }),
      ...(isRevokedNow ? { revoked_at: ctx.now() } : {}),
    }
    await updateApiKey(trx, ctx.project.id, place.id, change)
    const target = { type: 'api_key' as const, id: key.id }
    const details = describeOwner(owner)
    if (description !== undefined || expires_at_millis !== undefined) {
      const expiry = expires_at_millis === undefined ? {} : { expires_at_millis }
      await recordAudit(trx, ctx, { action: 'api_key.updated', target, details: { ...details, ...expiry } })
      const data = toKeyBody({ ...key, ...change, revoked_at: key.revoked_at })
      await recordEvent(trx, ctx.project.id, { type: 'api_key.updated', data, now: ctx.now() })
    }
    const changed = { ...key, ...change }
    if (isRevokedNow) {
      await recordAudit(trx, ctx, { action: 'api_key.revoked', target, details })
      await announceRevoked(trx, ctx.project.id, [changed], ctx.now())
    }
    return { ...changed, used_at: before.used_at }
  })
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}

function assertIsAt<Row extends ApiKeyRow>(place: KeyPlace, key: Row | undefined): Row {
  const owner = key && ownerOf(key)
  const isThere = owner?.type === place.type && (place.teamId === undefined || owner.id === place.teamId)
  if (!key || !isThere) throw new KnownError('API_KEY_NOT_FOUND')
  return key
}

export async function checkApiKey(ctx: Context, type: ApiKeyType, value: string): Promise<ApiKeyRow> {
  await assertMayAsk(ctx, type)
  const now = ctx.now()
  const key = isApiKeyValue(value) ? await findApiKeyByValue(ctx.db, ctx.project.id, value) : undefined
  if (!key) throw new KnownError('API_KEY_NOT_FOUND')
  const actualType = ownerOf(key).type
  if (actualType !== type) throw new KnownError('WRONG_API_KEY_TYPE', { expected_type: type, actual_type: actualType })
  if (key.revoked_at || key.is_outdated || findRestriction(key, now)) throw new KnownError('API_KEY_REVOKED')
  if (key.expires_at && key.expires_at <= now) throw new KnownError('API_KEY_EXPIRED')
  apiKeyUses(ctx.platform).note(ctx.project.id, { id: key.id, at: now })
  return key
}

export function describeOwner(owner: ApiKeyOwner): Record<string, string> {
  return owner.type === 'user' ? { user_id: owner.id } : { team_id: owner.id }
}
