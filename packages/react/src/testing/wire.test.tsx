import { type RenderResult, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { vi } from 'vitest'
import { ClientApp } from '../client-app.ts'
import { LatchkeyProvider, type LatchkeyProviderProps } from '../provider.tsx'

// The components run on the real SDK. Only the network is a fake, which responds as the API does.

const projectId = '11111111-1111-4111-8111-111111111111'

export const ada = {
  id: '22222222-2222-4222-8222-222222222222',
  primary_email: 'ada@example.com',
  primary_email_verified: true,
  display_name: 'Ada Lovelace',
  profile_image_url: null as string | null,
  signed_up_at_millis: 1_700_000_000_000,
  locale: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  auth_with_email: true,
  requires_totp_mfa: false,
  passkey_mfa_enabled: false,
  is_anonymous: false,
  oauth_providers: [] as { id: string; account_id: string; email: string | null }[],
  selected_team_id: null,
  selected_team: null,
  client_metadata: null,
  client_read_only_metadata: null,
}

const config = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  trusted_devices_allowed: true,
  enabled_oauth_providers: [] as { id: string }[],
}

/** Of every error. */
export const requestId = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'

export interface Answer {
  status?: number
  body?: unknown
  /** The code of a known error, which the body is created from. */
  error?: string
  details?: Record<string, unknown>
}

interface WireRequest {
  route: string
  query: URLSearchParams
  body: Record<string, unknown>
}

type Respond = (request: WireRequest) => Answer | Promise<Answer> | undefined

export interface WireOptions {
  user?: Partial<typeof ada> & { second_factor_requirement?: object }
  config?: Partial<typeof config & { oauth_provider_enabled: true }>
  /** Other fields of the project. */
  project?: Record<string, unknown>
  /** Responses for individual routes, which override the defaults. */
  respond?: Respond
}

export const listOf = (...items: object[]) => ({ items, is_paginated: false })

/** The response to every sign-in. */
export const signedIn = (more: Record<string, unknown> = {}) => ({
  access_token: accessToken(),
  refresh_token: 'refresh-token',
  user_id: ada.id,
  ...more,
})

function accessToken(): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: ada.id,
    role: 'authenticated',
    iat: now,
    exp: now + 600,
    is_anonymous: false,
    refresh_token_id: 'session',
  }
  return ['{}', JSON.stringify(claims), ''].map((part) => btoa(part)).join('.')
}

export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `C0DE-0000-0000-000${index}`)

/** Fakes the server. Returns the requests that it received. */
export function startWire(options: WireOptions = {}): WireRequest[] {
  const requests: WireRequest[] = []
  const user = { ...ada, ...options.user }
  const usual: Record<string, (request: WireRequest) => Answer> = {
    'GET /projects/current': () => ({
      body: {
        id: projectId,
        display_name: 'Fieldnotes',
        ...options.project,
        config: { ...config, ...options.config },
      },
    }),
    'GET /users/me': () => ({ body: user }),
    'PATCH /users/me': ({ body }) => ({ body: Object.assign(user, body) }),
    'POST /auth/oauth/token': () => ({ body: { access_token: accessToken(), token_type: 'Bearer', expires_in: 600 } }),
    'POST /auth/password/sign-in': () => ({ body: signedIn() }),
    'POST /auth/password/sign-up': () => ({ body: signedIn() }),
    'GET /auth/recovery-codes': () => ({ body: { remaining: 10, created_at_millis: 0 } }),
    'GET /auth/trusted-devices': () => ({ body: listOf() }),
    'POST /auth/recovery-codes': () => ({ body: { codes: recoveryCodes } }),
    'GET /auth/sessions': () => ({ body: { items: [], is_paginated: false } }),
    'DELETE /auth/sessions/current': () => ({ body: { success: true } }),
    'GET /teams': () => ({ body: listOf() }),
    'GET /oauth-providers': () => ({ body: listOf() }),
    'GET /contact-channels': () => ({
      body: listOf({
        id: 'primary',
        user_id: user.id,
        type: 'email',
        value: user.primary_email,
        is_primary: true,
        is_verified: user.primary_email_verified,
        used_for_auth: true,
      }),
    }),
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input))
    const request: WireRequest = {
      route: `${init.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}`,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
    }
    requests.push(request)
    const answer = (await options.respond?.(request)) ?? usual[request.route]?.(request) ?? { status: 404 }
    return toResponse(answer)
  })
  return requests
}

function toResponse({ status = 200, body, error, details = {} }: Answer): Response {
  // A refusal without a code is plain text.
  if (!error && typeof body === 'string' && status >= 400) return new Response(body, { status })
  if (!error) return Response.json(body ?? null, { status })
  return Response.json(
    { code: error, error: `The server says ${error}.`, details },
    {
      headers: {
        'x-stack-request-id': requestId,
        'x-stack-known-error': error,
        'x-stack-actual-status': String(status === 200 ? 400 : status),
      },
    },
  )
}

interface AppOptions extends WireOptions {
  isSignedIn?: boolean
  /** The address of the page. */
  at?: string
  urls?: Record<string, string>
  provider?: Partial<LatchkeyProviderProps>
  /** Further options of the app. */
  app?: { noAutomaticPrefetch?: boolean; tokenStore?: 'memory' }
}

/** Renders in an app whose router only records navigations. */
export function renderApp(children: ReactNode, options: AppOptions = {}) {
  const requests = startWire(options)
  const app = createApp(options)
  const view: RenderResult = render(
    <LatchkeyProvider app={app.app} {...options.provider}>
      <Suspense fallback="waiting">{children}</Suspense>
    </LatchkeyProvider>,
  )
  const sent = (route: string) => requests.filter((request) => request.route === route)
  return { ...app, ...view, requests, sent }
}

export function signInInAnotherTab(refreshToken: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `stack-refresh-${projectId}=${refreshToken}; path=/`
}

export function createApp({ isSignedIn, at = '/', urls = {}, app: options }: AppOptions = {}) {
  history.replaceState(null, '', at)
  for (const name of ['stack-refresh', 'stack-access', `stack-refresh-${projectId}`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = `${name}=; max-age=0; path=/`
  }
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  if (isSignedIn) document.cookie = `stack-refresh-${projectId}=refresh-token; path=/`

  const visited: string[] = []
  const navigate = (to: string) => void visited.push(to)
  const app = new ClientApp({
    projectId,
    publishableClientKey: 'pck_test',
    baseUrl: 'http://api.test',
    tokenStore: 'cookie',
    urls,
    redirectMethod: { useNavigate: () => navigate, navigate },
    ...options,
  })
  return { app, visited }
}
