/**
 * The server could not be reached. The message says what was tried, `cause` why it failed.
 *
 * @example
 * try {
 *   await app.getUser()
 * } catch (error) {
 *   if (error instanceof NetworkError) console.error(error.message, error.diagnostics)
 * }
 */
export class NetworkError extends Error {
  /** `OK` or an error for each address of the server that was looked at. */
  readonly diagnostics: Readonly<Record<string, unknown>>

  constructor(message: string, diagnostics: Readonly<Record<string, unknown>>, cause: unknown) {
    super(message, { cause })
    this.name = 'NetworkError'
    this.diagnostics = diagnostics
  }
}
