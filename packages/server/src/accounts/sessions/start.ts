import { randomUUID } from 'node:crypto'
import { KnownError } from '@latchkey/contract'
import type { Context, Owner, RequestContext } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { readBrowser, readIpInfo } from '../../platform/ip-info.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { randomCode } from '../../platform/random-code.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import { isStillGranted } from '../../projects/granted-access.ts'
import { findRequiredConnections, type RequiredConnection } from '../../projects/team-policy-queries.ts'
import { type Actor, type AuditEntry, recordAudit, toAuditRow } from '../../records/audit/record.ts'
import { findRestriction, toDetails } from '../user-restrictions/is-restricted.ts'
import type { SessionUser } from '../users/queries.ts'
import { assertMayStart, findRefusingTeam } from '../users/required-connection.ts'
import { findUnmetRequirement, hasSecondFactor, type PolicyUser } from '../users/second-factor.ts'
import type { VerifiedToken } from './access-tokens.ts'
import { accessTokens } from './access-tokens.ts'
import { holdActiveConnection } from './connection-queries.ts'
import { explainRefusal } from './copies.ts'
import { endOutlivedSession } from './end.ts'
import { createNonce, findSessionKey, firstNonceOf, isHandle, markBound, readProof } from './keys.ts'
import { expiryOf, isLive, sessionBounds } from './policy.ts'
import { findSession, type Impersonation, insertSession, type NewSession, type Proof, touchSession } from './queries.ts'

const interactiveSessionMillis = 365 * 24 * 3600 * 1000

export interface StartedSession {
  access_token: string
  refresh_token: string
  user_id: string
}

export type SignInMethod = 'password' | 'otp' | 'oauth' | 'passkey' | 'second-factor' | 'anonymous' | 'cli'

interface SessionOptions {
  expiresInMillis?: number
  isImpersonation?: boolean
  /** The owner who impersonates the user; the session ends with the owner's access to the project. */
  impersonator?: Owner | null
  /** Who starts the session, if it is not whoever makes the request. */
  actor?: Actor
  /** The hash that the password was checked against; the session starts only if it is still current. */
  usedPasswordHash?: string
  /** How the user has signed in; undefined if a server creates the session. */
  method?: SignInMethod | 'server'
  /** The authentication methods by their names in RFC 8176, if they do not follow from the sign-in method. */
  provenBy?: string[]
  /** The connection of a company that the user has signed in with. The caller has to be in a transaction. */
  connectionId?: string | null | undefined
  /** The thumbprint of the key that the session is bound to, if the request does not have it in its header. */
  sessionKey?: string | undefined
}

/**
 * Undefined if the user has been deleted or restricted in the meantime, has changed the password since it was checked or
 * has set up a second factor since the sign-in found none, or if the connection that the user has signed in with is no longer active.
 */
export async function startSession(
  ctx: Context,
  user: SessionUser,
  options: SessionOptions = {},
  db: Db = ctx.db,
): Promise<StartedSession | undefined> {
  const now = ctx.now()
  const restriction = findRestriction(user, now)
  if (restriction) throw new KnownError('USER_IS_RESTRICTED', toDetails(restriction))
  const key = options.sessionKey ?? findSessionKey(ctx.caller.headers)
  if (!key && needsKey(ctx, options)) throw new KnownError('SESSION_KEY_REQUIRED')
  const { connectionId = null } = options
  if (connectionId && !(await holdActiveConnection(db, ctx.project.id, connectionId))) return undefined
  const proof = describeProof(options, now)
  const isImpersonation = options.isImpersonation ?? false
  const required = ctx.project.has_team_policies ? await findRequiredConnections(db, ctx.project.id, user.id) : []
  const entered = assertMayStart(required, { connectionId, isImpersonation, methods: proof.methods })
  // One transaction, so that nobody enters unnoticed.
  if (entered.length > 0 && db === ctx.db) return inTransaction(db, (trx) => startSession(ctx, user, options, trx))
  const id = randomUUID()
  const refreshToken = key ? markBound(randomCode()) : randomCode()
  const fields = {
    id,
    userId: user.id,
    refreshTokenHash: hashToken(refreshToken),
    isImpersonation,
    impersonator: options.impersonator ?? null,
    now,
    expiresAt: expiryOf(ctx.project, now, options.expiresInMillis ?? interactiveSessionMillis),
    ipInfo: readIpInfo(ctx.caller),
    userAgent: readBrowser(ctx.caller),
  }
  const session: NewSession = {
    ...fields,
    proof,
    key: key ? { thumbprint: key, nonce: firstNonceOf(refreshToken) } : null,
    isKeptByServer: ctx.isRelayed && !key,
    event: describeForWebhooks(fields, options),
    audit: toAuditRow(ctx, describeStart(user.id, id, options), ctx.project, options.actor),
    kept: findKept(ctx.project, options),
    bounds: sessionBounds(ctx, ctx.project),
    looksAtTeams: ctx.project.has_team_policies,
    connectionId,
    isOneFactor: !hasSecondFactor(user) && !startsUnproven(options),
  }
  const started = await insertSession(db, ctx.project.id, session, options.usedPasswordHash)
  if (!started) return undefined
  await announceBreakGlass(db, ctx, user.id, entered)
  ctx.platform.telemetry.count('latchkey.sign_ins', { method: options.method ?? 'other', outcome: 'success' })
  return {
    access_token: signAccessToken(ctx, ctx.project, { ...user, ...started }, session),
    refresh_token: refreshToken,
    user_id: user.id,
  }
}

async function announceBreakGlass(db: Db, ctx: Context, userId: string, teams: RequiredConnection[]): Promise<void> {
  for (const { team_id } of teams) {
    const target = { type: 'user' as const, id: userId }
    await recordAudit(db, ctx, { action: 'team.break_glass_used', target, details: { team_id } })
    await enqueueJob(db, 'announce-break-glass', { project_id: ctx.project.id, team_id, user_id: userId })
  }
}

/** An owner who signs in as a user ends none of the user's sessions. */
function findKept({ config }: Project, { isImpersonation }: SessionOptions): number | null {
  const { maxPerUser } = config.auth.sessions
  return maxPerUser === undefined || isImpersonation ? null : maxPerUser - 1
}

/** Sessions that a server starts or relays, or that a command line has, are theirs to keep safe. */
function needsKey({ access, project, isRelayed }: Context, { method = 'server' }: SessionOptions): boolean {
  return (
    access === 'client' &&
    !isRelayed &&
    method !== 'server' &&
    method !== 'cli' &&
    project.config.auth.sessionKeys.isRequired
  )
}

/**
 * A sign-in counts as recent authentication. A session that was created by a server, for the CLI or for an anonymous
 * user does not, nor one that began with a recovery code or on a trusted device, and refreshing adds none.
 */
function describeProof(options: SessionOptions, now: Date): Proof {
  const { method = 'server', provenBy } = options
  if (startsUnproven(options)) return { authenticatedAt: null, methods: [] }
  // With a code by email and one of an authenticator app, the first and the second factor have the same name.
  const methods = [...new Set(provenBy ?? methodNames[method] ?? [])]
  return { authenticatedAt: lacksSecondFactor(methods) ? null : now, methods }
}

const startsUnproven = ({ method = 'server' }: SessionOptions) => ['server', 'cli', 'anonymous'].includes(method)

/** Among the authentication methods of a session that began with a recovery code, until the user proves more. */
export const recoveryCodeMethod = 'recovery_code'

/** The same of a session that began on a trusted device, which has shown the second factor at an earlier sign-in. */
export const trustedDeviceMethod = 'trusted_device'

/** Whether a session began without the second factor that the user has, and nothing was proven in it since. */
export const lacksSecondFactor = (methods: string[]) =>
  methods.includes(recoveryCodeMethod) || methods.includes(trustedDeviceMethod)

/** RFC 8176 has no name for a sign-in with a provider. */
const methodNames: Partial<Record<SignInMethod | 'server', string[]>> = { password: ['pwd'], otp: ['otp'] }

function describeStart(userId: string, sessionId: string, options: SessionOptions): AuditEntry {
  const target = { type: 'user' as const, id: userId }
  if (options.method === 'server') {
    const details = { session_id: sessionId, is_impersonation: options.isImpersonation ?? false }
    return { action: 'session.created', target, details }
  }
  const isTrusted = options.provenBy?.includes(trustedDeviceMethod)
  const details = { session_id: sessionId, method: options.method ?? null, ...(isTrusted && { trusted_device: true }) }
  return { action: 'user.signed_in', target, details }
}

type SessionFields = Omit<
  NewSession,
  | 'proof'
  | 'key'
  | 'isKeptByServer'
  | 'audit'
  | 'event'
  | 'kept'
  | 'bounds'
  | 'looksAtTeams'
  | 'connectionId'
  | 'isOneFactor'
>

function describeForWebhooks(
  { id, userId, isImpersonation, now, expiresAt, ipInfo, userAgent }: SessionFields,
  { method = 'server' }: SessionOptions,
): NewSession['event'] {
  return {
    id,
    user_id: userId,
    is_impersonation: isImpersonation,
    method,
    created_at_millis: now.getTime(),
    expires_at_millis: expiresAt.getTime(),
    ip_address: ipInfo?.ip ?? null,
    user_agent: userAgent,
  }
}

/** A new access token for a live session. The refresh token does not change, but what the next proof of its key signs does. */
export async function refreshSession(
  ctx: Context,
  refreshToken: string,
  proof: { text: string | undefined; path: string },
): Promise<{ access_token: string; session_nonce?: string }> {
  const { project } = ctx
  // Not as if the session had ended: a tab of an older version of the app would sign the user out in all others.
  if (isHandle(refreshToken)) throw new PlainError(400, 'The server of the app keeps this session. Reload the page.')
  const hash = hashToken(refreshToken)
  const shown = readProof(proof.text, proof.path)
  const isRequired = ctx.access === 'client' && project.config.auth.sessionKeys.isRequired
  const nextNonce = createNonce()
  const bounds = sessionBounds(ctx, project)
  const use = {
    bounds,
    ipInfo: readIpInfo(ctx.caller),
    userAgent: readBrowser(ctx.caller),
    looksAtTeams: project.has_team_policies,
  }
  const session = await touchSession(ctx.db, project.id, hash, use, {
    isRequired,
    isRelayed: ctx.isRelayed,
    shown,
    nextNonce,
  })
  if (!session) {
    await endOutlivedSession(ctx, project, hash, bounds)
    throw await explainRefusal(ctx, hash, shown)
  }
  const { connection_id: connectionId, is_impersonation: isImpersonation, required_connections } = session
  const isRefused = findRefusingTeam(required_connections, { connectionId, isImpersonation }) !== undefined
  if (isRefused || !(await isStillAllowed(ctx, project, session))) {
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  }
  const { user_id, selected_team_id, session_id, authenticated_at: authenticatedAt, authentication_methods } = session
  const user = { ...session, id: user_id, selected_team: selected_team_id ? { id: selected_team_id } : null }
  const access_token = signAccessToken(ctx, project, user, {
    id: session_id,
    proof: { authenticatedAt, methods: authentication_methods },
    connectionId,
  })
  return session.is_bound ? { access_token, session_nonce: nextNonce } : { access_token }
}

/** An owner who has signed out, left the project or has another role now no longer acts for its users. */
export async function isStillAllowed(
  ctx: RequestContext,
  project: Project,
  { impersonator_id: id, impersonator_session_id: sessionId }: Impersonation,
): Promise<boolean> {
  if (!id || !sessionId) return true
  return isStillGranted(ctx.platform, project, { owner: { id, sessionId }, keySetId: null }, 'accounts')
}

/**
 * Must be called before anything that could take over an account. An impersonator acts for the user but is not the
 * user.
 */
export async function assertOwnSession(ctx: Context): Promise<void> {
  if (!ctx.token) return
  const session = await getLiveSession(ctx, ctx.project, ctx.token)
  if (session.is_impersonation) throw impersonating()
}

export const impersonating = () => new PlainError(403, 'This is not allowed while impersonating a user.')

/**
 * Access tokens stay valid for minutes after their session has ended. The client then drops the token and finds that it
 * is signed out.
 */
export async function getLiveSession(ctx: RequestContext, project: Project, token: VerifiedToken) {
  const session = await findSession(ctx.db, project.id, token.refresh_token_id)
  const isEnded = !session || !isLive(session, sessionBounds(ctx, project))
  if (isEnded || !(await isStillAllowed(ctx, project, session))) {
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ctx.now().getTime() })
  }
  return session
}

type TokenSession = Pick<NewSession, 'id' | 'proof' | 'connectionId'>

export function signAccessToken(
  ctx: RequestContext,
  project: Project,
  user: Omit<SessionUser, 'restriction'> & PolicyUser,
  { id, proof: { authenticatedAt, methods }, connectionId }: TokenSession,
): string {
  return accessTokens(ctx.platform).sign(
    {
      sub: user.id,
      project_id: project.id,
      branch_id: 'main',
      refresh_token_id: id,
      role: 'authenticated',
      name: user.display_name,
      email: user.primary_email,
      email_verified: user.primary_email_verified,
      selected_team_id: user.selected_team?.id ?? null,
      is_anonymous: user.is_anonymous,
      ...(authenticatedAt ? { auth_time: Math.floor(authenticatedAt.getTime() / 1000) } : {}),
      ...(methods.length > 0 ? { amr: methods } : {}),
      ...(connectionId ? { connection_id: connectionId } : {}),
      ...(findUnmetRequirement(project, user, ctx.now()) ? { second_factor_required: true as const } : {}),
    },
    ctx.now().getTime(),
  )
}
