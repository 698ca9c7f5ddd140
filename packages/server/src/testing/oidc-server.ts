import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The user who signs in at the provider, as OpenID Connect claims. */
export interface ProviderPerson {
  sub: string
  email?: unknown
  email_verified?: unknown
  name?: string
  picture?: string
}

interface Grant {
  person: ProviderPerson
  clientId: string
  redirectUri: string
  codeChallenge: string
  nonce: string | null
}

export interface OidcServer {
  url: string
  /** What a browser does at the provider: signs in and is redirected back. Returns the URL. */
  signIn(authorizationUrl: string, person: ProviderPerson): Promise<URL>
  /** From now on the token endpoint responds with this error. */
  tokenError: string | undefined
  /** From now on the user info endpoint responds with this instead of the person. */
  userInfo: object | undefined
  /** The refresh tokens that the token endpoint has received. */
  readonly refreshes: string[]
  /** From now on the provider rejects these tokens. */
  revoke(token: string): void
  close(): Promise<void>
}

export const oidcClientSecret = 'the secret of the client at the provider'

/**
 * An OpenID provider on a real socket: authorization code with PKCE, signed ID tokens, user info, and single-use
 * refresh tokens. It signs in the user that the test chooses, and is otherwise as strict as real ones.
 */
export async function openOidcServer(options: { issuer?: string } = {}): Promise<OidcServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const refreshTokens = new Map<string, Grant>()
  const state = {
    tokenError: undefined as string | undefined,
    userInfo: undefined as object | undefined,
    refreshes: [] as string[],
  }

  const routes: Record<string, (request: IncomingMessage, url: URL) => Promise<Answer> | Answer> = {
    'GET /.well-known/openid-configuration': () => ({ body: describe() }),
    'GET /jwks': () => ({ body: { keys: [jwk] } }),
    'GET /authorize': (request, url) => authorize(request, url),
    'POST /token': async (request) => respondToken(request, new URLSearchParams(await readBody(request))),
    'GET /userinfo': (request) => {
      const grant = accessTokens.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '')
      return grant ? { body: state.userInfo ?? grant.person } : { status: 401, body: { error: 'invalid_token' } }
    },
  }

  function describe() {
    return {
      issuer,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  function authorize(request: IncomingMessage, { searchParams }: URL): Answer {
    const redirectUri = searchParams.get('redirect_uri')!
    const code = randomUUID()
    codes.set(code, {
      person: JSON.parse(decodeURIComponent(String(request.headers['x-person']))),
      clientId: searchParams.get('client_id')!,
      redirectUri,
      codeChallenge: searchParams.get('code_challenge')!,
      nonce: searchParams.get('nonce'),
    })
    const location = new URL(redirectUri)
    location.searchParams.set('code', code)
    location.searchParams.set('state', searchParams.get('state')!)
    location.searchParams.set('iss', issuer)
    return { status: 302, headers: { location: location.href } }
  }

  async function respondToken(request: IncomingMessage, form: URLSearchParams): Promise<Answer> {
    const refreshToken = form.get('refresh_token')
    if (refreshToken) state.refreshes.push(refreshToken)
    if (state.tokenError) return { status: 400, body: { error: state.tokenError } }
    const clientId = findClient(request, form)
    if (!clientId) return { status: 401, body: { error: 'invalid_client' } }
    const grant = refreshToken ? take(refreshTokens, refreshToken) : redeemCode(form)
    if (!grant || grant.clientId !== clientId) return { status: 400, body: { error: 'invalid_grant' } }
    const tokens = { access_token: `access-${randomUUID()}`, refresh_token: `refresh-${randomUUID()}` }
    accessTokens.set(tokens.access_token, grant)
    refreshTokens.set(tokens.refresh_token, grant)
    return {
      body: {
        ...tokens,
        token_type: 'Bearer',
        expires_in: 3600,
        id_token: await signIdToken(grant),
      },
    }
  }

  function redeemCode(form: URLSearchParams): Grant | undefined {
    const grant = take(codes, form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return grant?.redirectUri === form.get('redirect_uri') && grant?.codeChallenge === challenge ? grant : undefined
  }

  function signIdToken({ person, clientId, nonce }: Grant): Promise<string> {
    return new SignJWT({ ...person, ...(nonce ? { nonce } : {}) })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
  }

  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', url)
    const serve = routes[`${request.method} ${asked.pathname}`] ?? (() => ({ status: 404, body: {} }))
    Promise.resolve(serve(request, asked)).then(
      (answer) => send(response, answer),
      (error: unknown) => send(response, { status: 500, body: { error: String(error) } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = options.issuer ?? url

  return Object.assign(state, {
    url,
    async signIn(authorizationUrl: string, person: ProviderPerson) {
      const { search } = new URL(authorizationUrl)
      const headers = { 'x-person': encodeURIComponent(JSON.stringify(person)) }
      const response = await fetch(`${url}/authorize${search}`, { redirect: 'manual', headers })
      return new URL(response.headers.get('location')!)
    },
    revoke(token: string) {
      accessTokens.delete(token)
      refreshTokens.delete(token)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: object
}

function send(response: ServerResponse, { status = 200, headers = {}, body = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Clients authenticate by header or form. */
function findClient(request: IncomingMessage, form: URLSearchParams): string | undefined {
  const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeFormText)
    : [form.get('client_id'), form.get('client_secret')]
  return id && secret === oidcClientSecret ? id : undefined
}

function decodeFormText(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function take<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key)
  map.delete(key)
  return value
}
