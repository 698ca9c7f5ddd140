import { createAccessToken } from './access-tokens.ts'

export interface SentRequest {
  route: string
  url: string
  headers: Headers
  body: unknown
}

type FakeResponse = Response | Error | object | string

/**
 * Replaces the network where a real server cannot be made to fail. Responses are keyed by route; a list is used in
 * order, and its last entry repeats.
 */
export function createFakeApi(
  routes: Record<string, FakeResponse | FakeResponse[] | ((request: SentRequest) => unknown)>,
) {
  const sent: SentRequest[] = []
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(url).pathname.replace(/^\/api\/v1(?=\/)/, '')
    const request: SentRequest = {
      route: `${init.method ?? 'GET'} ${path}`,
      url,
      headers: new Headers(init.headers),
      body: readBody(init.body),
    }
    sent.push(request)
    const responses = routes[request.route]
    if (responses === undefined) throw new Error(`There is no response for ${request.route}.`)
    const response = await (typeof responses === 'function'
      ? responses(request)
      : Array.isArray(responses)
        ? responses[Math.min(countOf(request.route), responses.length) - 1]
        : responses)
    if (response instanceof Error) throw response
    if (response instanceof Response) return response.clone()
    return typeof response === 'string' ? new Response(response) : Response.json(response)
  }
  const countOf = (route: string) => sent.filter((request) => request.route === route).length
  return { fetch, sent, countOf }
}

/** An error response for a client that requested status 200 for all responses. */
export function refusal(status: number, code: string, details?: object): Response {
  const headers = { 'x-stack-actual-status': `${status}`, 'x-stack-known-error': code }
  return Response.json({ code, error: `text of ${code}`, ...(details && { details }) }, { headers })
}

export function plainRefusal(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { 'x-stack-actual-status': `${status}`, ...headers } })
}

export const refreshed = () => ({ access_token: createAccessToken(), token_type: 'Bearer' })

export const ada = {
  id: 'user-1',
  primary_email: 'ada@example.com',
  primary_email_verified: false,
  display_name: 'Ada',
  profile_image_url: null,
  locale: null,
  signed_up_at_millis: 1_700_000_000_000,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  passkey_mfa_enabled: false,
  auth_with_email: true,
  requires_totp_mfa: false,
  is_anonymous: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  client_metadata: null,
  client_read_only_metadata: null,
}

function readBody(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : body
}
