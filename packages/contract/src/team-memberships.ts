import { z } from 'zod'
import { success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const params = z.strictObject({ team_id: uuid, user_id: userIdOrMe })
const query = z.strictObject({})

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
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_ALREADY_EXISTS'],
  },
  'DELETE /team-memberships/{team_id}/{user_id}': {
    summary: 'Leave a team, or remove a member from it',
    description:
      'Any member can leave. Clients need the permission `$remove_members` to remove others. The last member and the ' +
      'last admin can also be removed; the team remains.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    query,
    response: success,
    errors: ['TEAM_PERMISSION_REQUIRED', 'USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
})
