import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type JWTPayload, SignJWT } from 'jose'
import { createOutboundClient, type OutboundClient } from '../platform/outbound/client.ts'
import { type FakePerson, type FakeResponse, type FakeShape, fakeClient, fakeShapes } from './fake-provider-shapes.ts'

/** How a test makes a provider misbehave. */
export interface Misbehaviour {
  /** Replaces the signed ID token. */
  idToken?(claims: JWTPayload, keys: FakeKeys): string | undefined | Promise<string | undefined>
  /** Replaces the whole response of an endpoint, by path without the host. */
  answer?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
}

export interface FakeKeys {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export interface FakeProviders {
  /** Routes requests for known hosts to the fakes; otherwise it is the real client. */
  outbound: OutboundClient
  person: FakePerson
  misbehaviour: Misbehaviour
  /** The received requests, as `POST github.com/login/oauth/access_token`. */
  requests: string[]
  /** Follows the authorization URL like a browser, and returns the provider's parameters. */
  visit(url: URL): Promise<{ status: number; parameters: URLSearchParams }>
  revoke(accessToken: string): void
  close(): Promise<void>
}

interface Grant {
  provider: string
  clientId: string
  redirectUri: string
  challenge: string | null
  nonce: string | null
  scopes: string[]
  person: FakePerson
}

/** All twelve providers on one local port, with the host of the request as the first part of the path. */
export async function openFakeProviders(options: { timeoutMillis?: number } = {}): Promise<FakeProviders> {
  const person = { id: '583231', name: 'Ada Lovelace', email: 'ada@example.com', isEmailVerified: true }
  const world = new World(person)
  const server = createServer((request, response) => {
    world.answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = createOutboundClient({ allowsPrivateAddresses: true, ...options })
  const toFake = (url: string | URL) => {
    const { host, pathname, search } = new URL(url)
    return `${origin}/${host}${pathname}${search}`
  }
  const outbound = { ...real, fetch: (url: string | URL, init = {}) => real.fetch(toFake(url), init) }
  return {
    outbound,
    person,
    misbehaviour: world.misbehaviour,
    requests: world.requests,
    visit: async (url) => readRedirect(await real.fetch(toFake(url))),
    revoke: (accessToken) => void world.grantsByToken.delete(accessToken),
    close: async () => {
      await real.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Either a redirect, or a page with an auto-submitting form. */
async function readRedirect(response: Response) {
  const location = response.headers.get('location')
  if (location) return { status: response.status, parameters: new URL(location).searchParams }
  const page = await response.text()
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const unquote = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const parameters = new URLSearchParams(Object.fromEntries(fields.map(([, name, value]) => [name!, unquote(value!)])))
  return { status: response.status, parameters }
}

class World {
  readonly misbehaviour: Misbehaviour = {}
  readonly requests: string[] = []
  readonly grantsByToken = new Map<string, Grant>()
  readonly #person: FakePerson
  readonly #codes = new Map<string, Grant>()
  readonly #refreshTokens = new Map<string, Grant>()
  readonly #keys = newKeys()

  constructor(person: FakePerson) {
    this.#person = person
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://fake')
    // One fake for all Microsoft tenants.
    const place = url.pathname.slice(1).replace(/^(login\.microsoftonline\.com)\/[^/]+\//, '$1/common/')
    this.requests.push(`${request.method} ${place}`)
    const found = Object.entries(fakeShapes).find(([, shape]) => places(shape).includes(place))
    if (!found) return send(response, { status: 404, body: { message: 'Not Found' } })
    const [provider, shape] = found
    const wrong = this.misbehaviour.answer?.[place.slice(place.indexOf('/'))]
    if (wrong) return wrong(request, response)
    if (place === shape.authorize) return this.#authorize(provider, shape, url.searchParams, response)
    if (place === shape.token) return send(response, await this.#giveTokens(provider, shape, request))
    if (place === shape.keys) return send(response, { status: 200, body: { keys: [this.#publicJwk()] } })
    if (shape.documents?.[place]) return send(response, { status: 200, body: shape.documents[place] })
    send(response, this.#respondApi(shape, place, request, url))
  }

  #authorize(provider: string, shape: FakeShape, query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isWrong =
      query.get('client_id') !== fakeClient.id ||
      query.get('response_type') !== 'code' ||
      !URL.canParse(redirectUri) ||
      (shape.refusesPkce ? query.has('code_challenge') : query.get('code_challenge_method') !== 'S256')
    if (isWrong) {
      send(response, { status: 400, body: { error: 'invalid_request' } })
      return
    }
    const code = randomBytes(12).toString('base64url')
    this.#codes.set(code, {
      provider,
      clientId: fakeClient.id,
      redirectUri,
      challenge: query.get('code_challenge'),
      nonce: query.get('nonce'),
      scopes: query.get('scope')?.split(' ') ?? [],
      person: { ...this.#person },
    })
    const answer = { code, state: query.get('state') ?? '', ...shape.callback?.(this.#person) }
    if (query.get('response_mode') === 'form_post') sendForm(response, redirectUri, answer)
    else response.writeHead(302, { location: `${redirectUri}?${new URLSearchParams(answer)}` }).end()
  }

  async #giveTokens(provider: string, shape: FakeShape, request: IncomingMessage): Promise<FakeResponse> {
    const form = new URLSearchParams(await text(request))
    if (!(await hasClientCredentials(shape, request, form))) return shape.tokenError('client')
    const isRefresh = form.get('grant_type') === 'refresh_token'
    const handle = form.get(isRefresh ? 'refresh_token' : 'code') ?? ''
    const grants = isRefresh ? this.#refreshTokens : this.#codes
    const grant = grants.get(handle)
    if (!grant || grant.provider !== provider) return shape.tokenError('grant')
    grants.delete(handle)
    if (!isRefresh && !isForThisGrant(grant, form)) return shape.tokenError('grant')

    const accessToken = `access-${randomBytes(12).toString('base64url')}`
    const refreshToken = `refresh-${randomBytes(12).toString('base64url')}`
    this.grantsByToken.set(accessToken, grant)
    this.#refreshTokens.set(refreshToken, grant)
    const idToken = shape.idToken && !isRefresh ? await this.#signIdToken(shape, grant) : undefined
    return { status: 200, body: shape.tokens({ accessToken, refreshToken, idToken, scopes: grant.scopes }) }
  }

  async #signIdToken(shape: FakeShape, grant: Grant): Promise<string | undefined> {
    const seconds = Math.floor(Date.now() / 1000)
    const { nonce } = grant
    const claims = {
      aud: grant.clientId,
      sub: grant.person.id,
      iat: seconds,
      exp: seconds + 600,
      ...(nonce !== null && !shape.forgetsNonce ? { nonce } : {}),
      ...shape.idToken!(grant.person),
    }
    const keys = this.#keys
    if (this.misbehaviour.idToken) return this.misbehaviour.idToken(claims, keys)
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keys.kid }).sign(keys.privateKey)
  }

  #respondApi(shape: FakeShape, place: string, request: IncomingMessage, url: URL): FakeResponse {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const grant = this.grantsByToken.get(bearer)
    if (!grant) return shape.apiRefusal ?? { status: 401, body: { message: 'Unauthorized' } }
    // Some reject requests without a User-Agent.
    if (!request.headers['user-agent']) return { status: 403, body: { message: 'Forbidden' } }
    const call = { person: grant.person, headers: request.headers, query: url.searchParams, accessToken: bearer }
    return shape.api[place]!(call)
  }

  #publicJwk() {
    const { kid, publicKey } = this.#keys
    return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
  }
}

function newKeys(): FakeKeys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: 'key-1', privateKey, publicKey }
}

function places(shape: FakeShape): string[] {
  return [
    shape.authorize,
    shape.token,
    ...(shape.keys ? [shape.keys] : []),
    ...Object.keys(shape.documents ?? {}),
    ...Object.keys(shape.api),
  ]
}

async function hasClientCredentials(
  shape: FakeShape,
  request: IncomingMessage,
  form: URLSearchParams,
): Promise<boolean> {
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true) return false
  if (shape.clientAuthentication === 'basic') {
    const expected = Buffer.from(`${fakeClient.id}:${fakeClient.secret}`).toString('base64')
    return request.headers.authorization === `Basic ${expected}` && !form.has('client_secret')
  }
  if (form.get('client_id') !== fakeClient.id) return false
  const secret = form.get('client_secret') ?? ''
  return typeof shape.clientAuthentication === 'function'
    ? shape.clientAuthentication(secret)
    : secret === fakeClient.secret
}

function isForThisGrant(grant: Grant, form: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isProven = grant.challenge === null ? !form.has('code_verifier') : grant.challenge === challenge
  return isProven && form.get('redirect_uri') === grant.redirectUri
}

function send(response: ServerResponse, { status, body }: FakeResponse): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function sendForm(response: ServerResponse, action: string, fields: Record<string, string>): void {
  const quote = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${quote(value)}">`,
  )
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<form method="post" action="${action}">${inputs.join('')}</form>`)
}
