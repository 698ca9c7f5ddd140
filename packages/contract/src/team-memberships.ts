import { z } from 'zod'
import { listCursor, millis, noQuery, pageOf, queryBoolean, success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { memberAddress } from './team-member-profiles.ts'

const params = z.strictObject({ team_id: uuid, user_id: userIdOrMe })
const query = z.strictObject({})
const member = z.object({
  user_id: z.string(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  is_admin: z.boolean(),
  joined_at_millis: millis,
  ...memberAddress,
})

export const teamMembershipRoutes = defineRoutes('teams', {
  'POST /team-memberships/{team_id}/{user_id}': {
    summary: 'Add a member to a team',
    description: 'The user gets the default permissions of members.',
    access: ['server', 'admin'],
    params,
    query,
    body: z.strictObject({}),
    status: 201,
    response: z.object({ team_id: z.string(), user_id: z.string() }),
    errors: [
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
      'USER_NOT_FOUND',
      'TEAM_NOT_FOUND',
      'CONNECTION_REQUIRED',
      'TEAM_MEMBERSHIP_ALREADY_EXISTS',
    ],
  },
  'DELETE /team-memberships/{team_id}/{user_id}': {
    summary: 'Leave a team, or remove a member from it',
    description:
      'Any member can leave. Clients need the permission `$remove_members` to remove others. The last member and the ' +
      'last admin can also be removed; the team remains. With `keep_admin`, the only admin cannot: the response is a ' +
      'plain-text 409.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    query: query.extend({ keep_admin: queryBoolean.optional() }),
    response: success,
    errors: ['TEAM_PERMISSION_REQUIRED', 'USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
  'GET /teams/{team_id}/members': {
    summary: 'List or search the members of a team, with their roles',
    description:
      'Ordered by when members joined. The signed-in user needs the permission `$read_members`. The search matches the ' +
      'names and addresses that the list shows. An admin has every permission that creators of teams get by default.',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    params: z.strictObject({ team_id: uuid }),
    query: z.strictObject({
      query: z
        .string()
        .max(256)
        .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
        .optional(),
      limit: z.number().int().min(1).max(100).optional(),
      cursor: listCursor.optional(),
    }),
    response: pageOf(member).extend({
      can_change_roles: z
        .boolean()
        .meta({ description: 'Whether the signed-in user can change the roles of members.' }),
      is_only_admin: z.boolean().meta({ description: 'Whether the signed-in user is an admin and nobody else is.' }),
    }),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
  },
  'PATCH /teams/{team_id}/members/{user_id}': {
    summary: 'Make a member an admin, or an admin a member',
    description:
      'An admin gets every permission that creators of teams get by default; a member loses them and has those of new ' +
      'members. The signed-in user must be an admin, and the project must allow role changes ' +
      '(`teams.allowClientRoleChanges`); otherwise the response is a plain-text 403. For the only admin it is a ' +
      'plain-text 409.',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    stepUp: true,
    params,
    query: noQuery,
    body: z.strictObject({ is_admin: z.boolean() }),
    response: z.object({ user_id: z.string(), is_admin: z.boolean() }),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'USER_NOT_FOUND'],
  },
})
