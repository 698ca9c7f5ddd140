/** An error without a code: a status and a message (or, for OAuth clients, a JSON object). */
export class PlainError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'PlainError'
    this.status = status
    this.headers = headers
  }
}

/** The format that OAuth clients expect: `{error, error_description}` and no known-error header. */
export class OAuthError extends PlainError {
  constructor(error: string, description: string) {
    super(400, JSON.stringify({ error, error_description: description }), {
      'content-type': 'application/json; charset=utf-8',
    })
  }
}
