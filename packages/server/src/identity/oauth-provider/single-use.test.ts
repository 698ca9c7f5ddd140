import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { race, separateServer, testServer } from '../../testing/index.ts'
import {
  approveFor,
  approveIn,
  atServer,
  beginSignIn,
  invoices,
  openProvider,
  postToken,
  signInTo,
  type TestClient,
  type TestProvider,
} from '../../testing/oauth-provider.ts'

const offline = { scope: 'openid offline_access' }

function redeem(provider: TestProvider, registered: TestClient, code: string, verifier: string) {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: registered.redirectUri,
    code_verifier: verifier,
  }
  return postToken(provider, registered, fields)
}

const refresh = (provider: TestProvider, registered: TestClient, refresh_token: string, more = {}) =>
  postToken(provider, registered, { grant_type: 'refresh_token', refresh_token, ...more })

const other = await separateServer({})

test('of twenty who redeem a code on two servers at once one gets tokens, which end because the code was stolen', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const servers = [provider, await atServer(provider, other)]
  const { url, verifier } = await beginSignIn(provider, registered, offline)
  const back = await approveIn(provider, provider.newBrowser(), await provider.project.signUp(), url)
  const code = back.searchParams.get('code')!
  const { succeeded } = await race(20, (index) => redeem(servers[index % 2]!, registered, code, verifier))
  const winners = succeeded.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  expect(succeeded.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19)
  expect((await refresh(provider, registered, String(winners[0]!.body.refresh_token))).status).toBe(400)
})

test('twenty who refresh on two servers at once all get the same answer, and then the same again', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const servers = [provider, await atServer(provider, other)]
  const { tokens } = await signInTo(provider, registered, offline)
  const { succeeded } = await race(20, (index) => refresh(servers[index % 2]!, registered, tokens.refresh_token!))
  const answers = new Set(succeeded.map(({ status, body }) => JSON.stringify([status, body])))
  expect([...answers]).toHaveLength(1)
  expect(succeeded[0]!.status).toBe(200)
  const next = await refresh(provider, registered, String(succeeded[0]!.body.refresh_token))
  expect(next.status).toBe(200)
  // The first one is still within its thirty seconds.
  expect((await refresh(provider, registered, tokens.refresh_token!)).body).toEqual(succeeded[0]!.body)
})

test('a refresh token that is used again later ends everything that was issued with it', async () => {
  let shift = 0
  const server = await separateServer({ now: () => new Date(Date.now() + shift) })
  const provider = await openProvider(server)
  const registered = await provider.addClient()
  const { tokens } = await signInTo(provider, registered, offline)
  const first = await refresh(provider, registered, tokens.refresh_token!)
  shift = 31_000
  expect((await refresh(provider, registered, tokens.refresh_token!)).body.error).toBe('invalid_grant')
  expect((await refresh(provider, registered, String(first.body.refresh_token))).body.error).toBe('invalid_grant')
})

test('a request for a resource that there is not uses nothing up', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const asked = { scope: 'openid offline_access invoices:read', resource: invoices }
  const { back, verifier } = await approveFor(provider, registered, asked)
  const code = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: registered.redirectUri,
    code_verifier: verifier,
  }
  const elsewhere = { resource: 'https://other.example.com' }
  expect((await postToken(provider, registered, { ...code, ...elsewhere })).body.error).toBe('invalid_target')
  const { body } = await postToken(provider, registered, { ...code, resource: invoices })
  const token = String(body.refresh_token)
  expect((await refresh(provider, registered, token, elsewhere)).body.error).toBe('invalid_target')
  expect((await refresh(provider, registered, token, { resource: invoices })).status).toBe(200)
})

test('the answer of a moment ago is for the same request of the same client only', async () => {
  const provider = await openProvider(await testServer())
  const [registered, other] = [await provider.addClient(), await provider.addClient()]
  const { tokens } = await signInTo(provider, registered, {
    scope: 'openid offline_access invoices:read',
    resource: invoices,
  })
  expect((await refresh(provider, other, tokens.refresh_token!)).body.error).toBe('invalid_grant')
  const first = await refresh(provider, registered, tokens.refresh_token!, { resource: invoices })
  expect(first.status).toBe(200)
  expect((await refresh(provider, other, tokens.refresh_token!, { resource: invoices })).status).toBe(400)
  const otherwise = await refresh(provider, registered, tokens.refresh_token!, {
    resource: invoices,
    scope: 'invoices:read',
  })
  expect(otherwise.body.error).toBe('invalid_grant')
  // None of this has ended the access.
  expect((await refresh(provider, registered, String(first.body.refresh_token))).status).toBe(200)
})

/** What a client without a secret sends. */
const withoutSecret = async (
  provider: TestProvider,
  { id }: TestClient,
  fields: Record<string, string>,
  path: string,
) => {
  const body = new URLSearchParams({ ...fields, client_id: id })
  const response = await provider.fetch(`${provider.issuer}${path}`, { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}

test.each([
  ['with a secret', 'web', {}],
  ['with a secret, for a resource', 'web', { resource: invoices }],
  ['without a secret', 'single_page', {}],
  ['without a secret, for a resource', 'single_page', { resource: invoices }],
] as const)('a client %s that gives back the token from before a refresh ends its access', async (_, type, resource) => {
  const provider = await openProvider(await testServer())
  const [registered, other] = [await provider.addClient({ type }), await provider.addClient({ type })]
  const isPublic = type === 'single_page'
  const send = isPublic ? withoutSecret : postToken
  const asked = { scope: 'openid offline_access invoices:read', ...resource }
  const { tokens } = await signInTo(provider, registered, asked, { isPublic })
  const again = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token, ...resource })
  const refreshed = await send(provider, registered, again(tokens.refresh_token!), '/token')
  const next = String(refreshed.body.refresh_token)
  const given = { token: tokens.refresh_token!, ...resource }
  expect(await send(provider, other, given, '/revoke')).toEqual({ status: 200, body: {} })
  const current = await send(provider, registered, again(next), '/token')
  expect(current.status).toBe(200)

  expect(await send(provider, registered, given, '/revoke')).toEqual({ status: 200, body: {} })
  const newest = String(current.body.refresh_token)
  expect((await send(provider, registered, again(newest), '/token')).body.error).toBe('invalid_grant')
  expect((await send(provider, registered, again(tokens.refresh_token!), '/token')).body.error).toBe('invalid_grant')
})

test('a token request needs one connection to the database', async () => {
  const server = await separateServer({ pool: { maxConnections: 1 } })
  const provider = await openProvider(server)
  const registered = await provider.addClient()
  const { config, tokens } = await signInTo(provider, registered, offline)
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect(refreshed.access_token).toBeTruthy()
  await client.tokenRevocation(config, refreshed.refresh_token!)
  await expect(client.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toThrow()
})

test('codes, tokens and cookies are stored nowhere', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { tokens, back, browser } = await signInTo(provider, registered, offline)
  const { db } = provider.project.server.platform
  const rows = await db.selectFrom('oauth_records').selectAll().where('project_id', '=', provider.project.id).execute()
  expect(rows.map(({ kind }) => kind).sort()).toEqual(
    expect.arrayContaining(['AccessToken', 'AuthorizationCode', 'RefreshToken', 'Session']),
  )
  const stored = JSON.stringify(rows)
  const secrets = [
    tokens.access_token,
    tokens.refresh_token!,
    back.searchParams.get('code')!,
    ...browser.cookies.map(({ value }) => value),
  ]
  for (const secret of secrets) expect(stored).not.toContain(secret)
})
