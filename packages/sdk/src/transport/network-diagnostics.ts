import { RetryError } from '../errors/errors.ts'
import { NetworkError } from './network-error.ts'

/**
 * Asks the addresses of the server, for developers. The dashboard and all pages of the server are at the same address
 * as the API, so nobody else has to be asked.
 */
export async function diagnoseNetwork(baseUrl: string, headers: Headers, timeoutMillis: number) {
  const signal = AbortSignal.timeout(timeoutMillis)
  const [apiRoot, baseUrlBackend, dashboard] = await Promise.all([
    probe(`${baseUrl}/api/v1`, { headers, signal }),
    probe(`${baseUrl}/health`, { signal }),
    // A browser may not read the response of a page, but it tells whether there was one.
    probe(`${baseUrl}/`, { mode: 'no-cors', signal }),
  ])
  const diagnostics = { 'navigator?.onLine': globalThis.navigator?.onLine, apiRoot, baseUrlBackend, dashboard }
  return {
    isHealthy: baseUrlBackend === 'OK',
    explain(request: string, millis: number, errors: unknown[]): NetworkError {
      const attempts = describeAttempts(request, millis, errors)
      const cause = errors.length > 1 ? new RetryError(errors) : errors[0]
      const message = `Latchkey is unable to connect to the server at ${baseUrl}: ${attempts}.`
      return new NetworkError(message, diagnostics, cause)
    },
  }
}

async function probe(url: string, init: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, init)
    const status = response.headers.get('x-stack-actual-status') ?? response.status
    return response.type === 'opaque' || `${status}` === '200' ? 'OK' : `${status} ${await response.text()}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** For example `GET /users/me was tried 5 times in 2.4 s (connect ECONNREFUSED 127.0.0.1:8102)`. */
function describeAttempts(request: string, millis: number, errors: unknown[]): string {
  const count = errors.length === 1 ? 'once' : `${errors.length} times`
  return `${request} was tried ${count} in ${(millis / 1000).toFixed(1)} s (${reasonOf(errors.at(-1))})`
}

/** Node hides the reason in a cause, and if a host has several addresses, only its code tells it. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || `${error}`
}
