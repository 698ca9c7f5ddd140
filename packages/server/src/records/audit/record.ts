import { randomUUID } from 'node:crypto'
import type { Context, RequestContext } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AuditAction, AuditTarget } from './actions.ts'
import { type AuditRow, insertAuditEntries, insertAuditEntry } from './queries.ts'

export interface AuditEntry {
  action: AuditAction
  target: AuditTarget
  /** Names and IDs that explain the entry. Never secrets or whole objects. */
  details?: Record<string, unknown>
}

type AuditedProject = { id: string } | null

export interface Actor {
  type: string
  id: string | null
}

/**
 * Records who did what, from where and when. Call it in the transaction that makes the change, or outside of it for
 * failures, because the transaction is rolled back. Open routes must pass the project.
 */
export async function recordAudit(
  db: Db,
  ctx: RequestContext,
  entry: AuditEntry,
  project: AuditedProject = ctx.project,
): Promise<void> {
  await insertAuditEntry(db, toAuditRow(ctx, entry, project))
}

/** Several at once. */
export async function recordAudits(db: Db, ctx: Context, entries: AuditEntry[], actor?: Actor): Promise<void> {
  await insertAuditEntries(
    db,
    entries.map((entry) => toAuditRow(ctx, entry, ctx.project, actor)),
  )
}

/** Records an action that the server took by itself. */
export async function recordSystemAudit(
  db: Db,
  projectId: string,
  { action, target, details }: AuditEntry,
  now: Date,
): Promise<void> {
  await insertAuditEntry(db, {
    project_id: projectId,
    id: randomUUID(),
    happened_at: now,
    action,
    actor_type: 'system',
    actor_id: null,
    target_type: target.type,
    target_id: target.id,
    details: details ? JSON.stringify(details) : null,
    ip_address: null,
    user_agent: null,
    request_id: null,
  })
}

export function toAuditRow(
  ctx: RequestContext,
  { action, target, details }: AuditEntry,
  project: AuditedProject = ctx.project,
  knownActor?: Actor,
): AuditRow {
  if (!project) throw new Error(`The audit entry ${action} has no project.`)
  const actor = knownActor ?? actorOf(ctx, action, target, project.id)
  const onBehalfOf = actor.type.endsWith('-key') && ctx.token ? { on_behalf_of: ctx.token.sub } : undefined
  return {
    project_id: project.id,
    id: randomUUID(),
    happened_at: ctx.now(),
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    target_type: target.type,
    target_id: target.id,
    details: details || onBehalfOf ? JSON.stringify({ ...details, ...onBehalfOf }) : null,
    ip_address: ctx.caller.address ?? null,
    user_agent: ctx.caller.headers.get('user-agent')?.slice(0, maxUserAgent) ?? null,
    request_id: ctx.requestId,
  }
}

const maxUserAgent = 300

/**
 * A directory of a company, the set-up link of a connection, a project owner, a server or admin key (also if it acts for a
 * user), or a user. Without a token, as when signing in, the actor is the user that the entry is about, unless anybody can
 * cause the action.
 */
export function actorOf(ctx: RequestContext, action: AuditAction, target: AuditTarget, projectId: string): Actor {
  if (action === 'user.sign_in_failed') return { type: 'unknown', id: null }
  if (ctx.directoryId) return { type: 'directory', id: ctx.directoryId }
  if (ctx.setupOf) return { type: 'setup-link', id: ctx.setupOf }
  if (ctx.owner) return { type: 'owner', id: ctx.owner.id }
  const userId = ctx.token?.sub ?? null
  // Users of the internal project, who create projects.
  if (ctx.project && ctx.project.id !== projectId && ctx.access === 'client') return { type: 'owner', id: userId }
  if (ctx.access === 'server' || ctx.access === 'admin') {
    return { type: `${ctx.access}-key`, id: ctx.keySetId }
  }
  if (userId) return { type: 'user', id: userId }
  if (causedByAnybody.has(action)) return { type: 'unknown', id: null }
  return target.type === 'user' ? { type: 'user', id: target.id } : { type: 'unknown', id: null }
}

/** Actions that anybody can cause for a user by requesting a code or using one twice. */
const causedByAnybody: ReadonlySet<AuditAction> = new Set(['otp.enabled', 'session.revoked', 'session.copy_refused'])
