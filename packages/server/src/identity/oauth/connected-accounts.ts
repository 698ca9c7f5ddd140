import { type connectedAccountRoutes, KnownError } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { hasLinkOfProvider } from '../provider-links/queries.ts'
import { splitScopes } from './authorize.ts'
import { explainProviderError, getProviderClient } from './provider-client.ts'
import { discardAccessToken, listProviderTokens } from './provider-token-queries.ts'
import { openToken } from './provider-tokens.ts'
import { isSharedProvider } from './providers/index.ts'
import { isFresh, renewAccessToken } from './renewal.ts'

export const connectedAccountHandlers: Handlers<typeof connectedAccountRoutes> = {
  'POST /connected-accounts/{user_id}/{provider}/access-token': async ({ ctx, clientUser, params, body }) => {
    if (clientUser && clientUser.id !== params.user_id) {
      throw new PlainError(403, "Clients can only use the signed-in user's connected accounts.")
    }
    return { access_token: await getAccessToken(ctx, params.user_id, params.provider, body?.scope) }
  },

  'POST /auth/oauth/connected-accounts/{provider}/access-token': async ({ ctx, user, params, body }) => ({
    access_token: await getAccessToken(ctx, user.id, params.provider, body?.scope),
  }),
}

/** A token that the provider accepts: a stored one, or a new one obtained with a stored refresh token. */
async function getAccessToken(
  ctx: Context,
  userId: string,
  providerId: string,
  scope: string | undefined,
): Promise<string> {
  const { db, project, platform } = ctx
  if (!Object.hasOwn(project.config.auth.oauth.providers, providerId)) {
    throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  }
  if (isSharedProvider(project, providerId)) {
    throw new KnownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')
  }
  const client = getProviderClient(platform, project, providerId)
  if (!(await hasLinkOfProvider(db, project.id, userId, providerId, 'allow_connected_accounts'))) {
    throw new KnownError('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')
  }
  const tokens = await listProviderTokens(db, project.id, { userId, providerId, scopes: splitScopes(scope) })
  try {
    for (const token of tokens) {
      if (!token.access_token_encrypted || !isFresh(ctx, token)) continue
      const accessToken = openToken(platform.secrets, project.id, token.access_token_encrypted)
      if (await client.isAccepted(accessToken)) return accessToken
      await discardAccessToken(db, project.id, token)
    }
    for (const token of tokens) {
      const accessToken = await renewAccessToken(ctx, client, token)
      if (accessToken !== undefined) return accessToken
    }
  } catch (error) {
    throw explainProviderError(ctx, providerId, error)
  }
  throw new KnownError('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')
}
