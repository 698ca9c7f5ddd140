import { z } from 'zod'
import { defineRoutes } from './route.ts'

export const oauthRoutes = defineRoutes({
  'POST /auth/oauth/token': {
    summary: 'Get a new access token by the OAuth refresh-token grant',
    description:
      'Form or JSON body; the client id is the project id, the client secret its publishable client key. ' +
      'A missing refresh token is answered with `{error: "invalid_request"}` as OAuth clients expect.',
    access: 'open',
    body: z.strictObject({
      grant_type: z.enum(['refresh_token']),
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      refresh_token: z.string().optional(),
      scope: z.literal('legacy').optional(),
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.number(),
      scope: z.literal('legacy'),
    }),
    responseHeaders: { 'cache-control': 'no-store', pragma: 'no-cache' },
    errors: ['INVALID_OAUTH_CLIENT_ID_OR_SECRET', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
  },
})
