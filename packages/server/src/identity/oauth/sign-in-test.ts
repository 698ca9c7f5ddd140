import { type HandlerOutput, KnownError, type oauthRoutes, type Redirect } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { randomCode } from '../../platform/random-code.ts'
import { askProvider, type ProviderReturn } from './ask-provider.ts'
import { callbackUrlOf } from './authorize.ts'
import { sealProof } from './proof.ts'
import { explainProviderError, getProviderClient } from './provider-client.ts'
import { type Flow, findTestOutcome, insertFlow, type TestOutcome, updateTestOutcome } from './queries.ts'

/** Only tests have such states, so no sign-in is ever taken for a test. */
const prefix = 'test-'

export const isSignInTest = (state: string) => state.startsWith(prefix)

/**
 * Sends an owner to the provider as if they signed in, to find out whether its setup works. Nobody is signed in or
 * created, so the flow is not bound to a browser by a cookie.
 */
export async function startSignInTest(ctx: Context, providerId: string): Promise<{ id: string; url: string }> {
  const { platform, project } = ctx
  const client = getProviderClient(platform, project, providerId)
  const state = `${prefix}${randomCode()}`
  const proof = { codeVerifier: randomCode(), nonce: randomCode() }
  const redirectUri = callbackUrlOf(platform.config.url, providerId)
  const scopes = [...client.baseScopes]
  const location = await client.authorizationUrl({ state, ...proof, redirectUri, scopes }).catch((error: unknown) => {
    throw explainProviderError(ctx, providerId, error)
  })
  await insertFlow(ctx.db, project.id, {
    state,
    providerId,
    sealedProof: sealProof(platform.secrets, project.id, proof),
    request: {
      type: 'test',
      redirectUri: '',
      state: '',
      scope: '',
      codeChallenge: '',
      codeChallengeMethod: 'S256',
      providerScopes: scopes,
      errorRedirectUrl: null,
      afterCallbackRedirectUrl: null,
      claimsUnverified: false,
      caller: null,
    },
    now: ctx.now(),
  })
  return { id: state, url: location.href }
}

/** Notes what came of it, for the page that waits, and sends the browser to a page that says that it is over. */
export async function finishSignInTest(ctx: Context, flow: Flow, returned: ProviderReturn): Promise<Redirect> {
  const outcome = await findOutcome(ctx, flow, returned)
  await updateTestOutcome(ctx.db, ctx.project.id, returned.parameters.state!, outcome)
  return { status: 303, location: dashboardUrl(ctx.platform.config, '/sign-in-tested') }
}

async function findOutcome(ctx: Context, flow: Flow, returned: ProviderReturn): Promise<TestOutcome> {
  try {
    if (flow.expires_at <= ctx.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
    const { profile } = await askProvider(ctx, flow, returned)
    const { accountId, displayName, email, isEmailVerified } = profile
    return { status: 'succeeded', accountId, displayName, email, isEmailVerified }
  } catch (error) {
    if (KnownError.is(error) || error instanceof PlainError) return { status: 'failed', message: error.message }
    throw error
  }
}

type TestBody = HandlerOutput<(typeof oauthRoutes)['GET /internal/sign-in-tests/{id}']>

export async function readSignInTest(ctx: Context, id: string): Promise<TestBody> {
  const outcome = isSignInTest(id) ? await findTestOutcome(ctx.db, ctx.project.id, id) : undefined
  if (!outcome) throw new PlainError(404, 'There is no such test, or it is over.')
  if (outcome.status !== 'succeeded') return outcome
  const { status, accountId, displayName, email, isEmailVerified } = outcome
  return {
    status,
    account: { id: accountId, display_name: displayName, email, is_email_verified: isEmailVerified },
  }
}
