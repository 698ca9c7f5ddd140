import { KnownError } from '@latchkey/contract'
import { assertOwnSession } from '../../accounts/sessions/start.ts'
import { requireUser } from '../../accounts/users/signed-in.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { listGrantingIds } from '../../teams/permissions/graph.ts'
import { findMembershipWithPermission } from '../../teams/permissions/queries.ts'
import type { ApiKeyOwner } from './queries.ts'
import type { ApiKeyType } from './value.ts'

/** Call it first: if API keys are not enabled, no route about them works. */
export async function assertMayAsk(ctx: Context, type: ApiKeyType): Promise<void> {
  if (!ctx.project.config.apiKeys.enabled[type]) {
    throw new PlainError(400, `API keys of ${type}s are not enabled for this project.`)
  }
  if (ctx.access === 'client') await requireUser(ctx)
}

/** Clients manage their own keys and, with the permission, those of their teams. Does not reveal which teams exist. */
export async function assertManagesKeysOf(ctx: Context, owner: ApiKeyOwner): Promise<void> {
  if (ctx.access !== 'client') return
  const caller = await requireUser(ctx)
  if (owner.type === 'user') {
    if (owner.id !== caller.id) throw new PlainError(403, 'Users can only manage their own API keys.')
    return
  }
  const membership = await findMembershipWithPermission(ctx.db, ctx.project.id, {
    teamId: owner.id,
    userId: caller.id,
    permissionIds: listGrantingIds(ctx.project.config, 'team', '$manage_api_keys'),
  })
  if (!membership?.hasPermission) throw new KnownError('API_KEY_NOT_FOUND')
}

/** A key outlives the session that creates it, so the session must still exist and must not be an impersonation. */
export async function assertMayChange(ctx: Context, owner: ApiKeyOwner): Promise<void> {
  await assertManagesKeysOf(ctx, owner)
  if (ctx.access === 'client') await assertOwnSession(ctx)
}
