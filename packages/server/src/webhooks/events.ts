import type { ServerUserBody } from '../accounts/users/body.ts'
import type { Db } from '../platform/db/database.ts'
import { enqueueJob } from '../platform/jobs/jobs.ts'
import type { ServerTeamBody } from '../teams/body.ts'
import { insertEvent } from './event-queries.ts'

/** The webhook events and their data. */
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

/** Must be called in the transaction that makes the change. */
export async function recordEvent<T extends keyof WebhookEvents>(
  db: Db,
  projectId: string,
  { type, data, now }: { type: T; data: WebhookEvents[T]; now: Date },
): Promise<void> {
  const event = { objectId: objectIdOf(data), type, data: JSON.stringify(data), now }
  for (const { name, payload } of await insertEvent(db, projectId, event)) await enqueueJob(db, name, payload)
}

/** Events about one membership stay in order, and so do those about one user or team. */
function objectIdOf(data: WebhookEvents[keyof WebhookEvents]): string {
  if (!('user_id' in data)) return data.id
  return 'team_id' in data ? `${data.team_id}/${data.user_id}` : data.user_id
}

/** The user and the team that an event is about, from the ID of its object. */
export function mentionsOf(type: string, objectId: string): { type: 'user' | 'team'; id: string }[] {
  const [id = '', userId] = objectId.split('/')
  if (userId) {
    return [
      { type: 'user', id: userId },
      { type: 'team', id },
    ]
  }
  if (/^(user|project_permission)\./.test(type)) return [{ type: 'user', id }]
  return type.startsWith('team.') ? [{ type: 'team', id }] : []
}
