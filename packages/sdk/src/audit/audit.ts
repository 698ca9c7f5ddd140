import type { Admin } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'
import type { PageOf } from '../transport/lists.ts'

export interface AuditEntry {
  readonly id: string
  readonly happenedAt: Date
  /** What was done, such as `user.created` or `project.config_changed`. */
  readonly action: string
  readonly actor: {
    readonly type: 'user' | 'owner' | 'server-key' | 'admin-key' | 'system' | 'unknown'
    /** The id of the user or owner, or of the key set if only a key was used. */
    readonly id: string | null
    /** The description of the key set. */
    readonly description: string | null
  }
  readonly target: { readonly type: string; readonly id: string }
  readonly details: Json
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

export interface ListAuditEntriesOptions {
  limit?: number | undefined
  cursor?: string | undefined
  actorId?: string | undefined
  targetId?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

export async function listAuditEntries(
  { core, as }: Admin,
  options: ListAuditEntriesOptions = {},
): Promise<PageOf<AuditEntry>> {
  const query = {
    limit: options.limit,
    cursor: options.cursor,
    actor_id: options.actorId,
    target_id: options.targetId,
    action: options.action,
    from_millis: options.from?.getTime(),
    until_millis: options.until?.getTime(),
  }
  const { items, pagination } = await core.call('GET /internal/audit-entries', { ...as, query })
  const entries = items.map((entry) =>
    Object.freeze({
      id: entry.id,
      happenedAt: new Date(entry.happened_at_millis),
      action: entry.action,
      actor: entry.actor,
      target: entry.target,
      details: entry.details as Json,
      ipAddress: entry.ip_address,
      userAgent: entry.user_agent,
      requestId: entry.request_id,
    }),
  )
  return Object.assign(entries, { nextCursor: pagination.next_cursor })
}
