import { randomUUID } from 'node:crypto'
import { KnownError } from '@latchkey/contract'
import { type AuditEntry, toAuditRow } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Context, RequestContext } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import type { Project } from '../projects/cache.ts'
import { randomCode } from '../random-code.ts'
import { hashToken } from '../secrets.ts'
import { findUserRecord, type SessionUser } from '../users/queries.ts'
import { readIpInfo } from './ip-info.ts'
import { findSession, insertSession, touchSession } from './queries.ts'

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
  /** The hash that the password was checked against; the session starts only while it still is the user's. */
  usedPasswordHash?: string
  /** How the user has signed in; nobody has when a server makes a session for them. */
  method?: SignInMethod | 'server'
}

/** Undefined when the user is gone, or has changed the password since it was checked. */
export async function startSession(
  ctx: Context,
  user: SessionUser,
  options: SessionOptions = {},
  db: Db = ctx.db,
): Promise<StartedSession | undefined> {
  const now = ctx.now()
  const id = randomUUID()
  const refreshToken = randomCode()
  const session = {
    id,
    userId: user.id,
    refreshTokenHash: hashToken(refreshToken),
    isImpersonation: options.isImpersonation ?? false,
    now,
    expiresAt: new Date(now.getTime() + (options.expiresInMillis ?? interactiveSessionMillis)),
    ipInfo: readIpInfo(ctx.caller),
    audit: toAuditRow(ctx, describeStart(user.id, id, options)),
  }
  if (!(await insertSession(db, ctx.project.id, session, options.usedPasswordHash))) return undefined
  return {
    access_token: signAccessToken(ctx, ctx.project, user, id),
    refresh_token: refreshToken,
    user_id: user.id,
  }
}

function describeStart(userId: string, sessionId: string, options: SessionOptions): AuditEntry {
  const target = { type: 'user' as const, id: userId }
  if (options.method === 'server') {
    const details = { session_id: sessionId, is_impersonation: options.isImpersonation ?? false }
    return { action: 'session.created', target, details }
  }
  return { action: 'user.signed_in', target, details: { session_id: sessionId, method: options.method ?? null } }
}

/** A new access token for a session that is still alive. The refresh token stays as it is. */
export async function refreshSession(ctx: RequestContext, project: Project, refreshToken: string): Promise<string> {
  await ctx.services.limiter.consume({ refreshByAddress: `${project.id}:${addressBucket(ctx.caller.address ?? '')}` })
  const use = { now: ctx.now(), ipInfo: readIpInfo(ctx.caller) }
  const session = await touchSession(ctx.db, project.id, hashToken(refreshToken), use)
  const user = session && (await findUserRecord(ctx.db, project.id, session.user_id))
  if (!user) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  return signAccessToken(ctx, project, user, session.session_id)
}

/**
 * To be called before what could take an account over. Access tokens live on for minutes after their session has ended;
 * the client then drops such a token and finds out that it is signed out. Who impersonates a user acts for them, but is
 * not them.
 */
export async function assertOwnSession(ctx: Context): Promise<void> {
  if (!ctx.token) return
  const session = await findSession(ctx.db, ctx.project.id, ctx.token.refresh_token_id)
  if (!session || session.expires_at <= ctx.now()) {
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ctx.now().getTime() })
  }
  if (session.is_impersonation) throw new PlainError(403, 'This cannot be done while impersonating a user.')
}

function signAccessToken(ctx: RequestContext, project: Project, user: SessionUser, sessionId: string): string {
  return ctx.services.accessTokens.sign(
    {
      sub: user.id,
      project_id: project.id,
      branch_id: 'main',
      refresh_token_id: sessionId,
      role: 'authenticated',
      name: user.display_name,
      email: user.primary_email,
      email_verified: user.primary_email_verified,
      selected_team_id: user.selected_team?.id ?? null,
      is_anonymous: user.is_anonymous,
    },
    ctx.now().getTime(),
  )
}
