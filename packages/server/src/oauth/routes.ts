import { KnownError, type oauthRoutes } from '@latchkey/contract'
import type { OpenContext } from '../http/context.ts'
import type { Handlers } from '../http/handler.ts'
import { OAuthError } from '../http/plain-error.ts'
import type { Project } from '../projects/cache.ts'
import { hashToken } from '../secrets.ts'
import { refreshSession } from '../sessions/start.ts'

export const oauthHandlers: Handlers<typeof oauthRoutes> = {
  'POST /auth/oauth/token': async ({ ctx, body }) => {
    const project = await getClientProject(ctx, body.client_id, body.client_secret)
    const refreshToken = body.refresh_token ?? ''
    if (!/^[\x20-\x7e]+$/.test(refreshToken)) {
      throw new OAuthError('invalid_request', 'The refresh_token is missing or malformed.')
    }
    return {
      access_token: await refreshSession(ctx, project, refreshToken),
      token_type: 'Bearer',
      expires_in: ctx.services.config.accessTokenSeconds - 1,
      scope: 'legacy',
    }
  },
}

/** The OAuth client is the project: its id (with or without the branch) and a publishable client key. */
async function getClientProject(
  ctx: OpenContext,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Promise<Project> {
  const project = await ctx.services.projects.find((clientId ?? '').replace(/#main$/, ''))
  if (!project || !clientSecret || !project.hasValidKey('client', hashToken(clientSecret), ctx.now())) {
    throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null })
  }
  return project
}
