import type { CustomerType } from '@latchkey/contract'
import type { ServerUserBody } from '../accounts/users/body.ts'
import type { TeamKeyBody, UserKeyBody } from '../identity/api-keys/body.ts'
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
  'user.restricted': { id: string; reason: string; until_millis: number | null }
  'user.unrestricted': { id: string }
  'api_key.created': UserKeyBody | TeamKeyBody
  'api_key.updated': UserKeyBody | TeamKeyBody
  'api_key.revoked': UserKeyBody | TeamKeyBody
  'purchase.completed': CustomerEvent & { price_id: string | null; test_mode: boolean }
  'subscription.created': CustomerEvent & { price_id: string | null; test_mode: boolean; status: string }
  'subscription.updated': CustomerEvent & { status: string }
}

interface CustomerEvent {
  customer_type: CustomerType
  customer_id: string
  offer_id: string | null
  quantity: number
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

/**
 * Events about one membership stay in order, and so do those about one user or team, the keys of one of them, and the
 * purchases of one customer.
 */
function objectIdOf(data: WebhookEvents[keyof WebhookEvents]): string {
  if ('customer_type' in data) return `${data.customer_type}:${data.customer_id}`
  if ('type' in data) return data.type === 'user' ? `user:${data.user_id}` : `team:${data.team_id}`
  if (!('user_id' in data)) return data.id
  return 'team_id' in data ? `${data.team_id}/${data.user_id}` : data.user_id
}

/** The user and the team that an event is about, from the ID of its object. */
export function mentionsOf(type: string, objectId: string): { type: 'user' | 'team'; id: string }[] {
  const [, kind, holder = ''] = /^(user|team):(.+)$/.exec(objectId) ?? []
  if (kind) return [{ type: kind as 'user' | 'team', id: holder }]
  if (/^(user|project_permission)\./.test(type)) return [{ type: 'user', id: objectId }]
  if (type.startsWith('team.')) return [{ type: 'team', id: objectId }]
  const [, teamId = '', userId] = /^(.+)\/(.+)$/.exec(type.startsWith('team_') ? objectId : '') ?? []
  if (!userId) return []
  return [
    { type: 'user', id: userId },
    { type: 'team', id: teamId },
  ]
}
