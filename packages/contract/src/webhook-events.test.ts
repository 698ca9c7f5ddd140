import { expect, test } from 'vitest'
import { z } from 'zod'
import { auditEntry } from './audit.ts'
import { routes } from './index.ts'
import { serverTeam } from './teams.ts'
import { serverUser } from './users.ts'
import {
  auditEvent,
  oauthGrantEndReasons,
  sessionEndReasons,
  type WebhookEventType,
  webhookEvents,
  webhookEventTypes,
} from './webhook-events.ts'

const membership = z.strictObject({ team_id: z.uuid(), user_id: z.uuid() })
const teamPermission = membership.extend({ id: z.string() })
const projectPermission = z.strictObject({ id: z.string(), user_id: z.uuid() })
const userApiKey = routes['GET /user-api-keys/{id}'].response.strict()
const customer = {
  customer_type: z.enum(['user', 'team', 'custom']),
  customer_id: z.string(),
  offer_id: z.string().nullable(),
  quantity: z.number(),
}
const bought = { price_id: z.string().nullable(), test_mode: z.boolean() }
const oauthGrant = {
  id: z.string(),
  user_id: z.uuid(),
  client_id: z.string(),
  client_name: z.string(),
  team_id: z.uuid().nullable(),
  scopes: z.array(z.string()),
  created_at_millis: z.number(),
  expires_at_millis: z.number().nullable(),
}
const session = { id: z.uuid(), user_id: z.uuid(), is_impersonation: z.boolean() }
const email = { id: z.uuid(), template: z.string(), to: z.array(z.email()), sent_at_millis: z.number() }
const schemas: Record<WebhookEventType, z.ZodType> = {
  'user.created': serverUser.strict(),
  'user.updated': serverUser.strict(),
  'user.deleted': z.strictObject({ id: z.uuid(), teams: z.array(z.strictObject({ id: z.uuid() })) }),
  'team.created': serverTeam.strict(),
  'team.updated': serverTeam.strict(),
  'team.deleted': z.strictObject({ id: z.uuid() }),
  'team_membership.created': membership,
  'team_membership.deleted': membership,
  'team_permission.created': teamPermission,
  'team_permission.deleted': teamPermission,
  'project_permission.created': projectPermission,
  'project_permission.deleted': projectPermission,
  'user.restricted': z.strictObject({ id: z.uuid(), reason: z.string(), until_millis: z.number().nullable() }),
  'user.unrestricted': z.strictObject({ id: z.uuid() }),
  'api_key.created': userApiKey,
  'api_key.updated': userApiKey,
  'api_key.revoked': userApiKey,
  'oauth_grant.created': z.strictObject(oauthGrant),
  'oauth_grant.revoked': z.strictObject({ ...oauthGrant, reason: z.enum(oauthGrantEndReasons) }),
  'purchase.completed': z.strictObject({ ...customer, ...bought }),
  'subscription.created': z.strictObject({ ...customer, ...bought, status: z.string() }),
  'subscription.updated': z.strictObject({ ...customer, status: z.string() }),
  'session.created': z.strictObject({
    ...session,
    method: z.string(),
    created_at_millis: z.number(),
    expires_at_millis: z.number(),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
  }),
  'session.ended': z.strictObject({ ...session, reason: z.enum(sessionEndReasons) }),
  'email.sent': z.strictObject(email),
  'email.failed': z.strictObject({ ...email, error: z.string() }),
}

test.each(webhookEventTypes)('the example of %s is what servers receive', (type) => {
  expect(schemas[type].parse(webhookEvents[type].example)).toEqual(webhookEvents[type].example)
})

test('the example of an audit event is an entry of the audit log', () => {
  expect(auditEntry.strict().parse(auditEvent.example)).toEqual(auditEvent.example)
})
