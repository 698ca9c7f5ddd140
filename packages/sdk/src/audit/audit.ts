import type { Admin } from '../app/admin-stores.ts'
import type { AuditEntry, ListAuditEntriesOptions, PageOf } from '../app/admin-types.ts'
import type { Json } from '../app/types.ts'

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
