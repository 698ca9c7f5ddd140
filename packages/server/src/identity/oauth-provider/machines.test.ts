import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/index.ts'
import {
  changeSettings,
  invoices,
  openProvider,
  postToken,
  signInTo,
  type TestProvider,
} from '../../testing/oauth-provider.ts'

const credentials = { grant_type: 'client_credentials' }

test('a client without users gets tokens for a resource', async () => {
  const provider = await openProvider(await testServer())
  const machine = await provider.addClient({ type: 'machine', scopes: ['invoices:read'] })
  const { body } = await postToken(provider, machine, { ...credentials, scope: 'invoices:read', resource: invoices })
  const token = String(body.access_token)
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  expect(decodeJwt(token)).toMatchObject({
    sub: machine.id,
    client_id: machine.id,
    aud: invoices,
    scope: 'invoices:read',
  })

  const more = await postToken(provider, machine, { ...credentials, scope: 'invoices:write', resource: invoices })
  expect(more.body.error).toBe('invalid_scope')
  const nothing = await postToken(provider, machine, { ...credentials, scope: 'unknown openid', resource: invoices })
  expect(nothing).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  const unknown = await postToken(provider, machine, { ...credentials, resource: 'https://other.example.com' })
  expect(unknown.body.error).toBe('invalid_target')
  const anyMachine = await provider.addClient({ type: 'machine' })
  const onlyUnknown = { ...credentials, scope: 'unknown', resource: invoices }
  expect((await postToken(provider, anyMachine, onlyUnknown)).body.error).toBe('invalid_scope')
  expect((await postToken(provider, machine, credentials)).body.error).toBe('invalid_target')
  expect((await postToken(provider, { ...machine, secret: 'wrong' }, credentials)).status).toBe(401)
})

test('without a resource a client gets a token for the default one', async () => {
  const provider = await openProvider(await testServer(), { 'oauthProvider.resources.invoices.isDefault': true })
  const machine = await provider.addClient({ type: 'machine' })
  const { body } = await postToken(provider, machine, { ...credentials, scope: 'invoices:read' })
  expect(decodeJwt(String(body.access_token)).aud).toBe(invoices)
})

test('a scope that needs a permission is for machines whose owners name it', async () => {
  const provider = await openProvider(await testServer(), {
    'rbac.permissions.read_invoices': { scope: 'project' },
    'oauthProvider.scopes.invoices:read.permissionId': 'read_invoices',
  })
  const asked = { ...credentials, scope: 'invoices:read', resource: invoices }
  const [any, named] = [
    await provider.addClient({ type: 'machine' }),
    await provider.addClient({ type: 'machine', scopes: ['invoices:read'] }),
  ]
  expect((await postToken(provider, any, asked)).body.error).toBe('invalid_scope')
  expect((await postToken(provider, named, asked)).body.scope).toBe('invoices:read')
})

test('a resource that asks about a token sees at once that the access has ended', async () => {
  const provider = await openProvider(await testServer())
  const [registered, resource] = [await provider.addClient(), await provider.addClient({ type: 'machine' })]
  const asked = { scope: 'invoices:read offline_access', resource: invoices }
  const { tokens, user } = await signInTo(provider, registered, asked)
  const introspect = async (token: string, by = resource) =>
    (await postToken(provider, by, { token }, '/introspect')).body
  expect(await introspect(tokens.access_token)).toMatchObject({
    active: true,
    sub: user.user_id,
    aud: invoices,
    scope: 'invoices:read',
  })
  expect(await introspect(tokens.refresh_token!)).toEqual({ active: false })
  expect(await introspect(tokens.refresh_token!, registered)).toMatchObject({ active: true })
  expect(await introspect(`${tokens.access_token}x`)).toEqual({ active: false })

  await postToken(provider, registered, { token: tokens.refresh_token! }, '/revoke')
  expect(await introspect(tokens.access_token)).toEqual({ active: false })
})

/** A client that nobody has verified, which can prove who it is. */
async function registerItself({ issuer, fetch }: TestProvider) {
  const redirectUri = 'https://client.example.com/callback'
  const metadata = {
    client_name: 'Stranger',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
  }
  const body = JSON.stringify(metadata)
  const response = await fetch(`${issuer}/register`, { method: 'POST', body })
  const { client_id, client_secret } = (await response.json()) as { client_id: string; client_secret: string }
  return { id: client_id, secret: client_secret, redirectUri }
}

test('a client that nobody has verified is told about its own tokens only', async () => {
  const provider = await openProvider(await testServer(), { 'oauthProvider.allowRegistration': true })
  const [registered, stranger] = [await provider.addClient(), await registerItself(provider)]
  const asked = { scope: 'invoices:read', resource: invoices }
  const [{ tokens: others }, { tokens: own }] = [
    await signInTo(provider, registered, asked),
    await signInTo(provider, stranger, asked),
  ]
  const introspect = async (token: string) => (await postToken(provider, stranger, { token }, '/introspect')).body
  expect(await introspect(others.access_token)).toEqual({ active: false })
  expect(await introspect(own.access_token)).toMatchObject({ active: true, client_id: stranger.id })
})

test('what owners remove is gone from tokens at once, also from those of machines', async () => {
  const provider = await openProvider(await testServer())
  const [registered, machine] = [await provider.addClient(), await provider.addClient({ type: 'machine' })]
  const asked = { scope: 'invoices:read invoices:write', resource: invoices }
  const { tokens } = await signInTo(provider, registered, asked)
  const { body } = await postToken(provider, machine, { ...credentials, ...asked })
  const issued = [tokens.access_token, String(body.access_token)]
  const introspect = () =>
    Promise.all(issued.map(async (token) => (await postToken(provider, machine, { token }, '/introspect')).body))
  for (const answer of await introspect()) expect(answer).toMatchObject({ active: true, scope: asked.scope })

  await changeSettings(provider, {
    'oauthProvider.resources.invoices': { uri: invoices, scopes: { 'invoices:read': true } },
  })
  for (const answer of await introspect()) expect(answer).toMatchObject({ active: true, scope: 'invoices:read' })
  await changeSettings(provider, { 'oauthProvider.resources.invoices': null })
  expect(await introspect()).toEqual([{ active: false }, { active: false }])
})

test('a public client is told nothing about the tokens of resources', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient({ type: 'single_page' })
  const asked = { scope: 'invoices:read', resource: invoices }
  const { tokens } = await signInTo(provider, registered, asked, { isPublic: true })
  const response = await provider.fetch(`${provider.issuer}/introspect`, {
    method: 'POST',
    body: new URLSearchParams({ token: tokens.access_token, client_id: registered.id }),
  })
  expect(response.status).toBe(400)
})
