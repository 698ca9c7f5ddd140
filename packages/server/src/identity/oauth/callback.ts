import { KnownError, type Redirect } from '@latchkey/contract'
import type { Context, OpenContext } from '../../http/context.ts'
import { rollBackTo, setSavepoint } from '../../platform/db/transactions.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { assertTrustedUrl, mayRedirectTo } from '../../projects/untrusted-redirect.ts'
import { referenceOf } from '../../records/traces/reference.ts'
import { acceptOnce } from '../connections/accept.ts'
import { findConnectionId } from '../connections/provider-id.ts'
import { finishConnectionTest, isConnectionTest } from '../connections/test.ts'
import { askProvider, type ProviderReturn } from './ask-provider.ts'
import { takeFlowCookie } from './cookie.ts'
import { sealResponse } from './pending.ts'
import { acceptProviderResponse, type ProviderResponse, withProviderResponse } from './provider-response.ts'
import type { ProviderAnswer } from './providers/provider.ts'
import { consumeFlow, type Flow, type FlowRequest, insertOAuthCode } from './queries.ts'
import { finishSignInTest, isSignInTest } from './sign-in-test.ts'

/** Handles the return from the provider and redirects the browser to the app with a code or an error. */
export async function finishFlow(ctx: OpenContext, returned: ProviderReturn): Promise<Redirect> {
  const { state = '' } = returned.parameters
  ctx.trace.state = state
  const isOwnBrowser = takeFlowCookie(ctx, state)
  if (!isOwnBrowser && !isSignInTest(state) && !isConnectionTest(state)) {
    ctx.trace.note({ step: 'other-browser', provider: returned.providerId })
    throw new PlainError(
      400,
      'This sign-in cannot continue in this browser. It may have started in another browser, cookies may be blocked, or ' +
        'the page may have been reloaded. Please go back to the app and sign in again.',
    )
  }
  const flow = await consumeFlow(ctx.db, returned.providerId, state, ctx.now())
  const project = flow && (await projectCache(ctx.platform).find(flow.project_id))
  if (!flow || !project) {
    throw new PlainError(
      400,
      'This sign-in has already finished or has expired. Please go back to the app and sign in again.',
    )
  }
  const ofProject = ctx.ofProject(project)
  if (isSignInTest(state)) return finishSignInTest(ofProject, flow, returned)
  if (isConnectionTest(state)) return finishConnectionTest(ofProject, flow, returned)
  try {
    return await completeFlow(ofProject, flow, returned)
  } catch (error) {
    const location = KnownError.is(error) ? findErrorUrl(ofProject, flow.request, error) : undefined
    if (!location) throw error
    ctx.trace.failure = error
    return { status: returned.isPosted ? 303 : 307, location }
  }
}

async function completeFlow(ctx: Context, flow: Flow, returned: ProviderReturn): Promise<Redirect> {
  const { request } = flow
  if (flow.expires_at <= ctx.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
  const { assertion, ...response } = await askProvider(ctx, flow, returned)
  assertTrustedUrl(ctx, request.redirectUri)
  const code = await makeCode(ctx, { providerId: returned.providerId, request, ...response }, assertion)
  const location = new URL(request.redirectUri)
  location.searchParams.set('code', code)
  location.searchParams.set('state', request.state)
  return { status: 303, location: location.href }
}

/**
 * The code that the app exchanges. If the app sent an access token, that user is changed only at the exchange, for
 * which only the browser that started the flow has the verifier. Otherwise anyone who opens a link made by someone else
 * would connect their provider account to that person's user. Here we only check that linking is possible.
 */
function makeCode(ctx: Context, response: ProviderResponse, assertion: ProviderAnswer['assertion']): Promise<string> {
  const { db, project, platform } = ctx
  const { request } = response
  return withProviderResponse(db, async (trx) => {
    if (assertion) await acceptOnce(trx, ctx, response.providerId, assertion)
    await setSavepoint(trx, 'untouched')
    const { userId, isNewUser } = await acceptProviderResponse(trx, ctx, response)
    if (request.scope !== 'legacy') throw new PlainError(400, 'The scope of the sign-in must be "legacy".')
    const connectionId = findConnectionId(response.providerId) ?? null
    const code = { connectionId, request, now: ctx.now() }
    if (!request.caller) return insertOAuthCode(trx, project.id, { userId, isNewUser, ...code })
    await rollBackTo(trx, 'untouched')
    const sealedResponse = sealResponse(platform.secrets, project.id, response)
    return insertOAuthCode(trx, project.id, { sealedResponse, ...code })
  })
}

function findErrorUrl(ctx: Context, request: FlowRequest, error: KnownError): string | undefined {
  const { errorRedirectUrl } = request
  if (errorRedirectUrl === null || !mayRedirectTo(ctx, errorRedirectUrl)) return undefined
  const location = new URL(errorRedirectUrl)
  const { code, details } = error.toWire()
  location.searchParams.set('errorCode', code)
  location.searchParams.set('message', error.message)
  location.searchParams.set('details', JSON.stringify(details ?? {}))
  location.searchParams.set('reference', referenceOf(ctx.requestId))
  return location.href
}
