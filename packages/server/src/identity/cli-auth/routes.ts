import { type cliAuthRoutes, KnownError } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { announceCopy } from '../../accounts/sessions/copies.ts'
import { sessionBounds } from '../../accounts/sessions/policy.ts'
import { findSessionByToken } from '../../accounts/sessions/queries.ts'
import { startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord, findUserWithPolicy } from '../../accounts/users/queries.ts'
import { findUnmetRequirement, mayBeRequired, secondFactorRequired } from '../../accounts/users/second-factor.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { randomCode } from '../../platform/random-code.ts'
import { hashToken } from '../../platform/secrets.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { assertProven } from '../step-up/required.ts'
import { confirmCliLogin, consumeCliLogin, findCliLogin, insertCliLogin } from './queries.ts'

const defaultLifetimeMillis = 7_200_000

export const cliAuthHandlers: Handlers<typeof cliAuthRoutes> = {
  'POST /auth/cli': async ({ ctx, body }) => {
    const now = ctx.now()
    const login = {
      pollingCode: randomCode(),
      loginCode: randomCode(),
      now,
      expiresAt: new Date(now.getTime() + (body?.expires_in_millis ?? defaultLifetimeMillis)),
    }
    await insertCliLogin(ctx.db, ctx.project.id, login)
    return {
      polling_code: login.pollingCode,
      login_code: login.loginCode,
      expires_at: login.expiresAt.toISOString(),
    }
  },

  'POST /auth/cli/poll': async ({ ctx, body }) => {
    const login = await findCliLogin(ctx.db, ctx.project.id, body.polling_code)
    if (!login) throw new KnownError('INVALID_POLLING_CODE')
    if (login.expires_at <= ctx.now()) return { status: 'expired' }
    if (login.used_at) return { status: 'used' }
    if (!login.user_id) return { status: 'waiting' }
    const refreshToken = await startCliSession(ctx, body.polling_code)
    return refreshToken ? { status: 'success', refresh_token: refreshToken } : { status: 'used' }
  },

  'POST /auth/cli/complete': async ({ ctx, body }) => {
    const bounds = sessionBounds(ctx, ctx.project)
    const session = await findSessionByToken(ctx.db, ctx.project.id, hashToken(body.refresh_token), bounds)
    // The token only identifies the user who confirms. Anonymous users and impersonators may not.
    // A copied token must not become a session that needs no key, so the access token has to be of the same session.
    const isAlone = ctx.token?.refresh_token_id !== session?.id
    const isCopy = isAlone && session?.key_thumbprint
    if (isCopy) await announceCopy(ctx, { id: session.id, userId: session.user_id })
    const isRefused = isAlone && ctx.access === 'client' && ctx.project.config.auth.sessionKeys.isRequired
    if (!session || isCopy || isRefused || session.is_anonymous || session.is_impersonation) {
      throw new PlainError(400, 'The session is not valid. Please sign in again to confirm the login.')
    }
    const { user_id: userId, connection_id: connectionId } = session
    // The pipeline only knows the user of an access token.
    await assertSecondFactor(ctx, userId)
    await inTransaction(ctx.db, async (trx) => {
      if (!(await confirmCliLogin(trx, ctx.project.id, body.login_code, { userId, connectionId }, ctx.now()))) {
        throw new PlainError(400, 'The login does not exist, has expired, or has already been confirmed.')
      }
      // The command line gets a session that outlives this one, which may be stolen.
      await assertProven(ctx, session, () => findUserRecord(trx, ctx.project.id, userId))
      await recordAudit(trx, ctx, { action: 'cli_login.approved', target: { type: 'user', id: userId } })
      const account = await rememberAccount(trx, ctx.project.id, userId)
      await announceChange(trx, ctx, account, 'cli_login_approved')
    })
    return { success: true }
  },
}

async function assertSecondFactor({ db, project, now }: Context, userId: string): Promise<void> {
  if (!mayBeRequired(project)) return
  const user = await findUserWithPolicy(db, project.id, userId)
  const requirement = user && findUnmetRequirement(project, user, now())
  if (requirement) throw secondFactorRequired(requirement)
}

/** The command-line tool gets its own session, which is listed and can be ended separately. */
async function startCliSession(ctx: Context, pollingCode: string): Promise<string | undefined> {
  return inTransaction(ctx.db, async (trx) => {
    const login = await consumeCliLogin(trx, ctx.project.id, pollingCode, ctx.now())
    const user = login?.user_id && (await findUserRecord(trx, ctx.project.id, login.user_id))
    const options = { method: 'cli', connectionId: login?.connection_id } as const
    const session = user ? await startSession(ctx, user, options, trx) : undefined
    return session?.refresh_token
  })
}
