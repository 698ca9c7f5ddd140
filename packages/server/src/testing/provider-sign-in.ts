import { createHash } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { randomCode } from '../platform/random-code.ts'
import type { Override } from '../projects/project-config/override.ts'
import { createTestProject, separateServer } from './index.ts'
import { type OidcServer, oidcClientSecret, openOidcServer, type ProviderPerson } from './oidc-server.ts'
import { newEmail, readResponse, sendRequest, type TestProject, type WireResponse } from './project.ts'
import { type TestServer, testUrl } from './server.ts'

export const appUrl = 'http://localhost:3000/handler/oauth-callback?from=app'
const api = `${testUrl}/api/v1/auth/oauth`

/** Settings of a project that uses shared providers and trusts localhost. */
export const sharedProviderSettings = {
  'domains.allowLocalhost': true,
  'auth.oauth.providers.google': sharedProvider('google'),
  'auth.oauth.providers.github': sharedProvider('github'),
}

function sharedProvider(type: string) {
  return { type, isShared: true, allowSignIn: true, allowConnectedAccounts: true }
}

/** Settings of a server for which this provider replaces all shared ones. */
export function sharedIssuer({ url }: OidcServer) {
  return { sharedOAuth: { keys: {}, issuer: { url, clientSecret: oidcClientSecret } } }
}

/** A provider, and a server that uses it, for the tests of one file. */
export function providerForTests(options: { now?: () => Date; logLines?: string[] } = {}) {
  const parts = {
    idp: undefined as unknown as OidcServer,
    server: undefined as unknown as TestServer,
    newProject: (settings: Override = {}): Promise<TestProject> =>
      createTestProject(parts.server, { ...sharedProviderSettings, ...settings }),
  }
  beforeAll(async () => {
    parts.idp = await openOidcServer()
    parts.server = await separateServer({ config: sharedIssuer(parts.idp), ...options })
  })
  afterAll(() => parts.idp.close())
  return parts
}

let people = 0
export function newPerson(claims: Partial<ProviderPerson> = {}): ProviderPerson {
  return { sub: `account-${++people}`, email: newEmail(), email_verified: true, name: 'Ada Lovelace', ...claims }
}

export interface FlowOptions {
  provider?: string
  verifier?: string
  /** Overrides the app's parameters; undefined removes one. */
  query?: Record<string, string | undefined>
}

/** A browser that an app redirects to the server. */
export function openAuthorize(project: TestProject, options: FlowOptions = {}): Promise<Response> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...appQuery(project, options.verifier ?? ''), ...options.query })) {
    if (value !== undefined) query.set(name, value)
  }
  return project.server.fetch(`${api}/authorize/${options.provider ?? 'google'}?${query}`)
}

function appQuery({ id, keys }: TestProject, verifier: string): Record<string, string> {
  return {
    client_id: id,
    client_secret: keys.publishableClientKey,
    redirect_uri: appUrl,
    scope: 'legacy',
    state: 'state-of-the-app',
    grant_type: 'authorization_code',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
  }
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** A browser during the flow: its current URL, and its cookie. */
export interface StartedFlow {
  authorizationUrl: string
  cookie: string
  verifier: string
}

export async function startFlow(project: TestProject, options: FlowOptions = {}): Promise<StartedFlow> {
  const verifier = options.verifier ?? randomCode()
  const response = await openAuthorize(project, { ...options, verifier })
  if (response.status !== 307) throw new Error(`authorize answered ${response.status}: ${await response.text()}`)
  const [cookie] = response.headers.get('set-cookie')!.split(';')
  return { authorizationUrl: response.headers.get('location')!, cookie: cookie!, verifier }
}

/** The browser returns from the provider. */
export function openCallback({ server }: TestProject, callback: URL, cookie?: string): Promise<Response> {
  return server.fetch(callback, { headers: cookie ? { cookie } : {} })
}

/** The whole flow until the browser arrives at the app with a code or an error. */
export async function signInAt(
  idp: Pick<OidcServer, 'signIn'>,
  project: TestProject,
  person: ProviderPerson,
  options: FlowOptions = {},
): Promise<{ response: Response; flow: StartedFlow; code: string }> {
  const flow = await startFlow(project, options)
  const response = await openCallback(project, await idp.signIn(flow.authorizationUrl, person), flow.cookie)
  const location = response.headers.get('location')
  const code = (location && new URL(location).searchParams.get('code')) || ''
  return { response, flow, code }
}

/** The app exchanges the code like an OAuth library: with a form, and none of our headers. */
export function exchangeCode(
  project: TestProject,
  code: string,
  verifier: string,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<WireResponse> {
  const body = {
    grant_type: 'authorization_code',
    client_id: project.id,
    client_secret: project.keys.publishableClientKey,
    code,
    redirect_uri: appUrl,
    code_verifier: verifier,
    ...changes,
  }
  return sendRequest(project.server, 'POST /auth/oauth/token', { headers, body })
}

export interface OAuthTokens {
  access_token: string
  refresh_token: string
  is_new_user: boolean
  after_callback_redirect_url: string | null
}

/** A complete sign-in, and the resulting user. */
export async function signInWithProvider(
  idp: Pick<OidcServer, 'signIn'>,
  project: TestProject,
  person: ProviderPerson,
  options: FlowOptions = {},
) {
  const { response, flow, code } = await signInAt(idp, project, person, options)
  if (response.status !== 303) {
    throw new Error(`callback answered ${response.status}: ${JSON.stringify((await readResponse(response)).body)}`)
  }
  const answer = await exchangeCode(project, code, flow.verifier, {
    redirect_uri: options.query?.redirect_uri ?? appUrl,
  })
  if (answer.status !== 200) throw new Error(`token answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const tokens = answer.body as OAuthTokens
  return { ...tokens, user: await project.call('GET /users/me', { as: 'server', user: tokens }) }
}
