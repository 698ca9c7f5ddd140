import type { OAuthGrantEndReason } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Actor, recordAudits } from '../../records/audit/record.ts'
import { recordEvents } from '../../webhooks/events.ts'
import { toGrantEvent } from './body.ts'
import { deleteGrants, type GrantsWhere } from './queries.ts'

const batchSize = 1_000

/** Who did it, if it was not whoever makes the request. */
const system: Actor = { type: 'system', id: null }
const actors: Partial<Record<OAuthGrantEndReason, Actor>> = {
  ended_by_client: system,
  token_reused: system,
  resource_removed: system,
}

/**
 * Ends the access of apps and agents: their codes and tokens go with the rows, which every server reads at each use. Must
 * be called in the transaction of the change that causes it, after the user has been locked if it is about one: otherwise
 * a concurrent approval could give new access. Returns how many there were.
 */
export async function endGrants(
  trx: Db,
  ctx: Context,
  where: GrantsWhere,
  reason: OAuthGrantEndReason,
): Promise<number> {
  const now = ctx.now()
  let count = 0
  for (;;) {
    const deleted = await deleteGrants(trx, ctx.project.id, where, batchSize)
    count += deleted.length
    // Access that had already expired did not end now.
    const ended = deleted.filter(({ expires_at }) => expires_at === null || expires_at > now)
    const events = ended.map((grant) => ({
      type: 'oauth_grant.revoked' as const,
      data: { ...toGrantEvent(grant), reason },
    }))
    await recordEvents(trx, ctx.project.id, events, now)
    const entries = ended.map(({ id, user_id, client_id, client_name }) => ({
      action: 'oauth_grant.revoked' as const,
      target: { type: 'user' as const, id: user_id },
      details: { grant_id: id, client_id, client_name, reason },
    }))
    if (entries.length > 0) await recordAudits(trx, ctx, entries, actors[reason])
    if (deleted.length < batchSize) return count
  }
}
