import { randomUUID } from 'node:crypto'
import type { CustomerType, OAuthGrantEndReason, SessionEndReason } from '@latchkey/contract'
import type { ServerUserBody } from '../accounts/users/body.ts'
import type { TeamKeyBody, UserKeyBody } from '../identity/api-keys/body.ts'
import type { Db } from '../platform/db/database.ts'
import type { ServerTeamBody } from '../teams/body.ts'
import { insertEvents } from './event-queries.ts'

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
  'oauth_grant.created': GrantEvent
  'oauth_grant.revoked': GrantEvent & { reason: OAuthGrantEndReason }
  'purchase.completed': CustomerEvent & { price_id: string | null; test_mode: boolean }
  'subscription.created': CustomerEvent & { price_id: string | null; test_mode: boolean; status: string }
  'subscription.updated': CustomerEvent & { status: string }
  'session.created': StartedSession
  'session.ended': { id: string; user_id: string; is_impersonation: boolean; reason: SessionEndReason }
  'email.sent': EmailEvent
  'email.failed': EmailEvent & { error: string }
}

interface StartedSession {
  id: string
  user_id: string
  is_impersonation: boolean
  method: string
  created_at_millis: number
  expires_at_millis: number
  ip_address: string | null
  user_agent: string | null
}

interface GrantEvent {
  id: string
  user_id: string
  client_id: string
  client_name: string
  team_id: string | null
  scopes: string[]
  created_at_millis: number
  expires_at_millis: number | null
}

/** Never its subject or content, which may contain codes and links. */
interface EmailEvent {
  id: string
  template: string
  to: string[]
  sent_at_millis: number
}

interface CustomerEvent {
  customer_type: CustomerType
  customer_id: string
  offer_id: string | null
  quantity: number
}

type EventType = keyof WebhookEvents

export interface NewEvent<T extends EventType = EventType> {
  /** Set by callers that may have to repeat the insert. */
  id?: string
  type: T
  data: WebhookEvents[T]
}

/** Must be called in the transaction that makes the change. */
export async function recordEvent<T extends EventType>(
  db: Db,
  projectId: string,
  { now, ...event }: NewEvent<T> & { now: Date },
): Promise<void> {
  await recordEvents(db, projectId, [event], now)
}

/** Several at once, in this order. */
export async function recordEvents<T extends EventType>(
  db: Db,
  projectId: string,
  events: NewEvent<T>[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id = randomUUID(), type, data }) => ({ id, object_id: objectIdOf(data), type, data }))
  await insertEvents(db, projectId, rows, now)
}

/**
 * Events about one membership stay in order, and so do those about one user with their sessions and apps, one team, the
 * keys of one of them, the purchases of one customer, and the emails to one address.
 */
function objectIdOf(data: WebhookEvents[EventType]): string {
  if ('to' in data) return `email:${data.to.join()}`
  if ('customer_type' in data) return `${data.customer_type}:${data.customer_id}`
  if ('type' in data) return data.type === 'user' ? `user:${data.user_id}` : `team:${data.team_id}`
  if (!('user_id' in data)) return data.id
  if ('client_id' in data) return data.user_id
  return 'team_id' in data ? `${data.team_id}/${data.user_id}` : data.user_id
}

/** The user and the team that an event is about, from the ID of its object. */
export function mentionsOf(type: string, objectId: string): { type: 'user' | 'team'; id: string }[] {
  const [, kind, holder = ''] = /^(?:audit:)?(user|team):(.+)$/.exec(objectId) ?? []
  if (kind) return [{ type: kind as 'user' | 'team', id: holder }]
  if (/^(user|session|oauth_grant|project_permission)\./.test(type)) return [{ type: 'user', id: objectId }]
  if (type.startsWith('team.')) return [{ type: 'team', id: objectId }]
  const [, teamId = '', userId] = /^(.+)\/(.+)$/.exec(type.startsWith('team_') ? objectId : '') ?? []
  if (!userId) return []
  return [
    { type: 'user', id: userId },
    { type: 'team', id: teamId },
  ]
}
