import { z } from 'zod'
import { byAccess } from './access.ts'
import {
  displayName,
  json,
  listCursor,
  listOf,
  maxDateMillis,
  metadata,
  millis,
  pageOf,
  queryBoolean,
  success,
  url,
  userIdOrMe,
  uuid,
} from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

export const clientTeam = z.object({
  id: z.string(),
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: json,
  client_read_only_metadata: json,
  second_factor_required_from_millis: millis.nullable().meta({
    description: 'From when members must have a second factor. Null: the team does not require one.',
  }),
})

export const serverTeam = clientTeam.extend({ created_at_millis: millis, server_metadata: json })

const clientUpdate = z.strictObject({
  display_name: displayName.optional(),
  profile_image_url: url.nullable().optional(),
  client_metadata: metadata.optional(),
})
const serverUpdate = clientUpdate.extend({
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
})

/** Null ends it; a time in the past, such as 0, requires it at once. */
const secondFactorPolicy = {
  second_factor_required_from_millis: millis.min(0).max(maxDateMillis).nullable().optional(),
}

const creation = { display_name: displayName, creator_user_id: userIdOrMe.optional() }

/** All methods of a resource accept the same query parameters, even those that ignore them. */
const query = z.strictObject({
  user_id: userIdOrMe.optional(),
  add_current_user: queryBoolean.optional(),
  cursor: listCursor.optional(),
})
const params = z.strictObject({ team_id: uuid })
const response = byAccess({ client: clientTeam, server: serverTeam })

export const teamRoutes = defineRoutes('teams', {
  'GET /internal/teams': {
    summary: 'Search the teams of the project, newest first',
    description:
      'The search matches display names and complete team IDs. A request reads a limited number of teams, so in projects ' +
      'with more than 10,000 teams a page can have fewer than asked for, even none: the list ends where `next_cursor` is ' +
      'null.',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({
      query: z
        .string()
        .max(1000)
        .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
        .optional(),
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
    }),
    response: pageOf(
      serverTeam
        .omit({
          client_metadata: true,
          client_read_only_metadata: true,
          server_metadata: true,
          second_factor_required_from_millis: true,
        })
        .extend({
          member_count: z.number().int().meta({ description: 'Counted up to 1,000.' }),
          owner: z
            .object({
              id: z.string(),
              display_name: z.string().nullable(),
              primary_email: z.string().nullable(),
              profile_image_url: z.string().nullable(),
              is_anonymous: z.boolean(),
            })
            .nullable()
            .meta({
              description:
                'Of the first 100 members, the one who has been a member for longest and has a permission that creators ' +
                'get by default. Null if there is none.',
            }),
          plans: z
            .array(z.string())
            .meta({ description: 'The names of up to five offers with an active subscription.' }),
        }),
    ),
    errors: [],
  },
  'GET /teams': {
    summary: 'List teams',
    description:
      'Oldest first. Clients list the teams of the signed-in user. Servers list those of one user, or all teams.',
    access: everyone,
    heavyRead: true,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query,
    response: byAccess({ client: listOf(clientTeam), server: listOf(serverTeam) }),
    errors: [],
  },
  'POST /teams': {
    summary: 'Create a team',
    description:
      'The creator becomes a member with the default permissions of creators. A client is always the creator, and ' +
      'may create teams only if the project allows it. A team that a server creates without a creator has no ' +
      'members. `add_current_user` is the older way to make the signed-in user the creator.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query,
    body: byAccess({ client: clientUpdate.extend(creation), server: serverUpdate.extend(creation) }),
    status: 201,
    response,
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  },
  'GET /teams/{team_id}': {
    summary: 'Read a team',
    description: 'Clients must be members of it.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params,
    query,
    response,
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
  'PATCH /teams/{team_id}': {
    summary: 'Change a team',
    description: 'Clients need the permission `$update_team`.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params,
    query,
    stepUp: ['second_factor_required_from_millis'],
    handlerLimits: ['secondFactorPolicyByUser'],
    body: byAccess({
      client: clientUpdate.extend(secondFactorPolicy),
      server: serverUpdate.extend(secondFactorPolicy),
    }),
    response,
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'],
  },
  'DELETE /teams/{team_id}': {
    summary: 'Delete a team',
    description: 'Clients need the permission `$delete_team`. Its members remain users of the project.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    stepUp: true,
    params,
    query,
    response: success,
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'],
  },
})
