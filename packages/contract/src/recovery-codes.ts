import { z } from 'zod'
import { millis, success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

export const recoveryCodeRoutes = defineRoutes('accounts', {
  'GET /auth/recovery-codes': {
    summary: 'Count the unused recovery codes of a user',
    description: 'Clients ask about the signed-in user.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query: z.strictObject({ user_id: userIdOrMe }),
    response: z.object({
      remaining: z.number(),
      created_at_millis: millis.nullable().meta({ description: 'Null if the user has no recovery codes.' }),
    }),
    errors: [],
  },
  'POST /auth/recovery-codes': {
    summary: 'Create recovery codes for the signed-in user',
    description:
      'Replaces all earlier codes. Each code completes one sign-in instead of the second factor. The codes are in this ' +
      'response and nowhere else: the server keeps only keyed hashes. The user is told by email.',
    access: everyone,
    user: 'required',
    stepUp: true,
    response: z.object({
      codes: z.array(z.string()).meta({ description: 'Ten codes of 16 characters, in groups of four.' }),
    }),
    errors: ['ACCESS_TOKEN_EXPIRED'],
  },
  'DELETE /users/{user_id}/second-factor': {
    summary: 'Reset the second factor of a user',
    description:
      'For people who have lost it: their next sign-in needs no second factor, and their recovery codes stop working. ' +
      'The user is told by email. Succeeds if the user has no second factor.',
    access: ['server', 'admin'],
    params: z.strictObject({ user_id: uuid }),
    response: success,
    errors: ['USER_NOT_FOUND'],
  },
})
