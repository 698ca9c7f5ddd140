import { generateKeyPairSync, randomUUID } from 'node:crypto'
import * as client from 'openid-client'
import { createApp } from '../app.ts'
import { listen } from '../http/listen.ts'
import { createClientSecret } from '../identity/oauth-clients/secret.ts'
import { insertKey } from '../identity/oauth-provider/key-queries.ts'
import { purposeOfOAuthKey } from '../identity/oauth-provider/purposes.ts'
import { hashToken } from '../platform/secrets.ts'
import type { Override } from '../projects/project-config/override.ts'
import { closeAfterFile } from './opened-servers.ts'
import { createTestProject, projectWithKeys, type SignedUp, type TestProject } from './project.ts'
import { type TestServer, testUrl } from './server.ts'

type ClientType = 'web' | 'single_page' | 'native' | 'machine'

export interface TestClient {
  id: string
  secret: string
  redirectUri: string
}

/** A project whose users sign in to other apps, on a real port. */
export interface TestProvider {
  project: TestProject
  issuer: string
  /** Where the port is. */
  origin: string
  /** The provider under its configured URL, which leads to the port. */
  fetch(input: string | URL, init?: RequestInit): Promise<Response>
  addClient(options?: ClientOptions): Promise<TestClient>
  newBrowser(): TestBrowser
}

interface ClientOptions {
  type?: ClientType
  redirectUris?: string[]
  postLogoutRedirectUris?: string[]
  backchannelLogoutUri?: string
  scopes?: string[]
  skipsConsent?: boolean
}

const providerSettings: Override = {
  'auth.password.allowSignIn': true,
  'oauthProvider.isEnabled': true,
  'oauthProvider.consentUrl': 'https://app.example.com/consent',
  'oauthProvider.scopes': { 'invoices:read': { displayName: 'Read your invoices' }, 'invoices:write': {} },
  'oauthProvider.resources.invoices': {
    uri: 'https://api.example.com/invoices',
    scopes: { 'invoices:read': true, 'invoices:write': true },
  },
}

export const invoices = 'https://api.example.com/invoices'

const ports = new WeakMap<TestServer, Promise<string>>()

function openPort(server: TestServer): Promise<string> {
  const known = ports.get(server) ?? listenOn(server)
  ports.set(server, known)
  return known
}

async function listenOn(server: TestServer): Promise<string> {
  const listener = await listen(createApp(server.platform).fetch, { port: 0, log: server.platform.log })
  // The server outlives the file.
  const close = () => {
    ports.delete(server)
    return listener.close()
  }
  closeAfterFile({ close })
  return `http://localhost:${listener.port}`
}

let rsaKey: string | undefined

/** Making one takes seconds on a busy machine. */
async function giveKey({ id, server: { platform } }: TestProject): Promise<void> {
  rsaKey ??= JSON.stringify(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }))
  const sealed = platform.secrets.encrypt(rsaKey, purposeOfOAuthKey(id))
  await insertKey(platform.db, id, { id: 'key-of-tests', algorithm: 'RS256', sealed, now: new Date() })
}

function fetchFrom(origin: string): TestProvider['fetch'] {
  return (input, init) => {
    const url = String(input)
    return fetch(url.startsWith(testUrl) ? origin + url.slice(testUrl.length) : url, init)
  }
}

export async function openProvider(server: TestServer, settings: Override = {}): Promise<TestProvider> {
  const project = await createTestProject(server, { ...providerSettings, ...settings })
  await giveKey(project)
  const origin = await openPort(server)
  const send = fetchFrom(origin)
  const issuer = `${testUrl}/oauth/${project.id}`
  return {
    project,
    issuer,
    origin,
    fetch: send,
    newBrowser: () => new TestBrowser(send),
    async addClient(options = {}) {
      const { type = 'web', redirectUris = ['https://client.example.com/callback'] } = options
      const { db } = server.platform
      const id = randomUUID()
      const secret = createClientSecret()
      const now = new Date()
      await db
        .insertInto('oauth_clients')
        .values({
          project_id: project.id,
          id,
          type,
          display_name: 'Client of the test',
          redirect_uris: type === 'machine' ? [] : redirectUris,
          post_logout_redirect_uris: options.postLogoutRedirectUris ?? [],
          backchannel_logout_uri: options.backchannelLogoutUri ?? null,
          scopes: options.scopes ?? null,
          skips_consent: options.skipsConsent ?? false,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await db
        .insertInto('oauth_client_secrets')
        .values({
          project_id: project.id,
          client_id: id,
          id: crypto.randomUUID(),
          secret_hash: hashToken(secret),
          ending: secret.slice(-4),
          created_at: now,
        })
        .execute()
      return { id, secret, redirectUri: redirectUris[0]! }
    },
  }
}

interface Cookie {
  name: string
  value: string
  path: string
}

/** Cookies by path, as a browser keeps them, and no redirects that it would follow by itself. */
export class TestBrowser {
  readonly cookies: Cookie[] = []
  readonly #fetch: TestProvider['fetch']

  constructor(fetch: TestProvider['fetch']) {
    this.#fetch = fetch
  }

  async open(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = this.cookies.filter(
      ({ path }) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`),
    )
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = {
      accept: 'text/html',
      'user-agent': 'Mozilla/5.0 (Test)',
      ...init.headers,
      ...(cookie && { cookie }),
    }
    const response = await this.#fetch(url, { ...init, redirect: 'manual', headers })
    for (const text of response.headers.getSetCookie()) this.#store(text)
    return response
  }

  #store(text: string): void {
    const [pair = '', ...attributes] = text.split('; ')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/'
    const kept = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    this.cookies.splice(0, this.cookies.length, ...kept, ...(value ? [{ name, value, path }] : []))
  }
}

/** The ID of the request for which the browser was sent to the page of the app. */
export function readInteraction(response: Response): string {
  const location = response.headers.get('location')
  const id = location && new URL(location).searchParams.get('interaction')
  if (!id) throw new Error(`Not sent to the page for consent: ${response.status} ${location}`)
  return id
}

interface SignInOptions {
  body?: { scopes?: string[]; team_id?: string | null }
  browser?: TestBrowser
}

/** What a person does: is sent to the page of the app, approves, and is sent back. Returns where to. */
export async function approveIn(
  { project }: TestProvider,
  browser: TestBrowser,
  user: Pick<SignedUp, 'access_token'>,
  authorizationUrl: string | URL,
  { body = {} }: SignInOptions = {},
): Promise<URL> {
  const interaction_id = readInteraction(await browser.open(authorizationUrl))
  const { redirect_url } = await project.call('POST /oauth-provider/interactions/{interaction_id}/approve', {
    params: { interaction_id },
    body,
    user,
  })
  const response = await browser.open(redirect_url)
  const location = response.headers.get('location')
  if (!location) throw new Error(`Not sent back to the client: ${response.status} ${await response.text()}`)
  return new URL(location)
}

export async function discover(provider: TestProvider, { id, secret }: TestClient, isPublic = false) {
  const authentication = isPublic ? client.None() : client.ClientSecretBasic(secret)
  return client.discovery(new URL(provider.issuer), id, isPublic ? undefined : secret, authentication, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, init) => provider.fetch(url, init as RequestInit),
  })
}

export interface SignInRequest {
  config: client.Configuration
  url: URL
  verifier: string
  state: string
}

/** What a client does first. */
export async function beginSignIn(
  provider: TestProvider,
  registered: TestClient,
  parameters: Record<string, string> = {},
  { isPublic = false } = {},
): Promise<SignInRequest> {
  const config = await discover(provider, registered, isPublic)
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: registered.redirectUri,
    scope: 'openid',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return { config, url, verifier, state }
}

interface WholeSignIn extends SignInOptions {
  user?: SignedUp
  isPublic?: boolean
}

/** Up to the way back to the client, by a new user in a new browser, unless they are given. */
export async function approveFor(
  provider: TestProvider,
  registered: TestClient,
  parameters: Record<string, string> = {},
  options: WholeSignIn = {},
) {
  const request = await beginSignIn(provider, registered, parameters, options)
  const user = options.user ?? (await provider.project.signUp())
  const browser = options.browser ?? provider.newBrowser()
  const back = await approveIn(provider, browser, user, request.url, options)
  return { ...request, user, browser, back }
}

/** A whole sign-in. */
export async function signInTo(
  provider: TestProvider,
  registered: TestClient,
  parameters: Record<string, string> = {},
  options: WholeSignIn = {},
) {
  const { back, ...request } = await approveFor(provider, registered, parameters, options)
  const { nonce } = parameters
  const nonceCheck = nonce === undefined ? {} : { expectedNonce: nonce }
  const checks = { pkceCodeVerifier: request.verifier, expectedState: request.state, ...nonceCheck }
  const resource = parameters.resource ? { resource: parameters.resource } : {}
  const tokens = await client.authorizationCodeGrant(request.config, back, checks, resource)
  return { ...request, back, tokens }
}

/** As owners change settings. */
export async function changeSettings({ project }: TestProvider, settings: Override): Promise<void> {
  const body = { config_override_string: JSON.stringify(settings) }
  await project.call('PATCH /internal/config/override', { as: 'admin', body })
}

/** The same provider as another server of the deployment answers for it. */
export async function atServer({ project, ...provider }: TestProvider, server: TestServer): Promise<TestProvider> {
  const origin = await openPort(server)
  const there = projectWithKeys(server, project.id, project.keys)
  return { ...provider, project: there, origin, fetch: fetchFrom(origin) }
}

/** A token request as it is sent, without a library. */
export async function postToken(
  provider: TestProvider,
  { id, secret }: Pick<TestClient, 'id' | 'secret'>,
  fields: Record<string, string>,
  path = '/token',
) {
  const response = await provider.fetch(`${provider.issuer}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
