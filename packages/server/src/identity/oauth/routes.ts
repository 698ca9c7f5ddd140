import type { oauthRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { startFlow } from './authorize.ts'
import { finishFlow } from './callback.ts'
import { readSignInTest, startSignInTest } from './sign-in-test.ts'
import { exchangeCode, exchangeRefreshToken } from './token.ts'

export const oauthHandlers: Handlers<typeof oauthRoutes> = {
  'GET /auth/oauth/authorize/{provider}': ({ ctx, params, query }) => startFlow(ctx, params.provider, query),

  'GET /auth/oauth/callback/{provider}': ({ ctx, params, query }) =>
    finishFlow(ctx, { providerId: params.provider, isPosted: false, parameters: query }),

  'POST /auth/oauth/callback/{provider}': ({ ctx, params, query, body }) =>
    finishFlow(ctx, { providerId: params.provider, isPosted: true, parameters: body ?? query }),

  'POST /auth/oauth/token': ({ ctx, body }) =>
    body.grant_type === 'refresh_token' ? exchangeRefreshToken(ctx, body) : exchangeCode(ctx, body),

  'POST /internal/sign-in-tests': ({ ctx, body }) => startSignInTest(ctx, body.provider_id),

  'GET /internal/sign-in-tests/{id}': ({ ctx, params }) => readSignInTest(ctx, params.id),
}
