import { RetryError } from '../errors/errors.ts'
import { reasonOf } from './connection.ts'
import { NetworkError } from './network-error.ts'

/** For example `GET /users/me was tried 5 times (connect ECONNREFUSED 127.0.0.1:8102)`. */
export function explainNoResponse(
  { baseUrl, request, health, isWrite }: { baseUrl: string; request: string; health: string; isWrite: boolean },
  errors: unknown[],
): NetworkError {
  const count = errors.length === 1 ? 'once' : `${errors.length} times`
  const attempts = `${request} was tried ${count} (${reasonOf(errors.at(-1))})`
  const message = `Latchkey is unable to connect to the server at ${baseUrl}: ${attempts}.`
  const diagnostics = { 'navigator?.onLine': globalThis.navigator?.onLine, baseUrlBackend: health }
  const cause = errors.length > 1 ? new RetryError(errors) : errors[0]
  return new NetworkError(message, diagnostics, cause, isWrite && !errors.every(wasNeverSent))
}

/** Node tells when there was no connection at all, browsers do not. */
function wasNeverSent(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {}
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(`${code}`)
}
