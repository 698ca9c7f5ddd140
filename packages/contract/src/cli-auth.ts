import { z } from 'zod'
import { success } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const maxLifetimeMillis = 86_400_000

const pollAnswer = z.union([
  z.object({ status: z.literal('success'), refresh_token: z.string() }),
  z.object({ status: z.enum(['waiting', 'used', 'expired']) }),
])

export const cliAuthRoutes = defineRoutes({
  'POST /auth/cli': {
    summary: 'Start a login of a command line',
    description: 'The login code goes into a link that a person opens; the polling code stays with the command line.',
    access: everyone,
    limits: ['cliLoginByAddress'],
    body: z.strictObject({ expires_in_millis: z.number().int().min(1).max(maxLifetimeMillis).default(7_200_000) }),
    bodyOptional: true,
    response: z.object({ polling_code: z.string(), login_code: z.string(), expires_at: z.string() }),
    errors: [],
  },
  'POST /auth/cli/poll': {
    summary: 'Ask whether the login was confirmed',
    description: 'Answers 201 with the refresh token once, and `used` from then on.',
    access: everyone,
    body: z.strictObject({ polling_code: z.string() }),
    statusOf: (answer) => ((answer as z.output<typeof pollAnswer>).status === 'success' ? 201 : 200),
    response: pollAnswer,
    errors: ['INVALID_POLLING_CODE'],
  },
  'POST /auth/cli/complete': {
    summary: 'Confirm a login of a command line',
    description:
      'The refresh token proves who confirms; the command line gets a session of its own. A login that is unknown, ' +
      'expired or confirmed already is a plain 400.',
    access: everyone,
    body: z.strictObject({ login_code: z.string(), refresh_token: z.string() }),
    response: success,
    errors: [],
  },
})
