import { z } from 'zod'
import { queryBoolean } from './fields.ts'
import { defineRoutes } from './route.ts'
import { serverUser } from './users.ts'

const perDay = z
  .array(z.object({ date: z.string(), activity: z.number().int() }))
  .meta({ description: 'One entry for each of the last 31 days in UTC, oldest first.' })

export const metricRoutes = defineRoutes({
  'GET /internal/metrics': {
    summary: 'Get the metrics of the project',
    description: 'The metrics are updated continuously, so that reading them is fast for any number of users.',
    access: ['admin'],
    query: z.strictObject({ include_anonymous: queryBoolean.optional() }),
    response: z.object({
      total_users: z.number().int(),
      daily_users: perDay,
      daily_active_users: perDay,
      users_by_country: z.record(z.string(), z.number().int()),
      recently_registered: z.array(serverUser),
      recently_active: z.array(serverUser),
      login_methods: z.array(z.object({ method: z.string(), count: z.number().int() })),
    }),
    errors: [],
  },
})
