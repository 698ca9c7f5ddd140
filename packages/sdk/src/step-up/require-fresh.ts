import type { AppCore } from '../core/app-core.ts'
import { toPartialUser } from '../core/current-users.ts'
import { findVerifiedToken } from '../core/verified-users.ts'
import { KnownError } from '../errors/known-errors.ts'
import type { RequestLike } from '../session/token-store.ts'
import type { TokenPartialUser } from '../users/users.ts'

/**
 * How recent a proof must be.
 * @example const user = await latchkey.requireFresh(request, { withinSeconds: 300 })
 */
export interface FreshnessOptions {
  /** How long ago the user may have authenticated, in seconds. At least 30. */
  withinSeconds: number
}

/** The tolerated difference between the clocks of the server that issued the token and of this one. */
const leewaySeconds = 30

export async function requireFresh(
  core: AppCore,
  request: RequestLike,
  { withinSeconds }: FreshnessOptions,
): Promise<TokenPartialUser> {
  const session = await core.findSession(request)
  const token = await findVerifiedToken(core, session)
  if (!token) {
    throw new KnownError('USER_AUTHENTICATION_REQUIRED', 401, 'This route requires a signed-in user.', undefined)
  }
  // Throws SECOND_FACTOR_REQUIRED, which says by whom, unless the user has set one up since the token was issued.
  if (token.claims.second_factor_required) await core.transport.call('GET /users/me', { session })
  const provenAt = token.claims.auth_time
  const age = core.time.now() / 1000 - (typeof provenAt === 'number' ? provenAt : Number.NaN)
  if (age <= withinSeconds + leewaySeconds) return toPartialUser(token)
  // Only the server knows how this user can prove it; the browser asks there.
  const details = { max_age_seconds: withinSeconds, methods: [] }
  const message = 'Please confirm your identity again to continue, or sign in again.'
  throw new KnownError('STEP_UP_REQUIRED', 403, message, details)
}
