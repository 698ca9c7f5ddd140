import { type HandlerInput, type HandlerOutput, KnownError, type oauthRoutes } from '@latchkey/contract'
import { announceEnd } from '../../accounts/sessions/end.ts'
import { refreshSession, startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import type { Context, OpenContext } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { OAuthError, PlainError } from '../../platform/http/plain-error.ts'
import { byAddress } from '../../platform/limits/of-request.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { findConnectionForShare, noteSignIn } from '../connections/queries.ts'
import { secondFactorRequired } from '../mfa/attempts.ts'
import { startTrusted } from '../mfa/trusted-device.ts'
import { withoutFragment } from './authorize.ts'
import { openResponse } from './pending.ts'
import { acceptProviderResponse, withProviderResponse } from './provider-response.ts'
import { consumeOAuthCode, endSessionOfReplayedCode, noteSessionOfCode } from './queries.ts'

type TokenRoute = (typeof oauthRoutes)['POST /auth/oauth/token']
type TokenRequest = HandlerInput<TokenRoute>['body']
type TokenResponse = HandlerOutput<TokenRoute>
type UsedCode = NonNullable<Awaited<ReturnType<typeof consumeOAuthCode>>>

export async function exchangeRefreshToken(ctx: OpenContext, body: TokenRequest): Promise<TokenResponse> {
  // Sessions end: that is no failed sign-in.
  ctx.trace.isIgnored = true
  const project = await getClientProject(ctx, body)
  const refreshToken = readText(body, 'refresh_token')
  await ctx.platform.limiter.consume(byAddress(ctx, 'refreshByAddress', project))
  const proof = { text: body.session_proof, path: '/auth/oauth/token' }
  return { ...(await refreshSession(ctx.ofProject(project), refreshToken, proof)), ...bearer(ctx) }
}

/** Starts a session for the code that the browser received from the callback. */
export async function exchangeCode(open: OpenContext, body: TokenRequest): Promise<TokenResponse> {
  const ctx = open.ofProject(await getClientProject(open, body))
  const code = readText(body, 'code')
  const redirectUri = readText(body, 'redirect_uri')
  const verifier = body.code_verifier ?? ''
  ctx.trace.code = { kind: 'oauth', text: code }
  const used = await useCode(ctx, { code, verifier, redirectUri, sessionKey: body.session_key })
  if (!used) {
    await endReplayed(ctx, code, verifier)
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  if ('refusal' in used) throw used.refusal
  if ('secondFactorOf' in used) {
    const { secondFactorOf, ofConnection } = used
    throw await secondFactorRequired(ctx, secondFactorOf, false, [], ofConnection)
  }
  const { session, isNewUser, afterCallback, connectionId } = used
  if (connectionId) await noteSignIn(ctx.db, ctx.project.id, connectionId, ctx.now())
  return {
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    ...bearer(ctx),
    is_new_user: isNewUser,
    newUser: isNewUser,
    after_callback_redirect_url: afterCallback,
    afterCallbackRedirectUrl: afterCallback,
  }
}

/**
 * Consumes the code and starts the session atomically; a second request with the code finds the session it was
 * exchanged for. Errors of the user or the app leave the code used.
 */
async function useCode(
  ctx: Context,
  given: { code: string; verifier: string; redirectUri: string; sessionKey: string | undefined },
) {
  const projectId = ctx.project.id
  return withProviderResponse(ctx.db, async (trx) => {
    const found = await consumeOAuthCode(trx, projectId, given.code, given.verifier, ctx.now())
    if (!found) return undefined
    if (found.redirect_uri !== withoutFragment(given.redirectUri)) {
      return { refusal: new PlainError(400, 'The redirect_uri differs from the one used to start the sign-in.') }
    }
    const { userId, isNewUser } = await findAccount(trx, ctx, found)
    const user = await findUserRecord(trx, projectId, userId)
    if (!user) return undefined
    const { connection_id: connectionId } = found
    const options = { method: 'oauth' as const, sessionKey: given.sessionKey, provenBy: [], connectionId }
    const hasFactor = hasSecondFactor(user)
    const session = hasFactor
      ? await startTrusted(trx, ctx, user, options)
      : await startSession(ctx, user, options, trx)
    if (!session)
      return hasFactor ? { secondFactorOf: user.id, ...(await describeConnection(trx, ctx, found)) } : undefined
    await noteSessionOfCode(trx, projectId, given.code, session.refresh_token)
    return { session, isNewUser, connectionId, afterCallback: found.after_callback_redirect_url as string | null }
  })
}

/** What the second factor has to find as it is now. */
async function describeConnection(trx: Db, { project }: Context, { connection_id: id }: UsedCode) {
  const connection = id === null ? undefined : await findConnectionForShare(trx, project.id, id)
  return { ofConnection: connection ? { connection_id: connection.id, connection_version: connection.version } : {} }
}

/** The user of the code. If the account waited for the app to prove that it started the flow, it is linked now. */
function findAccount(trx: Db, ctx: Context, found: UsedCode): Promise<{ userId: string; isNewUser: boolean }> {
  if (found.pending_encrypted === null) {
    return Promise.resolve({ userId: found.user_id!, isNewUser: found.is_new_user })
  }
  return acceptProviderResponse(trx, ctx, openResponse(ctx.platform.secrets, ctx.project.id, found.pending_encrypted))
}

async function endReplayed(ctx: Context, code: string, verifier: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const session = await endSessionOfReplayedCode(trx, ctx.project.id, code, verifier)
    if (!session) return
    await announceEnd(trx, ctx, [session], 'code_reused')
    await recordAudit(trx, ctx, {
      action: 'session.revoked',
      target: { type: 'user', id: session.user_id },
      details: { session_id: session.id, code_came_twice: true },
    })
  })
}

function bearer(ctx: OpenContext) {
  return {
    token_type: 'Bearer' as const,
    expires_in: Math.max(1, ctx.platform.config.accessTokenSeconds - 1),
    scope: 'legacy' as const,
  }
}

/**
 * The OAuth client is the project: its id (with or without the branch) and a publishable client key. A caller with the
 * verifier of a code needs no key, which is public anyway.
 */
async function getClientProject(ctx: OpenContext, body: TokenRequest): Promise<Project> {
  const project = await projectCache(ctx.platform).find((body.client_id ?? '').replace(/#main$/, ''))
  const hasVerifier = body.grant_type === 'authorization_code' && Boolean(body.code_verifier)
  const isAllowed =
    body.client_secret === undefined
      ? hasVerifier
      : project?.hasValidKey('client', hashToken(body.client_secret), ctx.now())
  if (!project || !isAllowed) throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null })
  return project
}

/** An error in the form that OAuth libraries expect, for missing or malformed parameters. */
function readText(body: TokenRequest, name: 'code' | 'redirect_uri' | 'refresh_token'): string {
  const text = body[name] ?? ''
  if (!/^[\x20-\x7e]+$/.test(text)) throw new OAuthError('invalid_request', `The ${name} is missing or malformed.`)
  return text
}
