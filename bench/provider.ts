/** What a token request to a project as an OAuth provider costs, against a refresh of our own sessions. */
import { createHash, randomBytes } from 'node:crypto'
import { headersOf, startInternalServer } from './internal-server.ts'
import { printReport } from './report.ts'
import { compare, connections, seconds } from './requests.ts'

const short = { rounds: 5, warmUpRounds: 3 }
const redirectUri = 'https://client.example.com/callback'
const resource = 'https://api.example.com/bench'

const server = await startInternalServer()
const issuer = `${server.url}/oauth/internal`
try {
  await server.call('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({
      'oauthProvider.isEnabled': true,
      'oauthProvider.consentUrl': 'https://app.example.com/consent',
      'oauthProvider.scopes.read': {},
      'oauthProvider.resources.bench': { uri: resource, scopes: { read: true } },
    }),
  })
  const own = await Promise.all(Array.from({ length: connections }, startSession))
  const ours = () =>
    rate(
      own.map(
        ({ refresh_token }) =>
          () =>
            refreshOwn(refresh_token),
      ),
    )
  const measurements = []
  for (const [what, scope] of [
    ['token for a resource', 'read offline_access'],
    ['token for a resource, and an ID token', 'openid read offline_access'],
  ] as const) {
    const clientId = await registerClient()
    const refreshes: Awaited<ReturnType<typeof signIn>>[] = []
    for (let index = 0; index < connections; index++) refreshes.push(await signIn(clientId, scope))
    const { ratio, detail } = await compare(ours, () => rate(refreshes), short)
    measurements.push({
      what: `${what}, times our refresh`,
      value: ratio,
      unit: '×',
      target: 2,
      atLeast: false,
      detail,
    })
  }
  printReport(measurements)
} finally {
  await server.close()
}

interface Session {
  access_token: string
  refresh_token: string
}

async function startSession(): Promise<Session> {
  const { id } = await server.call<{ id: string }>('POST', '/users', { display_name: 'Somebody' })
  return server.call<Session>('POST', '/auth/sessions', { user_id: id })
}

async function registerClient(): Promise<string> {
  const body = { type: 'native', display_name: 'Bench', redirect_uris: [redirectUri] }
  return (await server.call<{ id: string }>('POST', '/oauth-clients', body)).id
}

async function refreshOwn(token: string): Promise<void> {
  const headers = { ...headersOf('client'), 'x-stack-refresh-token': token }
  await send(`${server.url}/api/v1/auth/sessions/current/refresh`, { method: 'POST', headers, body: '{}' })
}

/** Returns what refreshes the tokens of the sign-in, each time with the newest token. */
async function signIn(clientId: string, scope: string): Promise<() => Promise<void>> {
  const { access_token } = await startSession()
  const verifier = randomBytes(32).toString('base64url')
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    resource,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await fetch(`${issuer}/authorize?${request}`, { redirect: 'manual' })
  const cookie = asked.headers.getSetCookie().map((text) => text.split(';', 1)[0]!)
  const interaction = new URL(asked.headers.get('location')!).searchParams.get('interaction')
  const approved = await send(`${server.url}/api/v1/oauth-provider/interactions/${interaction}/approve`, {
    method: 'POST',
    headers: { ...headersOf('client'), 'x-stack-access-token': access_token },
    body: '{}',
  })
  const back = await fetch(String(approved.redirect_url), {
    redirect: 'manual',
    headers: { cookie: cookie.join('; ') },
  })
  const code = new URL(back.headers.get('location')!).searchParams.get('code')!
  const redeemed = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  let { refresh_token } = await postToken({ client_id: clientId, resource, ...redeemed })
  return async () => {
    const fields = { grant_type: 'refresh_token', refresh_token: String(refresh_token), client_id: clientId, resource }
    refresh_token = (await postToken(fields)).refresh_token
  }
}

function postToken(fields: Record<string, string>) {
  return send(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(fields) })
}

async function send(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** Requests per second, each connection one after the other. */
async function rate(requests: (() => Promise<unknown>)[]): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1000
  let count = 0
  await Promise.all(
    requests.map(async (request) => {
      while (performance.now() < end) {
        await request()
        count++
      }
    }),
  )
  return (count * 1000) / (performance.now() - began)
}
