import type { AccessType, Routes } from '@latchkey/contract'
import { randomCode } from '../platform/random-code.ts'
import { insertProject } from '../projects/create.ts'
import type { Override } from '../projects/project-config/override.ts'
import { insertKeySet } from '../projects/project-keys/queries.ts'
import { type TestServer, testUrl } from './server.ts'

export interface TestProject {
  id: string
  keys: { publishableClientKey: string; secretServerKey: string; superSecretAdminKey: string }
  server: TestServer
  headers(access: AccessType): Record<string, string>
  /** Calls a route like a client and throws errors as a `WireError`. */
  call<R extends keyof Routes, A extends AccessType = 'client'>(
    route: R,
    request?: Routes[R]['request'] & CallOptions<A>,
  ): Promise<Routes[R]['response'][A]>
  /** The same without types and without throwing, for requests that are invalid on purpose. */
  send(route: string, request?: RawCall): Promise<WireResponse>
  signUp(email?: string, password?: string): Promise<SignedUp>
}

export interface CallOptions<A extends AccessType> {
  as?: A
  user?: { access_token: string } | undefined
  headers?: Record<string, string>
  address?: string
}

export interface RawCall extends CallOptions<AccessType> {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

export interface WireResponse {
  status: number
  headers: Headers
  body: unknown
}

export interface SignedUp {
  access_token: string
  refresh_token: string
  user_id: string
  email: string
  password: string
}

export class WireError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: unknown

  constructor(answer: WireResponse) {
    const known =
      typeof answer.body === 'object' ? (answer.body as { code?: string; error?: string; details?: unknown }) : {}
    super(known.error ?? String(answer.body))
    this.status = answer.status
    this.code = known.code
    this.details = known.details
  }
}

let emails = 0
export function newEmail(name = 'ada'): string {
  return `${name}-${++emails}-${randomCode().slice(0, 6)}@example.com`
}

export const goodPassword = 'correct horse battery'
const nextCentury = new Date('2100-01-01T00:00:00Z')

/** A new project with keys of all three levels. */
export async function createTestProject(server: TestServer, settings: Override = {}): Promise<TestProject> {
  const { db, secrets } = server.platform
  const now = new Date()
  const id = await insertProject(db, { displayName: 'Test project', ownerTeamId: null, settings }, secrets, now)
  const keys = {
    publishableClientKey: `pck_${randomCode()}`,
    secretServerKey: `ssk_${randomCode()}`,
    superSecretAdminKey: `sak_${randomCode()}`,
  }
  await insertKeySet(db, id, { description: 'Test keys', now, expiresAt: nextCentury, keys })
  return projectWithKeys(server, id, keys)
}

export function projectWithKeys(server: TestServer, id: string, keys: TestProject['keys']): TestProject {
  const headers = (access: AccessType) => ({
    'x-stack-project-id': id,
    'x-stack-access-type': access,
    'x-stack-publishable-client-key': keys.publishableClientKey,
    ...(access === 'client' ? {} : { 'x-stack-secret-server-key': keys.secretServerKey }),
    ...(access === 'admin' ? { 'x-stack-super-secret-admin-key': keys.superSecretAdminKey } : {}),
  })

  const send: TestProject['send'] = (route, request = {}) =>
    sendRequest(server, route, {
      ...request,
      headers: {
        ...headers(request.as ?? 'client'),
        ...(request.user ? { 'x-stack-access-token': request.user.access_token } : {}),
        ...request.headers,
      },
    })

  const call: TestProject['call'] = async (route, request) => {
    const answer = await send(route, request as RawCall)
    if (answer.status >= 400) throw new WireError(answer)
    return answer.body as never
  }

  return {
    id,
    keys,
    server,
    headers,
    call,
    send,
    async signUp(email = newEmail(), password = goodPassword) {
      const body = { email, password, verification_callback_url: 'http://localhost:3000/verify' }
      return { ...(await call('POST /auth/password/sign-up', { body })), email, password }
    },
  }
}

/** Sends exactly what is given: no project headers and no token. */
export async function sendRequest(
  server: Pick<TestServer, 'fetch'>,
  route: string,
  request: Omit<RawCall, 'as' | 'user'> = {},
): Promise<WireResponse> {
  const [method, path] = route.split(' ') as [string, string]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ''))
  const url = new URL(`/api/v1${filled === '/' ? '' : filled}`, testUrl)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const hasBody = request.body !== undefined
  const response = await server.fetch(
    url,
    {
      method,
      headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...request.headers },
      ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
    },
    request.address,
  )
  return readResponse(response)
}

export async function readResponse(response: Response): Promise<WireResponse> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
