import type { Context } from '../../http/context.ts'
import type { AuditRow } from '../../records/audit/queries.ts'
import { toAuditRow } from '../../records/audit/record.ts'
import { basisOf, type SaveBasis } from '../revisions/basis.ts'

/** Who changes the configuration, when, and based on which revision. */
export type ConfigAuthor = Pick<AuditRow, 'actor_type' | 'happened_at'> & {
  actor_id: string | null
  basis?: SaveBasis | undefined
}

/** The same as in the audit log. */
export function authorOf(ctx: Context): ConfigAuthor {
  const target = { type: 'project' as const, id: ctx.project.id }
  const { actor_type, actor_id = null, happened_at } = toAuditRow(ctx, { action: 'project.config_changed', target })
  return { actor_type, actor_id, happened_at, basis: basisOf(ctx) }
}

/** The server itself, as when it starts. */
export function byServer(now: Date): ConfigAuthor {
  return { actor_type: 'system', actor_id: null, happened_at: now }
}
