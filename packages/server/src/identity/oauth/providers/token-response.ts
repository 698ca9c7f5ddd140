import type { ProviderDefinition } from './definition.ts'
import { failure } from './failures.ts'

/**
 * Converts the response of a token endpoint to the standard form, which the library requires. Providers differ in how
 * they spell errors and lists; no security check is relaxed.
 */
export async function readTokenResponse(
  response: Response,
  definition: ProviderDefinition,
  grant: 'code' | 'refresh',
): Promise<{ response: Response; body: Record<string, unknown> }> {
  const { title } = definition
  if (response.status >= 500) throw failure('unreachable', title, `status ${response.status}`)
  if (response.status >= 300 && response.status < 400) throw failure('invalid-answer', title, 'a redirect')
  const body = parseObject(await response.text())
  if (!body) throw failure('invalid-answer', title, `no JSON, status ${response.status}`)
  const isRefused = response.status !== 200
  const error = findError(body, definition) ?? (isRefused ? describeStatus(response.status) : undefined)
  // Some providers report errors with status 200.
  if (error) return rebuild(400, { error })
  return rebuild(200, standardise(body, definition.idToken !== undefined && grant === 'code'))
}

function findError(body: Record<string, unknown>, definition: ProviderDefinition): string | undefined {
  if (typeof body.error === 'string' && body.error !== '') return definition.findTokenError?.(body) ?? body.error
  return definition.findTokenError?.(body)
}

function describeStatus(status: number): string {
  return status === 401 || status === 403 ? 'invalid_client' : 'invalid_grant'
}

function standardise(body: Record<string, unknown>, hasIdToken: boolean): Record<string, unknown> {
  const { scope, token_type = 'bearer', id_token, ...rest } = body
  const present = Object.entries(rest).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(present),
    token_type,
    ...(Array.isArray(scope) ? { scope: scope.join(' ') } : typeof scope === 'string' ? { scope } : {}),
    // A value that is not used need not be valid.
    ...(hasIdToken ? { id_token } : {}),
  }
}

function rebuild(status: number, body: Record<string, unknown>) {
  return { response: Response.json(body, { status }), body }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
