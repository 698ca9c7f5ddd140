import { type dataVaultRoutes, KnownError } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import type { Context } from '../http/context.ts'
import { hashVaultKey, openValue, type Place, sealValue } from './envelope.ts'
import { findVaultValue, upsertVaultValue } from './queries.ts'

export const dataVaultHandlers: Handlers<typeof dataVaultRoutes> = {
  'POST /data-vault/stores/{store}/set': async ({ ctx, params, body }) => {
    const place = getPlace(ctx, params.store, body.hashed_key)
    const envelope = sealValue(body.encrypted_value, place, ctx.services.secrets)
    await upsertVaultValue(ctx.db, ctx.project.id, place, envelope, ctx.now())
    return { success: true }
  },

  'POST /data-vault/stores/{store}/get': async ({ ctx, params, body, countLimits }) => {
    const place = getPlace(ctx, params.store, body.hashed_key)
    await countLimits()
    const envelope = await findVaultValue(ctx.db, ctx.project.id, place)
    if (!envelope) {
      const details = { store_id: params.store, hashed_key: body.hashed_key }
      throw new KnownError('DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST', details)
    }
    return { encrypted_value: openValue(envelope, place, ctx.services.secrets) }
  },
}

function getPlace({ project, services }: Context, storeId: string, hashedKey: string): Place {
  if (!Object.hasOwn(project.config.dataVault.stores, storeId)) {
    throw new KnownError('DATA_VAULT_STORE_DOES_NOT_EXIST', { store_id: storeId })
  }
  return { projectId: project.id, storeId, keyHash: hashVaultKey(hashedKey, services.vaultHashKey) }
}
