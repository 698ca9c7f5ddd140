import { type HandlerOutput, KnownError, type oauthRoutes, type Redirect } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { askProvider, type ProviderReturn } from './ask-provider.ts'
import { getProviderClient } from './provider-client.ts'
import { type Flow, findTestOutcome, type TestOutcome, updateTestOutcome } from './queries.ts'
import { beginTest } from './test-flow.ts'

/** Only tests have such states, so no sign-in is ever taken for a test. */
const prefix = 'test-'

export const isSignInTest = (state: string) => state.startsWith(prefix)

/**
 * Sends an owner to the provider as if they signed in, to find out whether its setup works.
 */
export async function startSignInTest(ctx: Context, providerId: string): Promise<{ id: string; url: string }> {
  const client = getProviderClient(ctx.platform, ctx.project, providerId)
  const { state, url } = await beginTest(ctx, { statePrefix: prefix, providerId, client })
  return { id: state, url }
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
