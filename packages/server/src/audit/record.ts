import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { RequestContext } from '../http/context.ts'
import type { AuditAction, AuditTarget } from './actions.ts'

export interface AuditEntry {
  action: AuditAction
  target: AuditTarget
  /** Names and ids that explain the entry later. Never a secret, never a whole object. */
  details?: Record<string, unknown>
}

/** Remembers who did it, from where and when. To be called in the transaction that makes the change. */
export async function recordAudit(
  db: Db,
  ctx: RequestContext & { project: { id: string } },
  { action, target, details }: AuditEntry,
): Promise<void> {
  const actor = actorOf(ctx, target)
  await db
    .insertInto('audit_entries')
    .values({
      project_id: ctx.project.id,
      id: randomUUID(),
      happened_at: ctx.now(),
      action,
      actor_type: actor.type,
      actor_id: actor.id,
      target_type: target.type,
      target_id: target.id,
      details: details ? JSON.stringify(details) : null,
      ip_address: ctx.caller.address ?? null,
      user_agent: ctx.caller.headers.get('user-agent')?.slice(0, maxUserAgent) ?? null,
      request_id: ctx.requestId,
    })
    .execute()
}

const maxUserAgent = 300

/**
 * A project owner at work, a server or admin key, or a user. A user who has no token yet, as at sign-in, is the one
 * that the entry is about.
 */
function actorOf(ctx: RequestContext, target: AuditTarget): { type: string; id: string | null } {
  if (ctx.ownerId) return { type: 'owner', id: ctx.ownerId }
  if (ctx.access === 'server' || ctx.access === 'admin')
    return { type: `${ctx.access}-key`, id: ctx.token?.sub ?? null }
  return { type: 'user', id: ctx.token?.sub ?? (target.type === 'user' ? target.id : null) }
}

const keptDays = 400

export async function deleteOldAuditEntries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 3600 * 1000)
  await db.deleteFrom('audit_entries').where('happened_at', '<', before).execute()
}
