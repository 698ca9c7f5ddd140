/** An answer that is not a success. The code is there when the API's documentation names it. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string | null

  constructor(message: string, code: string | null) {
    super(message)
    this.code = code
  }
}

/** There was no usable answer: no connection, or a server in trouble. Trying again later may help. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export async function post<Answer>(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new NoAnswerError('The server cannot be reached.', { cause })
  })
  if (response.ok) return response.json()
  if (response.status >= 500 || response.status === 429) throw new NoAnswerError(`${response.status} ${path}`)
  const code = response.headers.get('x-stack-known-error')
  const text = await response.text()
  throw new ApiError(code ? (JSON.parse(text) as { error: string }).error : text, code)
}
