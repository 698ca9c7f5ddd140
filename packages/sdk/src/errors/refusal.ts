import { hasCode, type KnownErrorOf } from './known-errors.ts'

/**
 * How a server answers a request that `requireFresh` has refused.
 * @example
 * const refusal: Refusal | undefined = refusalOf(error)
 * if (refusal) return Response.json(refusal.body, { status: refusal.status })
 */
export interface Refusal {
  /** The HTTP status: 401 if nobody is signed in, 403 if a proof or a second factor is required. */
  status: 401 | 403
  /** The JSON of the body, which `withStepUp` understands. */
  body: { code: string; error: string; details?: unknown }
}

/**
 * The answer to a request that `requireFresh` or `getUser({ freshWithinSeconds })` has refused; undefined for every
 * other error, which may say more than a browser should see.
 * @example
 * const refusal = refusalOf(error)
 * if (refusal) return Response.json(refusal.body, { status: refusal.status })
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (hasCode(error, 'STEP_UP_REQUIRED') || hasCode(error, 'SECOND_FACTOR_REQUIRED')) {
    return { status: 403, body: bodyOf(error) }
  }
  return hasCode(error, 'USER_AUTHENTICATION_REQUIRED') ? { status: 401, body: bodyOf(error) } : undefined
}

const bodyOf = ({
  errorCode,
  message,
  details,
}: KnownErrorOf<'STEP_UP_REQUIRED' | 'SECOND_FACTOR_REQUIRED' | 'USER_AUTHENTICATION_REQUIRED'>): Refusal['body'] => ({
  code: errorCode,
  error: message,
  details,
})
