import { AssertionError, StatusError } from '../errors/errors.ts'
import { type KnownError, knownErrorOf } from '../errors/known-errors.ts'
import { loadDiagnostics } from './connection.ts'
import { RetryLater } from './retry.ts'

const maxWaitSeconds = 60

/** A successful response. Its body has been read already, which costs a server less than reading a new `Response`. */
export interface Received {
  text: string
  status: number
  headers: Headers
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
  if (code) {
    const error = await knownErrorOf(readKnownError(code, text), status)
    const later = recover?.(error)
    if (later) return later
    throw error
  }
  // Latchkey responds with JSON or plain text. A page is from a proxy, or from a network that asks to sign in.
  const isPage = headers.get('content-type')?.includes('html') || /^\s*</.test(text)
  if (status >= 200 && status < 300 && !isPage) return { text, status, headers }

  const message =
    isPage || !text || status > 501
      ? await loadDiagnostics().then(
          (code) => code.describeStatus(status, text, isPage, isWrite),
          () => `${status}`,
        )
      : text
  const error = new StatusError(status < 300 ? 502 : status, message, { status, body: text })
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    // Nobody waits that long for a page, so the caller gets the error instead.
    if (seconds > maxWaitSeconds) throw error
    return new RetryLater(error, seconds >= 0 ? seconds * 1000 : undefined)
  }
  if (status === 508 && text.includes('INFINITE_LOOP_DETECTED')) return new RetryLater(error)
  throw error
}

function readKnownError(code: string, text: string): { code: string; error: string; details?: unknown } {
  let body: { code: string; error: string } | undefined
  try {
    body = JSON.parse(text)
  } catch {}
  if (body?.code === code) return body
  throw new AssertionError('The known-error header and the body of a response do not match.', { code, text })
}
