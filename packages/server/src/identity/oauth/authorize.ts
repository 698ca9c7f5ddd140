import { type HandlerInput, KnownError, type oauthRoutes, type Redirect } from '@latchkey/contract'
import type { VerifiedToken } from '../../accounts/sessions/access-tokens.ts'
import { accessTokens } from '../../accounts/sessions/access-tokens.ts'
import { assertOwnSession } from '../../accounts/sessions/start.ts'
import { assertSecondFactor } from '../../accounts/users/assert-second-factor.ts'
import type { OpenContext } from '../../http/context.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { byAddress } from '../../platform/limits/of-request.ts'
import { randomCode } from '../../platform/random-code.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { developmentIdentityProvider } from '../development-identity-provider/development-identity-provider.ts'
import { assertRecentProof } from '../step-up/required.ts'
import { beginAtProvider } from './begin.ts'
import { setFlowCookie } from './cookie.ts'
import { sealProof } from './proof.ts'
import { isSharedProvider } from './providers/index.ts'
import { type FlowRequest, insertFlow } from './queries.ts'
import { getSignInProvider } from './sign-in-provider.ts'

type Query = HandlerInput<(typeof oauthRoutes)['GET /auth/oauth/authorize/{provider}']>['query']

/** Redirects the browser to the provider and stores the flow until it returns. */
export async function startFlow(ctx: OpenContext, providerId: string, query: Query): Promise<Redirect> {
  const { platform } = ctx
  const project = await getClientProject(ctx, query)
  ctx.trace.projectId = project.id
  ctx.trace.challenge = query.code_challenge
  assertChallengeMethod(project, query)
  const ofProject = ctx.ofProject(project)
  const { client, connection } = await getSignInProvider(ofProject, providerId)
  const token = await readToken(ctx, project, query)
  const extraScopes = splitScopes(query.provider_scope)
  if (token && extraScopes.length > 0 && isSharedProvider(project, providerId)) {
    throw new KnownError('OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')
  }
  await platform.limiter.consume(byAddress(ctx, 'oauthByAddress', project))

  const state = randomCode()
  // The administrators of a company decide what its connection may ask for.
  const scopes = [...new Set([...client.baseScopes, ...(connection ? [] : extraScopes)])]
  const { location, proof } = await beginAtProvider(ofProject, { providerId, client }, { state, scopes })
  developmentIdentityProvider(platform)?.addWayBack(location, query.redirect_uri)
  await insertFlow(ctx.db, project.id, {
    state,
    providerId,
    sealedProof: sealProof(platform.secrets, project.id, proof),
    request: {
      ...toFlowRequest(query, scopes, token),
      locale: query.locale ?? findRequestLocale(ctx),
      ...(connection && { connectionVersion: connection.version }),
    },
    now: ctx.now(),
  })
  setFlowCookie(ctx, state, { returnsByPost: client.returnsByPost ?? false })
  return { status: 307, location: location.href }
}

export function splitScopes(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter(Boolean)
}

export function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '')
}

async function getClientProject(ctx: OpenContext, { client_id, client_secret }: Query): Promise<Project> {
  const project = await projectCache(ctx.platform).find(client_id.replace(/#main$/, ''))
  if (!project) throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id })
  if (!project.hasValidKey('client', hashToken(client_secret), ctx.now())) {
    ctx.trace.projectId = project.id
    throw new KnownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id })
  }
  return project
}

/** A plain challenge is the verifier itself, so anyone who sees the URL of this request can redeem the code. */
function assertChallengeMethod({ id, config }: Project, { code_challenge_method: method }: Query): void {
  if (method === 'S256' || Object.hasOwn(config.auth.oauth.plainPkceClients ?? {}, id)) return
  throw new KnownError('SCHEMA_ERROR', {
    message:
      'query.code_challenge_method must be S256. A client that supports only plain must be listed in ' +
      'the project setting auth.oauth.plainPkceClients.',
  })
}

async function readToken(ctx: OpenContext, project: Project, query: Query): Promise<VerifiedToken | null> {
  if (!query.token) {
    if (query.type === 'link')
      throw new PlainError(400, 'To connect an account, sign in first: the access token is missing.')
    return null
  }
  const token = await accessTokens(ctx.platform).verify(query.token, ctx.now().getTime())
  if ('failure' in token) {
    if (token.failure === 'unparsable') throw new KnownError('UNPARSABLE_ACCESS_TOKEN')
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: token.expiredAtMillis })
  }
  if (token.project_id !== project.id) throw new PlainError(403, 'The access token belongs to another project.')
  // A linked account can sign in from then on, so linking requires the same step-up as changing the password.
  if (query.type === 'link') {
    const ofUser = ctx.ofProject(project, token)
    await assertSecondFactor(ofUser)
    await assertOwnSession(ofUser)
    await assertRecentProof(ofUser)
  }
  return token
}

function toFlowRequest(query: Query, providerScopes: string[], token: VerifiedToken | null): FlowRequest {
  return {
    type: query.type,
    redirectUri: withoutFragment(query.redirect_uri),
    state: query.state,
    scope: query.scope,
    codeChallenge: query.code_challenge,
    codeChallengeMethod: query.code_challenge_method,
    providerScopes,
    errorRedirectUrl: query.error_redirect_uri ?? query.error_redirect_url ?? null,
    afterCallbackRedirectUrl: query.after_callback_redirect_url ?? null,
    claimsUnverified: query.claim_unverified === 'true',
    caller: token ? { userId: token.sub, sessionId: token.refresh_token_id } : null,
  }
}
