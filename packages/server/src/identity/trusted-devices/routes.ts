import type { trustedDeviceRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { deleteTrustedDevice, endTrust, listTrustedDevices } from '../../records/trusted-devices/queries.ts'
import { assertOwnAccount, assertOwnUser } from '../users/own.ts'

export const trustedDeviceHandlers: Handlers<typeof trustedDeviceRoutes> = {
  'GET /auth/trusted-devices': async ({ ctx, clientUser, query }) => {
    assertOwnUser(clientUser, query.user_id)
    const devices = await listTrustedDevices(ctx.db, ctx.project.id, query.user_id, ctx.now())
    const items = devices.map(({ id, user_id, user_agent, created_at, expires_at, last_used_at }) => ({
      id,
      user_id,
      user_agent,
      created_at_millis: created_at.getTime(),
      expires_at_millis: expires_at.getTime(),
      last_used_at_millis: last_used_at?.getTime() ?? null,
    }))
    return { items, is_paginated: false }
  },

  'DELETE /auth/trusted-devices/{user_id}': async ({ ctx, clientUser, params }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    await inTransaction(ctx.db, async (trx) => {
      const count = await endTrust(trx, ctx.project.id, params.user_id)
      if (count > 0) await recordRemoval(trx, ctx, params.user_id, { count })
    })
    return { success: true }
  },

  'DELETE /auth/trusted-devices/{user_id}/{id}': async ({ ctx, clientUser, params }) => {
    const { user_id: userId, id } = params
    await assertOwnAccount(ctx, clientUser, userId)
    await inTransaction(ctx.db, async (trx) => {
      const wasTrusted = await deleteTrustedDevice(trx, ctx.project.id, userId, id)
      if (!wasTrusted) throw new PlainError(404, 'The user does not trust this device.')
      await recordRemoval(trx, ctx, userId, { count: 1, trusted_device_id: id })
    })
    return { success: true }
  },
}

async function recordRemoval(trx: Db, ctx: Context, id: string, details: Record<string, unknown>): Promise<void> {
  await recordAudit(trx, ctx, { action: 'trusted_device.removed', target: { type: 'user', id }, details })
}
