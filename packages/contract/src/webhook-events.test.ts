import { expect, test } from 'vitest'
import { z } from 'zod'
import { serverTeam } from './teams.ts'
import { serverUser } from './users.ts'
import { type WebhookEventType, webhookEvents, webhookEventTypes } from './webhook-events.ts'

const membership = z.strictObject({ team_id: z.uuid(), user_id: z.uuid() })
const teamPermission = membership.extend({ id: z.string() })
const projectPermission = z.strictObject({ id: z.string(), user_id: z.uuid() })
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
}

test.each(webhookEventTypes)('the example of %s is what servers receive', (type) => {
  expect(schemas[type].parse(webhookEvents[type].example)).toEqual(webhookEvents[type].example)
})
