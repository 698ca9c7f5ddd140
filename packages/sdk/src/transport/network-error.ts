import { StatusError } from '../errors/errors.ts'

/**
 * The server could not be reached, or did not respond in time. The message describes the request, `cause` why it
 * failed.
 *
 * @example
 * try {
 *   await user.createTeam({ displayName: 'Research' })
 * } catch (error) {
 *   if (!(error instanceof NetworkError)) throw error
 *   console.error(error.message, error.diagnostics)
 *   if (error.mayHaveHappened) await user.listTeams()
 * }
 */
export class NetworkError extends Error {
  /** Whether the browser is online, and `OK` or an error for the server's `/health`. */
  readonly diagnostics: Readonly<Record<string, unknown>>
  /** True if the call was a write that the server may have processed. Check before you repeat it. */
  readonly mayHaveHappened: boolean

  constructor(
    message: string,
    diagnostics: Readonly<Record<string, unknown>>,
    cause: unknown,
    mayHaveHappened: boolean,
  ) {
    super(mayHaveHappened ? message + mayHaveHappenedText : message, { cause })
    this.name = 'NetworkError'
    this.diagnostics = diagnostics
    this.mayHaveHappened = mayHaveHappened
  }
}

/** Added if the response of a write was lost. */
export const mayHaveHappenedText = ' The request may have been processed: check before repeating it.'

/**
 * Whether a call failed because Latchkey is not available right now: it could not be reached, a proxy in front of it
 * could not reach it, or it is overloaded. The same call may succeed in a moment, so your own server should respond
 * with 503.
 *
 * @example
 * if (isUnavailable(error)) return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StatusError) return error.statusCode === 429 || error.statusCode > 501
  return error instanceof NetworkError
}
