import { z } from 'zod'
import { byAccess } from './access.ts'
import { listCursor, millis, pageOf, success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { ipInfo } from './sessions.ts'

const maxListedGrants = 200

const scope = z.object({
  id: z.string(),
  display_name: z.string().nullable().meta({ description: 'Null for built-in scopes, which screens describe.' }),
  description: z.string().nullable(),
})

/** An app or agent with access to the account of a user. */
export const oauthGrant = z.object({
  id: z.string(),
  user_id: z.string(),
  client: z.object({
    id: z.string(),
    display_name: z
      .string()
      .meta({ description: 'What a client that nobody has checked was called when the user let it in.' }),
    host: z.string().nullable().meta({ description: 'Of the metadata document of a client that introduces itself.' }),
    is_verified: z.boolean().meta({ description: 'Whether owners of the project have registered it.' }),
    type: z
      .enum(['web', 'single_page', 'native', 'machine'])
      .nullable()
      .meta({ description: 'Null for clients that introduce themselves.' }),
  }),
  scopes: z.array(scope).meta({ description: 'What the user has allowed, without what the project no longer offers.' }),
  team: z
    .object({ id: z.string(), display_name: z.string() })
    .nullable()
    .meta({ description: 'The team whose permissions the client may use.' }),
  created_at_millis: millis,
  expires_at_millis: millis.nullable(),
  last_used_at_millis: millis.nullable(),
  last_used_ip_info: ipInfo.nullable().meta({ description: 'From where the client last got a token.' }),
  last_used_user_agent: z.string().nullable(),
})

const page = {
  limit: z.number().int().min(1).max(maxListedGrants).optional(),
  cursor: listCursor.optional(),
}

const own = z.strictObject({ user_id: userIdOrMe })

export const oauthGrantRoutes = defineRoutes('accounts', {
  'GET /oauth-provider/grants': {
    summary: 'List the apps and agents with access to the account of a user, newest first',
    description:
      'Clients list those of the signed-in user. Servers name at least one of user, client and team; the team is ' +
      'the one whose permissions an app may use.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query: byAccess({
      client: z.strictObject({ ...page, user_id: userIdOrMe }),
      server: z.strictObject({
        ...page,
        user_id: userIdOrMe.optional(),
        client_id: z.string().min(1).max(2_000).optional(),
        team_id: uuid.optional(),
      }),
    }),
    response: pageOf(oauthGrant),
    errors: [],
  },
  'DELETE /oauth-provider/grants/{user_id}': {
    summary: 'End the access of all apps and agents to the account of a user',
    description: 'Their refresh tokens end at once. Sessions go on.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params: own,
    response: success,
    errors: [],
  },
  'DELETE /oauth-provider/grants/{user_id}/{grant_id}': {
    summary: 'End the access of an app or agent to the account of a user',
    description: 'Its refresh tokens end at once. Access tokens for other servers are valid until they expire.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params: own.extend({ grant_id: z.string().regex(/^[\w-]{1,100}$/, 'must be the ID of a grant') }),
    response: success,
    errors: ['OAUTH_GRANT_NOT_FOUND'],
  },
})
