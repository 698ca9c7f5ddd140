import { z } from 'zod'
import { success } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const maxLifetimeMillis = 86_400_000

const pollResponse = z.union([
  z.object({ status: z.literal('success'), refresh_token: z.string() }),
  z.object({ status: z.enum(['waiting', 'used', 'expired']) }),
])

export const cliAuthRoutes = defineRoutes('none', {
  'POST /auth/cli': {
    summary: 'Start a command-line login',
    description:
      'The login code is for the link that the user opens in a browser. The polling code stays in the command-line ' +
      'tool.',
    access: everyone,
    limits: ['cliLoginByAddress'],
    body: z.strictObject({ expires_in_millis: z.number().int().min(1).max(maxLifetimeMillis).default(7_200_000) }),
    bodyOptional: true,
    response: z.object({ polling_code: z.string(), login_code: z.string(), expires_at: z.string() }),
    errors: [],
  },
  'POST /auth/cli/poll': {
    summary: 'Check whether a command-line login was confirmed',
    description: 'Returns 201 with the refresh token once, and the status `used` after that.',
    access: everyone,
    body: z.strictObject({ polling_code: z.string() }),
    statusOf: (response) => ((response as z.output<typeof pollResponse>).status === 'success' ? 201 : 200),
    response: pollResponse,
    errors: ['INVALID_POLLING_CODE'],
  },
  'POST /auth/cli/complete': {
    summary: 'Confirm a command-line login',
    description:
      'The refresh token identifies the user who confirms; a recent proof of identity has to be of its session, and so ' +
      'does the access token if the session is bound to a key. The ' +
      'command-line tool gets its own session, and the user is notified by email. An unknown, expired or already ' +
      'confirmed login is a plain-text 400.',
    access: everyone,
    trace: 'sign-in',
    stepUp: true,
    body: z.strictObject({ login_code: z.string(), refresh_token: z.string() }),
    response: success,
    errors: [],
  },
})
