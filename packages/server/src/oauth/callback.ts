import { KnownError, type Redirect } from '@latchkey/contract'
import { signInIndex } from '../contact-channels/queries.ts'
import { breaksUniqueIndex, inTransaction } from '../db/database.ts'
import type { Context, OpenContext } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { isTrustedUrl } from '../projects/trusted-urls.ts'
import { assertTrustedUrl } from '../projects/untrusted-redirect.ts'
import { resolveAccount } from './account.ts'
import { callbackUrlOf } from './authorize.ts'
import { takeFlowCookie } from './cookie.ts'
import { signInLinkIndexes } from './links.ts'
import { openProof } from './proof.ts'
import { explainProviderError, getProviderClient } from './provider-client.ts'
import { storeProviderTokens } from './provider-tokens.ts'
import type { ProviderProfile, ProviderTokens } from './providers/provider.ts'
import { consumeFlow, type Flow, type FlowRequest, insertOAuthCode } from './queries.ts'

export interface ProviderReturn {
  providerId: string
  /** A form that a provider let the browser post must not be posted on to the app. */
  isPosted: boolean
  parameters: Record<string, string>
}

/** Takes the browser back from the provider and sends it on to the app, with a code or with an error. */
export async function finishFlow(ctx: OpenContext, returned: ProviderReturn): Promise<Redirect> {
  const { state = '' } = returned.parameters
  if (!takeFlowCookie(ctx, state)) {
    throw new PlainError(
      400,
      'This sign-in cannot go on in this browser. It may have been started in another one, cookies may be blocked, or ' +
        'the page was reloaded. Please go back to the app and sign in again.',
    )
  }
  const flow = await consumeFlow(ctx.db, returned.providerId, state, ctx.now())
  const project = flow && (await ctx.services.projects.find(flow.project_id))
  if (!flow || !project) {
    throw new PlainError(
      400,
      'This sign-in was finished already, or is not known any more. Please go back to the app and sign in again.',
    )
  }
  const ofProject = ctx.ofProject(project)
  try {
    return await completeFlow(ofProject, flow, returned)
  } catch (error) {
    const location = KnownError.is(error) ? findErrorUrl(ofProject, flow.request, error) : undefined
    if (!location) throw error
    return { status: returned.isPosted ? 303 : 307, location }
  }
}

async function completeFlow(ctx: Context, flow: Flow, returned: ProviderReturn): Promise<Redirect> {
  const { request } = flow
  if (flow.expires_at <= ctx.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
  const answer = await askProvider(ctx, flow, returned)
  assertTrustedUrl(ctx, request.redirectUri)
  const code = await makeCode(ctx, returned.providerId, request, answer)
  const location = new URL(request.redirectUri)
  location.searchParams.set('code', code)
  location.searchParams.set('state', request.state)
  return { status: 303, location: location.href }
}

async function askProvider(ctx: Context, flow: Flow, { providerId, parameters }: ProviderReturn) {
  const { services, project } = ctx
  const client = getProviderClient(services, project, providerId)
  const request = {
    ...openProof(services.secrets, project.id, flow.proof_encrypted),
    state: parameters.state!,
    redirectUri: callbackUrlOf(services.config.url, providerId),
    scopes: flow.request.providerScopes,
  }
  return client.exchange(request, new URLSearchParams(parameters)).catch((error: unknown) => {
    throw explainProviderError(ctx, providerId, error)
  })
}

const maxAttempts = 3

/** Finds or makes the account, keeps the provider's tokens, and makes the code that the app exchanges: all or nothing. */
async function makeCode(
  ctx: Context,
  providerId: string,
  request: FlowRequest,
  answer: { tokens: ProviderTokens; profile: ProviderProfile },
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(ctx.db, async (trx) => {
        const { userId, linkId, isNewUser } = await resolveAccount(trx, ctx, providerId, request, answer.profile)
        if (request.scope !== 'legacy') throw new PlainError(400, 'The scope of the sign-in must be "legacy".')
        await storeProviderTokens(trx, ctx.project.id, ctx.services.secrets, {
          userId,
          linkId,
          scopes: request.providerScopes,
          tokens: answer.tokens,
        })
        return insertOAuthCode(trx, ctx.project.id, { userId, isNewUser, request, now: ctx.now() })
      })
    } catch (error) {
      // Somebody else was faster with the same account or e-mail: the next look finds what they have made.
      const isOutrun = [...signInLinkIndexes, signInIndex].some((index) => breaksUniqueIndex(error, index))
      if (!isOutrun || attempt === maxAttempts) throw error
    }
  }
}

function findErrorUrl({ project }: Context, request: FlowRequest, error: KnownError): string | undefined {
  const { errorRedirectUrl } = request
  if (errorRedirectUrl === null || !isTrustedUrl(errorRedirectUrl, project.config.domains)) return undefined
  const location = new URL(errorRedirectUrl)
  const { code, details } = error.toWire()
  location.searchParams.set('errorCode', code)
  location.searchParams.set('message', error.message)
  location.searchParams.set('details', JSON.stringify(details ?? {}))
  return location.href
}
