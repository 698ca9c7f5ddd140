import { z } from 'zod'
import { byAccess } from './access.ts'
import { displayName, listCursor, listOf, url, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { serverUser } from './users.ts'

const clientProfile = z.object({
  team_id: z.string(),
  user_id: z.string(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
})
/** Left out for members who may not see it. */
export const memberAddress = {
  primary_email: z
    .string()
    .optional()
    .meta({
      description:
        'The primary email address, if it is verified or used to sign in. Only for members who have `$remove_members` in ' +
        'the team.',
    }),
  primary_email_verified: z
    .boolean()
    .optional()
    .meta({ description: 'Whether that address is verified. Sent together with it.' }),
}
const serverProfile = clientProfile.extend({ user: serverUser })

/** All methods of a resource accept the same query parameters, even those that ignore them. */
const query = z.strictObject({
  team_id: uuid.optional(),
  user_id: userIdOrMe.optional(),
  cursor: listCursor.optional(),
})
const params = z.strictObject({ team_id: uuid, user_id: userIdOrMe })
const response = byAccess({ client: clientProfile, server: serverProfile })

export const teamMemberProfileRoutes = defineRoutes('teams', {
  'GET /team-member-profiles': {
    summary: 'List team member profiles',
    description:
      'Ordered by when members joined. Clients specify one of their teams and need the permission `$read_members`, ' +
      'unless they list only their own profile. Those with `$remove_members` also get `primary_email`, if it is verified ' +
      'or used to sign in, and `primary_email_verified`.',
    access: everyone,
    heavyRead: true,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query,
    response: byAccess({ client: listOf(clientProfile.extend(memberAddress)), server: listOf(serverProfile) }),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND', 'USER_NOT_FOUND'],
  },
  'GET /team-member-profiles/{team_id}/{user_id}': {
    summary: "Read a member's profile",
    description:
      'Name and image are those set for the team, or those of the user. Clients need the permission `$read_members` ' +
      'to read the profiles of others.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    query,
    response,
    errors: ['TEAM_PERMISSION_REQUIRED', 'USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
  'PATCH /team-member-profiles/{team_id}/{user_id}': {
    summary: "Change a member's profile",
    description: 'Clients can only change their own profile. Null resets the image to that of the user.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    query,
    body: z.strictObject({ display_name: displayName.optional(), profile_image_url: url.nullable().optional() }),
    response,
    errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
})
