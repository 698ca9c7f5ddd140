import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../testing/index.ts'
import { invoices, openProvider, postToken, signInTo } from '../../testing/oauth-provider.ts'

describe('a token is taken for nothing else', async () => {
  const provider = await openProvider(await testServer())
  const { project } = provider
  const registered = await provider.addClient()
  const asked = { scope: 'openid invoices:read offline_access', resource: invoices }
  const { tokens, user, back } = await signInTo(provider, registered, asked)
  const opaque = (await signInTo(provider, registered, { scope: 'openid' }, { user })).tokens.access_token

  const jwks = async (of = provider) =>
    createLocalJWKSet((await (await of.fetch(`${of.issuer}/jwks`)).json()) as JSONWebKeySet)
  const asResource = { issuer: provider.issuer, audience: invoices, typ: 'at+jwt' }
  const readMe = (token: string) => project.send('GET /users/me', { user: { access_token: token } })

  test.each([
    ['an access token of a resource', tokens.access_token],
    ['a token for userinfo', opaque],
    ['an ID token', tokens.id_token!],
    ['a refresh token', tokens.refresh_token!],
  ])('%s is nothing to our API', async (_, token) => {
    const { status, body } = await readMe(token)
    expect([status, (body as { code: string }).code]).toEqual([401, 'UNPARSABLE_ACCESS_TOKEN'])
    const asOwner = await project.send('GET /users', { as: 'admin', headers: { 'x-stack-admin-access-token': token } })
    expect(asOwner.status).toBe(401)
    const refreshed = await project.send('POST /auth/sessions/current/refresh', {
      headers: { 'x-stack-refresh-token': token },
    })
    expect(refreshed.status).toBe(401)
  })

  test('a resource verifies its access token with the published keys', async () => {
    const { payload } = await jwtVerify(tokens.access_token, await jwks(), asResource)
    expect(payload).toMatchObject({ sub: user.user_id, client_id: registered.id, scope: 'invoices:read' })
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
  })

  test.each([
    ['our access token', () => user.access_token],
    ['an ID token', () => tokens.id_token!],
  ])('%s is nothing to a resource', async (_, token) => {
    await expect(jwtVerify(token(), await jwks(), asResource)).rejects.toThrow()
  })

  test('our access token is nothing to userinfo and to introspection', async () => {
    for (const token of [user.access_token, tokens.access_token, tokens.id_token!]) {
      const response = await provider.fetch(`${provider.issuer}/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(response.status).toBe(401)
    }
    for (const token of [user.access_token, tokens.id_token!]) {
      expect((await postToken(provider, registered, { token }, '/introspect')).body).toEqual({ active: false })
    }
  })

  test('a token of one project is nothing to another, with the same client and resource', async () => {
    const other = await openProvider(await testServer())
    const machine = await other.addClient({ type: 'machine' })
    await expect(
      jwtVerify(tokens.access_token, await jwks(other), { ...asResource, issuer: other.issuer }),
    ).rejects.toThrow()
    for (const token of [tokens.access_token, tokens.refresh_token!, opaque]) {
      expect((await postToken(other, machine, { token }, '/introspect')).body).toEqual({ active: false })
    }
    const code = back.searchParams.get('code')!
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: registered.redirectUri,
      code_verifier: 'a'.repeat(43),
    }
    expect((await postToken(other, await other.addClient(), fields)).body.error).toBe('invalid_grant')
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }
    expect((await postToken(other, await other.addClient(), refresh)).body.error).toBe('invalid_grant')
  })

  test('the keys of the provider are not those of our API', async () => {
    const keyIds = async (url: string) => {
      const { keys } = (await (await provider.fetch(url)).json()) as JSONWebKeySet
      return keys.map(({ kid }) => kid)
    }
    const ours = await keyIds(
      `${provider.issuer.replace(`/oauth/${project.id}`, '')}/api/v1/projects/${project.id}/.well-known/jwks.json`,
    )
    const theirs = await keyIds(`${provider.issuer}/jwks`)
    expect(theirs).toHaveLength(2)
    for (const kid of ours) expect(theirs).not.toContain(kid)
  })

  test('a forged token is not active', async () => {
    const claims = decodeJwt(tokens.access_token)
    const header = decodeProtectedHeader(tokens.access_token)
    const forged = [
      await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' } as never).sign(new Uint8Array(32)),
      `${Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')}.${tokens.access_token.split('.')[1]}.`,
    ]
    for (const token of forged) {
      expect((await postToken(provider, registered, { token }, '/introspect')).body).toEqual({ active: false })
    }
  })
})
