import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as openid from 'openid-client'
import { onTestFinished } from 'vitest'
import { serverUrl } from './browser.ts'
import { cert, key } from './proxies.ts'

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

interface Owned {
  id: string
  askAsAdmin: Ask
}

/** Makes the project a provider. */
export async function switchOn({ askAsAdmin }: Owned, settings: Record<string, unknown> = {}): Promise<void> {
  const config = { 'oauthProvider.isEnabled': true, 'auth.password.allowSignIn': true, 'auth.otp.allowSignIn': true }
  const config_override_string = JSON.stringify({ ...config, ...settings })
  await askAsAdmin('PATCH', '/internal/config/override', { config_override_string })
}

/**
 * An app of somebody else, written with a library of the field, that signs people in with the project. It is registered,
 * or introduces itself with a metadata document.
 */
export async function openWebClient(
  { id, askAsAdmin }: Owned,
  { introducesItself = false, scope = 'openid profile email' } = {},
) {
  let answer = (_request: IncomingMessage, _response: ServerResponse): unknown => undefined
  const serve = (request: IncomingMessage, response: ServerResponse) => void answer(request, response)
  const server = introducesItself ? createServer(serve) : createSecureServer({ cert, key }, serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `${introducesItself ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`
  const redirect_uri = `${url}/callback`
  const document = { client_id: `${url}/client.json`, client_name: 'Planner', redirect_uris: [redirect_uri] }
  answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  const { client_id, client_secret } = introducesItself ? { client_id: document.client_id } : await register()
  const issuer = new URL(`${serverUrl}/oauth/${id}`)
  const authentication = introducesItself ? openid.None() : undefined
  const config = await openid.discovery(issuer, client_id, client_secret, authentication, {
    execute: [openid.allowInsecureRequests],
  })
  async function register(): Promise<{ client_id: string; client_secret?: string }> {
    const settings = { type: 'web', display_name: 'Planner', redirect_uris: [redirect_uri] }
    const registered = await askAsAdmin('POST', '/oauth-clients', settings)
    return { client_id: String(registered.id), client_secret: String(registered.client_secret) }
  }
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const start = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const finish = async (back: URL): Promise<string> => {
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    const { sub = '' } = tokens.claims() ?? {}
    const { email } = await openid.fetchUserInfo(config, tokens.access_token, sub)
    return `Signed in as ${email}`
  }
  const showDocument = answer
  answer = async (request, response) => {
    const here = new URL(request.url ?? '/', url)
    if (here.pathname === '/client.json') return showDocument(request, response)
    if (here.pathname === '/start') return response.writeHead(302, { location: start.href }).end()
    const framed = `<iframe src="${here.searchParams.get('page')}"></iframe>`
    const describe = (error: { error?: string }) => `Not signed in: ${error.error}`
    const text = here.pathname === '/frame' ? framed : await finish(here).catch(describe)
    return response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><h1>${text}</h1>`)
  }
  return { url, start: `${url}/start` }
}
