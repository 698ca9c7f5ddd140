import { z } from 'zod'
import { uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

export const secondFactorRoutes = defineRoutes('settings', {
  'GET /internal/second-factor': {
    summary: 'Count the users who have no second factor',
    description:
      'What requiring one would mean, for all users or the members of a team. Looks at up to 10,000 of them.',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({ team_id: uuid.optional() }),
    response: z.object({
      counted_users: z.number().int().meta({ description: 'Without anonymous users.' }),
      users_without: z.number().int().meta({ description: 'Those of them who have none.' }),
      has_more: z.boolean().meta({ description: 'Whether there are more users than were counted.' }),
    }),
    errors: [],
  },
})
