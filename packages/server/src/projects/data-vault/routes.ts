import { type dataVaultRoutes, KnownError } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { hashVaultKey, openValue, type Place, sealValue } from './envelope.ts'
import { vaultHashKey } from './hash-key.ts'
import { countVaultValues, findVaultValue, upsertVaultValue } from './queries.ts'

/** Counting more would read too much for a number that nobody needs exactly. */
const countLimit = 10_000

export const dataVaultHandlers: Handlers<typeof dataVaultRoutes> = {
  'GET /internal/data-vault/stores': async ({ ctx }) => {
    const { stores } = ctx.project.config.dataVault
    const counts = await countVaultValues(ctx.db, ctx.project.id, Object.keys(stores), countLimit + 1)
    return {
      stores: Object.entries(stores).map(([id, { displayName }]) => {
        const count = counts.get(id) ?? 0
        return {
          id,
          display_name: displayName,
          value_count: Math.min(count, countLimit),
          has_more: count > countLimit,
        }
      }),
    }
  },

  'POST /data-vault/stores/{store}/set': async ({ ctx, params, body }) => {
    const place = await getPlace(ctx, params.store, body.hashed_key)
    const envelope = sealValue(body.encrypted_value, place, ctx.platform.secrets)
    await upsertVaultValue(ctx.db, ctx.project.id, place, envelope, ctx.now())
    return { success: true }
  },

  'POST /data-vault/stores/{store}/get': async ({ ctx, params, body }) => {
    const place = await getPlace(ctx, params.store, body.hashed_key)
    const envelope = await findVaultValue(ctx.db, ctx.project.id, place)
    if (!envelope) {
      const details = { store_id: params.store, hashed_key: body.hashed_key }
      throw new KnownError('DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST', details)
    }
    return { encrypted_value: openValue(envelope, place, ctx.platform.secrets) }
  },
}

async function getPlace({ project, platform }: Context, storeId: string, hashedKey: string): Promise<Place> {
  if (!Object.hasOwn(project.config.dataVault.stores, storeId)) {
    throw new KnownError('DATA_VAULT_STORE_DOES_NOT_EXIST', { store_id: storeId })
  }
  return { projectId: project.id, storeId, keyHash: hashVaultKey(hashedKey, await vaultHashKey(platform)) }
}
