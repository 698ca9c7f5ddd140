import type { Routes } from '@latchkey/contract'

/** An error response. `code` is set if the API documents it. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string | null

  constructor(message: string, code: string | null) {
    super(message)
    this.code = code
  }
}

/** No usable response: the connection or the server failed. A retry may help. */
class NoResponseError extends Error {
  override name = 'NoResponseError'
  readonly status: number | undefined

  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.status = options.status
  }
}

export const isTooMany = (error: unknown) => error instanceof NoResponseError && error.status === 429

type OpenRoute = keyof Routes & `${'GET' | 'POST'} ${string}`
type BodyOf<Id extends OpenRoute> = Routes[Id]['request'] extends { body: infer Body } ? [body: Body] : []

/** Calls a route that needs no project keys, typed by the contract. */
export async function call<Id extends OpenRoute>(
  route: Id,
  ...[body]: BodyOf<Id>
): Promise<Routes[Id]['response']['client']> {
  const [method, path] = route.split(' ') as [string, string]
  const response = await fetch(`/api/v1${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new NoResponseError('The server cannot be reached.', { cause })
  })
  if (response.ok) return response.json()
  if (response.status >= 500 || response.status === 429)
    throw new NoResponseError(`${response.status} ${path}`, response)
  const code = response.headers.get('x-stack-known-error')
  const text = await response.text()
  throw new ApiError(code ? (JSON.parse(text) as { error: string }).error : text, code)
}
