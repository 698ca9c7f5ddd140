import { authorizationCodeGrant } from 'openid-client'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { testServer } from '../../testing/index.ts'
import { contextOf } from '../../testing/oauth-approval.ts'
import {
  approveFor,
  beginSignIn,
  openProvider,
  postToken,
  readInteraction,
  signInTo,
  type TestProvider,
} from '../../testing/oauth-provider.ts'
import { sessionIdOf } from '../../testing/world.ts'
import { saveApproval } from './approvals.ts'

const registeredUri = 'https://client.example.com/callback?tenant=1'

describe('a redirect is compared exactly', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient({ redirectUris: [registeredUri] })
  await provider.addClient({ redirectUris: ['https://other-client.example.com/callback'] })

  test.each([
    ['another case', 'https://client.example.com/Callback?tenant=1'],
    ['another case of the host', 'https://CLIENT.example.com/callback?tenant=1'],
    ['a slash', 'https://client.example.com/callback/?tenant=1'],
    ['another query', 'https://client.example.com/callback?tenant=2'],
    ['more of a query', 'https://client.example.com/callback?tenant=1&a=b'],
    ['no query', 'https://client.example.com/callback'],
    ['an encoded dot', 'https://client%2eexample.com/callback?tenant=1'],
    ['an encoded letter', 'https://client.example.com/%63allback?tenant=1'],
    ['a detour', 'https://client.example.com/a/../callback?tenant=1'],
    ['a port', 'https://client.example.com:443/callback?tenant=1'],
    ['another port', 'https://client.example.com:8443/callback?tenant=1'],
    ['user information', 'https://somebody@client.example.com/callback?tenant=1'],
    ['a host as user information', 'https://client.example.com@evil.example.com/callback?tenant=1'],
    ['a fragment', 'https://client.example.com/callback?tenant=1#a'],
    ['another scheme', 'http://client.example.com/callback?tenant=1'],
    ['a subdomain', 'https://client.example.com.evil.example.com/callback?tenant=1'],
    ['that of another client', 'https://other-client.example.com/callback'],
    ['a script', 'javascript:alert(1)'],
  ])('%s', async (_, redirect_uri) => {
    const { url } = await beginSignIn(provider, registered, { redirect_uri })
    const response = await provider.newBrowser().open(url)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('invalid_redirect_uri')
  })

  test('the same', async () => {
    const { url } = await beginSignIn(provider, registered, {})
    expect((await provider.newBrowser().open(url)).status).toBe(303)
  })
})

test('only programs on a device may use any port of their own machine', async () => {
  const provider = await openProvider(await testServer(), { 'domains.allowLocalhost': true })
  const redirectUris = ['http://127.0.0.1:1000/callback', 'https://client.example.com/callback']
  const open = async (type: 'web' | 'native', redirect_uri: string) => {
    const registered = await provider.addClient({ type, redirectUris })
    const { url } = await beginSignIn(provider, registered, { redirect_uri }, { isPublic: type === 'native' })
    return (await provider.newBrowser().open(url)).status
  }
  expect(await open('native', 'http://127.0.0.1:54321/callback')).toBe(303)
  expect(await open('native', 'http://127.0.0.1:54321/other')).toBe(400)
  expect(await open('native', 'http://localhost:54321/callback')).toBe(400)
  expect(await open('web', 'http://127.0.0.1:1000/callback')).toBe(303)
  expect(await open('web', 'http://127.0.0.1:54321/callback')).toBe(400)
})

test.each([
  ['a redirect that owners remove', { redirect_uris: ['https://client.example.com/other'] }],
  ['a client that owners delete', undefined],
])('%s gets no code for a request from before', async (_, change) => {
  const provider = await openProvider(await testServer())
  const { project } = provider
  const [changed, kept] = [await provider.addClient(), await provider.addClient()]
  const user = await project.signUp()
  for (const client of [changed, kept]) {
    const { url } = await beginSignIn(provider, client)
    const browser = provider.newBrowser()
    const params = { interaction_id: readInteraction(await browser.open(url)) }
    const approve = 'POST /oauth-provider/interactions/{interaction_id}/approve'
    const { redirect_url } = await project.call(approve, { params, body: {}, user })
    const { id } = changed
    if (client === changed && change) {
      await project.call('PATCH /oauth-clients/{id}', { as: 'server', params: { id }, body: change })
    } else if (client === changed) {
      await project.call('DELETE /oauth-clients/{id}', { as: 'server', params: { id } })
    }
    const back = await browser.open(redirect_url)
    expect(back.status).toBe(client === changed ? 400 : 303)
    expect(back.headers.get('location') ?? '').toContain(client === changed ? '' : 'code=')
  }
  expect(await liveGrantsOf(provider, user.user_id)).toEqual([kept.id])
})

async function liveGrantsOf({ project }: TestProvider, userId: string): Promise<string[]> {
  const grants = project.server.platform.db.selectFrom('oauth_grants').select('client_id')
  return (await grants.where('user_id', '=', userId).execute()).map(({ client_id }) => client_id)
}

test('a client that is deleted while a user approves gets no access', async () => {
  const provider = await openProvider(await testServer())
  const { project } = provider
  const user = await project.signUp()
  const { id } = await provider.addClient()
  const ctx = await contextOf(project)
  const nothing = { openid: [], resources: {} }
  const answer = { clientName: 'App', clientHost: null, skipsConsent: false, teamId: null, asked: nothing }
  const approval = { ...answer, userId: user.user_id, clientId: id, approved: { openid: ['openid'], resources: {} } }
  const save = () => inTransaction(ctx.db, (trx) => saveApproval(trx, ctx, approval, sessionIdOf(user)))
  await save()
  await project.call('DELETE /oauth-clients/{id}', { as: 'server', params: { id } })
  await expect(save()).rejects.toMatchObject({ code: 'OAUTH_REQUEST_NOT_FOUND' })
  expect(await liveGrantsOf(provider, user.user_id)).toEqual([])
})

test('a code is redeemed with the redirect that it was sent to, and by its client', async () => {
  const provider = await openProvider(await testServer())
  const redirectUris = ['https://client.example.com/a', 'https://client.example.com/b']
  const [registered, other] = [await provider.addClient({ redirectUris }), await provider.addClient({ redirectUris })]
  const redeem = async (by: typeof registered, redirect_uri: string) => {
    const { back, verifier } = await approveFor(provider, registered)
    const code = back.searchParams.get('code')!
    return postToken(provider, by, { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier })
  }
  expect((await redeem(registered, redirectUris[1]!)).body.error).toBe('invalid_grant')
  expect((await redeem(other, redirectUris[0]!)).body.error).toBe('invalid_grant')
  expect((await redeem(registered, redirectUris[0]!)).status).toBe(200)
})

describe('PKCE cannot be avoided', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()

  test.each([
    ['without a challenge', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['without a method', { code_challenge_method: '' }],
  ])('%s', async (_, parameters) => {
    const { url } = await beginSignIn(provider, registered, parameters)
    const back = new URL((await provider.newBrowser().open(url)).headers.get('location')!)
    expect(back.host).toBe('client.example.com')
    expect(back.searchParams.get('error')).toBe('invalid_request')
  })

  test.each([
    ['without a verifier', {}],
    ['with another verifier', { code_verifier: 'a'.repeat(43) }],
  ])('%s', async (_, fields) => {
    const { back } = await approveFor(provider, registered)
    const code = back.searchParams.get('code')!
    const redirect_uri = registered.redirectUri
    const { body } = await postToken(provider, registered, {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      ...fields,
    })
    expect(body.error).toBe('invalid_grant')
  })
})

test('every answer names its issuer, so that clients of several find out whose it is', async () => {
  const [provider, other] = [await openProvider(await testServer()), await openProvider(await testServer())]
  const registered = await provider.addClient()
  const { back } = await signInTo(provider, registered)
  expect(back.searchParams.get('iss')).toBe(provider.issuer)
  // A client that was tricked into asking the wrong one.
  const { config, verifier, state } = await beginSignIn(other, await other.addClient())
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const mixed = new URL(back)
  mixed.searchParams.set('state', state)
  await expect(authorizationCodeGrant(config, mixed, checks)).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
})

test('only codes are given out', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
    const { url } = await beginSignIn(provider, registered, { response_type, nonce: 'nonce' })
    const response = await provider.newBrowser().open(url)
    const back = new URL(response.headers.get('location')!)
    const answer = new URLSearchParams(back.hash ? back.hash.slice(1) : back.search)
    expect(answer.get('error')).toBe('unsupported_response_type')
  }
})
