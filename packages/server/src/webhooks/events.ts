import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deleteInBatches } from '../db/batches.ts'
import type { Db } from '../db/database.ts'
import type { ServerTeamBody } from '../teams/body.ts'
import type { ServerUserBody } from '../users/body.ts'

/** What receivers of webhooks are told, by type of event. */
export interface WebhookEvents {
  'user.created': ServerUserBody
  'user.updated': ServerUserBody
  'user.deleted': { id: string; teams: { id: string }[] }
  'team.created': ServerTeamBody
  'team.updated': ServerTeamBody
  'team.deleted': { id: string }
  'team_membership.created': { team_id: string; user_id: string }
  'team_membership.deleted': { team_id: string; user_id: string }
  'team_permission.created': { id: string; team_id: string; user_id: string }
  'team_permission.deleted': { id: string; team_id: string; user_id: string }
  'project_permission.created': { id: string; user_id: string }
  'project_permission.deleted': { id: string; user_id: string }
}

/** To be called in the transaction that makes the change. */
export async function recordEvent<T extends keyof WebhookEvents>(
  db: Db,
  projectId: string,
  event: { type: T; data: WebhookEvents[T]; now: Date },
): Promise<void> {
  await db
    .insertInto('webhook_events')
    .values({
      project_id: projectId,
      id: randomUUID(),
      object_id: objectIdOf(event.data),
      type: event.type,
      data: JSON.stringify(event.data),
      created_at: event.now,
    })
    .execute()
}

/** Events about one membership stay in order among themselves, and so do those about one user or team. */
function objectIdOf(data: WebhookEvents[keyof WebhookEvents]): string {
  if (!('user_id' in data)) return data.id
  return 'team_id' in data ? `${data.team_id}/${data.user_id}` : data.user_id
}

const keptDays = 30

/** The table stays bounded, whether or not anybody listens. */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 3600 * 1000)
  await deleteInBatches(db, 'webhook_events', sql`created_at < ${before}`)
}
