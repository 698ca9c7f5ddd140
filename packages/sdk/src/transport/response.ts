import { AssertionError, StatusError } from '../errors/errors.ts'
import { type KnownError, knownErrorOf } from '../errors/known-errors.ts'
import { loadDiagnostics } from './connection.ts'
import { mayHaveHappenedText } from './network-error.ts'

const maxWaitMillis = 60_000

/** A successful response. Its body has been read already, which costs a server less than reading a new `Response`. */
export interface Received {
  text: string
  status: number
  headers: Headers
}

/** An attempt that failed but may succeed later. */
export interface RetryLater {
  error: unknown
  waitMillis?: number | undefined
}

/** Returns a successful response or a reason to retry, and throws other errors. */
export async function readResponse(
  { headers, status: sentStatus }: Response,
  text: string,
  isWrite: boolean,
  recover?: (error: KnownError) => RetryLater | undefined,
): Promise<Received | RetryLater> {
  const status = Number(headers.get('x-stack-actual-status')) || sentStatus
  const code = headers.get('x-stack-known-error')
  const requestId = headers.get('x-stack-request-id')
  if (code) {
    let body: { code: string; error: string } | undefined
    try {
      body = JSON.parse(text)
    } catch {}
    if (body?.code !== code) throw new AssertionError('A response contradicts its header.', { code, text })
    const error = Object.assign(await knownErrorOf(body, status), { requestId })
    const later = recover?.(error)
    if (later) return later
    throw error
  }
  // Latchkey responds with JSON or plain text. An HTML page is from a proxy or a captive portal.
  const isPage = /^\s*</.test(text)
  if (status >= 200 && status < 300 && !isPage) return { text, status, headers }

  const message =
    (!isPage && text) ||
    (await loadDiagnostics().then(
      (code) => code.describeStatus(status),
      () => `${status}`,
    ))
  // The proxy may have lost the response.
  const isLost = isWrite && (status < 300 || status === 502 || status === 504)
  const outcome = isLost ? mayHaveHappenedText : ''
  const failed = new StatusError(status < 300 ? 502 : status, message + outcome, { status, body: text })
  const error = Object.assign(failed, { requestId })
  if (status === 429) {
    const waitMillis = 1000 * Number.parseFloat(headers.get('retry-after') ?? '')
    // Users do not wait that long for a page, so the caller gets the error instead.
    if (waitMillis > maxWaitMillis) throw error
    return waitMillis >= 0 ? { error, waitMillis } : { error }
  }
  if (status === 508 && text.includes('INFINITE_LOOP_DETECTED')) return { error }
  throw error
}
