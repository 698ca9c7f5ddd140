import type { AppCore } from '../core/app-core.ts'
import type { UserSession } from '../session/session.ts'

/** The least that the server accepts: nobody proves who they are faster than a page loads. */
const minSeconds = 30

/**
 * Resolves once the session has authenticated within this time, by the server's clock. Asks the user for a proof if it
 * has not, and throws STEP_UP_REQUIRED if they do not give one.
 */
export async function proveWithin(core: AppCore, session: UserSession | undefined, seconds: number): Promise<void> {
  const body = { max_age_seconds: Math.max(minSeconds, Math.floor(seconds)) }
  await core.call('POST /auth/step-up/check', { session, body })
}

/** Sends a request to the app's own server, and once more after a proof if `requireFresh` has refused it there. */
export async function withStepUp(core: AppCore, send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  const seconds = await findRequiredAge(response)
  if (seconds === undefined) return response
  const session = await core.findSession()
  const { accessToken, refreshToken } = await session.getTokens()
  await proveWithin(core, session, seconds)
  // The proof may be from another tab. The token of this one does not contain it yet.
  const isOld = accessToken && refreshToken && (await session.getTokens()).accessToken === accessToken
  if (isOld) session.dropAccessToken(accessToken)
  await session.getTokens()
  return send()
}

/** Of the body that `refusalOf` creates. */
async function findRequiredAge(response: Response): Promise<number | undefined> {
  if (response.status !== 403) return undefined
  try {
    const { code, details } = await response.clone().json()
    return code === 'STEP_UP_REQUIRED' && details.max_age_seconds > 0 ? details.max_age_seconds : undefined
  } catch {
    return undefined
  }
}
