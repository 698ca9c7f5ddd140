import { KnownError, type projectKeyRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { randomCode } from '../../platform/random-code.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { projectCache } from '../cache.ts'
import { listFieldChanges } from '../project-config/changes.ts'
import {
  findKeySet,
  findKeySetForUpdate,
  insertKeySet,
  type KeyOrigin,
  type KeySetRow,
  type KeyValues,
  listKeySets,
  replaceKeySet,
  updateKeySet,
} from './queries.ts'

export const projectKeyHandlers: Handlers<typeof projectKeyRoutes> = {
  'GET /internal/api-keys': async ({ ctx, query: { cursor, include_last_use } }) => {
    const { rows, nextCursor } = await listKeySets(ctx.db, ctx.project.id, cursor)
    const items = rows.map((set) => ({
      ...toObfuscatedBody(set),
      ...(include_last_use === 'true' && {
        last_used_at_millis: set.used_at?.getTime() ?? null,
        created_by: set.created_by === null ? null : { user_id: set.created_by, name: set.creator_name },
      }),
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'POST /internal/api-keys': async ({ ctx, body }) => {
    const keys = createKeys({
      hasClientKey: body.has_publishable_client_key,
      hasServerKey: body.has_secret_server_key,
      hasAdminKey: body.has_super_secret_admin_key,
    })
    const { description } = body
    const expiresAt = new Date(body.expires_at_millis)
    const set = await inTransaction(ctx.db, async (trx) => {
      const inserted = await insertKeySet(trx, ctx.project.id, {
        description,
        now: ctx.now(),
        expiresAt,
        keys,
        origin: await findOrigin(trx, ctx),
      })
      await recordAudit(trx, ctx, {
        action: 'project_key_set.created',
        target: { type: 'project_key_set', id: inserted.id },
        details: { kinds: Object.keys(keys) },
      })
      return inserted
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return toNewBody(set, keys)
  },

  'GET /internal/api-keys/{id}': async ({ ctx, params }) => {
    const set = await findKeySet(ctx.db, ctx.project.id, params.id)
    if (!set) throw new KnownError('API_KEY_NOT_FOUND')
    return toObfuscatedBody(set)
  },

  'PATCH /internal/api-keys/{id}': async ({ ctx, params, body }) => {
    const set = await inTransaction(ctx.db, async (trx) => {
      const before = await findKeySetForUpdate(trx, ctx.project.id, params.id)
      if (!before) throw new KnownError('API_KEY_NOT_FOUND')
      const change = { description: body.description, revokedAt: body.revoked ? ctx.now() : undefined }
      const updated = await updateKeySet(trx, ctx.project.id, params.id, change)
      const target = { type: 'project_key_set' as const, id: updated.id }
      const changes = listFieldChanges(before, updated, ['description'])
      if (changes.length > 0) {
        await recordAudit(trx, ctx, { action: 'project_key_set.updated', target, details: { changes } })
      }
      if (!before.revoked_at && updated.revoked_at) {
        await recordAudit(trx, ctx, { action: 'project_key_set.revoked', target })
      }
      return updated
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return toObfuscatedBody(set)
  },

  'POST /internal/api-keys/{id}/rotate': async ({ ctx, params, body }) => {
    const created = await inTransaction(ctx.db, (trx) =>
      rotate(trx, ctx, params.id, new Date(body.old_keys_expire_at_millis)),
    )
    projectCache(ctx.platform).forget(ctx.project.id)
    return toNewBody(created.set, created.keys)
  },
}

async function rotate(trx: Db, ctx: Context, id: string, oldExpiresAt: Date) {
  const now = ctx.now()
  const old = await findKeySetForUpdate(trx, ctx.project.id, id)
  if (!old) throw new KnownError('API_KEY_NOT_FOUND')
  if (old.revoked_at || old.expires_at <= now) {
    throw new PlainError(409, 'These keys no longer work, so there is nothing to replace. Create new keys instead.')
  }
  const keys = createKeys({
    hasClientKey: old.publishable_client_key_hash !== null,
    hasServerKey: old.secret_server_key_hash !== null,
    hasAdminKey: old.super_secret_admin_key_hash !== null,
  })
  const lifetime = old.expires_at.getTime() - old.created_at.getTime()
  const set = await insertKeySet(trx, ctx.project.id, {
    description: old.description,
    now,
    expiresAt: new Date(Math.min(now.getTime() + lifetime, lastMoment)),
    keys,
    origin: await findOrigin(trx, ctx),
  })
  const { expires_at } = await replaceKeySet(trx, ctx.project.id, id, { now, expiresAt: oldExpiresAt })
  await recordAudit(trx, ctx, {
    action: 'project_key_set.rotated',
    target: { type: 'project_key_set', id: set.id },
    details: { kinds: Object.keys(keys), old_key_set_id: id, old_keys_expire_at_millis: expires_at.getTime() },
  })
  return { set, keys }
}

/** The latest time that JavaScript knows. */
const lastMoment = 8_640_000_000_000_000

interface KeyKinds {
  hasClientKey: boolean
  hasServerKey: boolean
  hasAdminKey: boolean
}

function createKeys({ hasClientKey, hasServerKey, hasAdminKey }: KeyKinds): KeyValues {
  return {
    ...(hasClientKey ? { publishableClientKey: `pck_${randomCode()}` } : {}),
    ...(hasServerKey ? { secretServerKey: `ssk_${randomCode()}` } : {}),
    ...(hasAdminKey ? { superSecretAdminKey: `sak_${randomCode()}` } : {}),
  }
}

/** What a key creates is no more than the key is. */
async function findOrigin(trx: Db, ctx: Context): Promise<KeyOrigin> {
  const { owner, project } = ctx
  if (owner) return { created_by: owner.id, may_delete_project: owner.role === 'owner' }
  const setId = ctx.keySetId
  const { created_by = null, may_delete_project = true } = (setId && (await findKeySet(trx, project.id, setId))) || {}
  return { created_by, may_delete_project }
}

function toBody(set: KeySetRow) {
  return {
    id: set.id,
    description: set.description,
    created_at_millis: set.created_at.getTime(),
    expires_at_millis: set.expires_at.getTime(),
  }
}

function toNewBody(set: KeySetRow, keys: KeyValues) {
  return {
    ...toBody(set),
    publishable_client_key: keys.publishableClientKey,
    secret_server_key: keys.secretServerKey,
    super_secret_admin_key: keys.superSecretAdminKey,
  }
}

function toObfuscatedBody(set: KeySetRow) {
  const shown = (lastFour: string | null) => (lastFour === null ? undefined : { last_four: lastFour })
  return {
    ...toBody(set),
    ...(set.revoked_at ? { manually_revoked_at_millis: set.revoked_at.getTime() } : {}),
    publishable_client_key: shown(set.publishable_client_key_last_four),
    secret_server_key: shown(set.secret_server_key_last_four),
    super_secret_admin_key: shown(set.super_secret_admin_key_last_four),
  }
}
