import { createAccessToken } from './access-tokens.ts'

export interface SentRequest {
  route: string
  url: string
  headers: Headers
  body: unknown
}

type Answer = Response | Error | object | string

/**
 * Stands in for the network where a real server cannot be made to fail. Routes are answered by name; a list is
 * answered one after the other and its last entry from then on.
 */
export function createFakeApi(routes: Record<string, Answer | Answer[] | ((request: SentRequest) => unknown)>) {
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
    const answers = routes[request.route]
    if (answers === undefined) throw new Error(`Nobody answers ${request.route}.`)
    const answer = await (typeof answers === 'function'
      ? answers(request)
      : Array.isArray(answers)
        ? answers[Math.min(countOf(request.route), answers.length) - 1]
        : answers)
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer.clone()
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  }
  const countOf = (route: string) => sent.filter((request) => request.route === route).length
  return { fetch, sent, countOf }
}

/** A failure as it arrives when the client asked for status 200 on every answer. */
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
  signed_up_at_millis: 1_700_000_000_000,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
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
