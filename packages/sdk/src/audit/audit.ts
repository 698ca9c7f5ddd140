import type { Admin } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'
import type { PageOf } from '../transport/lists.ts'

/**
 * An action of an owner, a key or the system in the project.
 * @example
 * for (const entry of await adminApp.listAuditEntries()) {
 *   console.log(entry.id, entry.happenedAt, entry.actor.type, entry.action, entry.target.id, entry.details)
 *   console.log('from', entry.ipAddress, entry.userAgent, entry.requestId)
 * }
 */
export interface AuditEntry {
  /** The id of the entry. */
  readonly id: string
  /** When it happened. */
  readonly happenedAt: Date
  /** The type of the action, such as `user.created` or `project.config_changed`. */
  readonly action: string
  /** Who did it. */
  readonly actor: {
    readonly type: 'user' | 'owner' | 'server-key' | 'admin-key' | 'directory' | 'setup-link' | 'system' | 'unknown'
    /** The id of the user, owner or directory, of the connection of a set-up link, or of the key set if only a key was used. */
    readonly id: string | null
    /** The description of the key set. */
    readonly description: string | null
  }
  /** The target of the action. */
  readonly target: { readonly type: string; readonly id: string }
  /** Details that depend on the action. */
  readonly details: Json
  /** The IP address of the request. */
  readonly ipAddress: string | null
  /** The browser or program that sent the request. */
  readonly userAgent: string | null
  /** The id of the request, which the server's log contains too. */
  readonly requestId: string | null
}

/**
 * Filters for the audit log. All filters apply together.
 * @example
 * const from = new Date('2026-01-01')
 * const page = await adminApp.listAuditEntries({ actorId: user.id, action: 'team.deleted', from, until: new Date(), limit: 50 })
 * await adminApp.listAuditEntries({ targetId: team.id, cursor: page.nextCursor ?? undefined })
 */
export interface ListAuditEntriesOptions {
  /** The maximum number of entries. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** Only actions of this user or key. */
  actorId?: string | undefined
  /** Only actions on this target. */
  targetId?: string | undefined
  /** Only this action. */
  action?: string | undefined
  /** Only entries at or after this time. */
  from?: Date | undefined
  /** Only entries before this time. */
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
