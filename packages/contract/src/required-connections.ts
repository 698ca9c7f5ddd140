import { z } from 'zod'
import { millis, noQuery, uuid } from './fields.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes, everyone } from './route.ts'

const member = z.object({
  user_id: z.string(),
  display_name: z.string().nullable(),
  primary_email: z.string().nullable(),
})

const requirement = z.object({
  is_required: z.boolean(),
  required_at_millis: millis.nullable(),
  break_glass_user_id: z.string().nullable(),
  break_glass_member: member.nullable().meta({ description: 'Who that is, as long as they are a member of the team.' }),
  unready_members: z.array(member).meta({
    description:
      'The first twenty members who could not sign in with a connection of the team: they have neither done so before ' +
      'nor a verified address in a domain that the team has proven, or another team requires its own connection.',
  }),
  unready_count: z.number(),
  revision,
})

const params = z.strictObject({ team_id: uuid })
const managed = { access: everyone, clientUser: 'USER_AUTHENTICATION_REQUIRED', params, query: noQuery } as const
const errors = ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'] as const

export const requiredConnectionRoutes = defineRoutes('settings', {
  'GET /teams/{team_id}/required-connection': {
    summary: 'Read whether members of a team sign in only with its connection',
    description: 'Clients need the permission `$manage_connections` in the team.',
    ...managed,
    response: requirement,
    errors,
  },
  'PATCH /teams/{team_id}/required-connection': {
    summary: 'Let members of a team sign in only with its connection',
    description:
      'When it is turned on, all other sessions of the members end, their own API keys from before are refused, and no ' +
      'other way to sign in works for them, whatever address they use: `CONNECTION_REQUIRED`. It is refused with 409 ' +
      'while a member is not ready, while no active connection has been tested or used, and for clients whose own ' +
      'session did not begin with it. Others join the team only by signing in with the connection, or through its ' +
      'directory. One member can be named who may also sign in with password and second factor; every such sign-in is ' +
      'audited and mailed to those who manage the connections.',
    ...managed,
    stepUp: true,
    headers: saveHeaders,
    body: z.strictObject({
      is_required: z.boolean().optional(),
      break_glass_user_id: uuid.nullable().optional(),
    }),
    response: requirement,
    errors,
  },
})
