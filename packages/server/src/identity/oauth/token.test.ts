import { describe, expect, test } from 'vitest'
import { race, type TestProject } from '../../testing/index.ts'
import { readResponse, sendRequest, type WireResponse } from '../../testing/project.ts'
import {
  appUrl,
  challengeOf,
  exchangeCode,
  type FlowOptions,
  newPerson,
  type OAuthTokens,
  providerForTests,
  signInAt,
  signInWithProvider,
} from '../../testing/provider-sign-in.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createPerson, createWorld, readClaims } from '../../testing/world.ts'

let aheadMillis = 0
const provider = providerForTests({ now: () => new Date(Date.now() + aheadMillis) })
const { newProject } = provider

/** A code as the app gets it. */
async function newCode(project: TestProject, options: FlowOptions = {}, person = newPerson()) {
  const { code, flow } = await signInAt(provider.idp, project, person, options)
  expect(code).toMatch(/^[0-9a-z]{45}$/)
  return { code, verifier: flow.verifier }
}

function refresh(project: TestProject, { body }: WireResponse) {
  const { refresh_token } = body as OAuthTokens
  return project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })
}

const invalidCode = { status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE', error: expect.any(String) } }
const wrongClient = { status: 400, body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', details: { client_id: null } } }

describe('the code of a sign-in', () => {
  // ASVS 14.2.2, 14.3.2
  test('becomes a session, for a form and for JSON, with and without the key', async () => {
    const project = await newProject()
    const form = async (fields: Record<string, string>) =>
      readResponse(
        await provider.server.fetch('/api/v1/auth/oauth/token', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        }),
      )
    const fields = (code: string, code_verifier: string) => ({
      grant_type: 'authorization_code',
      client_id: `${project.id}#main`,
      code,
      code_verifier,
      redirect_uri: appUrl,
    })
    for (const exchange of [
      (code: string, verifier: string) => exchangeCode(project, code, verifier),
      (code: string, verifier: string) => exchangeCode(project, code, verifier, { scope: 'legacy' }),
      (code: string, verifier: string) => exchangeCode(project, code, verifier, { redirect_uri: `${appUrl}#top` }),
      (code: string, verifier: string) => exchangeCode(project, code, verifier, { client_secret: undefined }),
      (code: string, verifier: string) => form(fields(code, verifier)),
    ]) {
      const { code, verifier } = await newCode(project)
      const response = await exchange(code, verifier)
      expect(response).toMatchObject({ status: 200 })
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(response.body).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
        token_type: 'Bearer',
        expires_in: 599,
        scope: 'legacy',
        is_new_user: true,
        newUser: true,
        after_callback_redirect_url: null,
        afterCallbackRedirectUrl: null,
      })
      expect(await refresh(project, response)).toMatchObject({ status: 200 })
      const { exp, iat } = readClaims((response.body as OAuthTokens).access_token) as { exp: number; iat: number }
      expect(exp - iat).toBe(600)
    }
  })

  test('returns to where the app wants to continue', async () => {
    const project = await newProject()
    const query = { after_callback_redirect_url: '/dashboard?tab=1' }
    const { code, verifier } = await newCode(project, { query })
    expect((await exchangeCode(project, code, verifier)).body).toMatchObject({
      after_callback_redirect_url: '/dashboard?tab=1',
      afterCallbackRedirectUrl: '/dashboard?tab=1',
    })
  })

  test('works with the example of RFC 7636, and with a plain challenge', async () => {
    const project = await newProject()
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    expect(challengeOf(verifier)).toBe(challenge)
    const hashed = await newCode(project, { query: { code_challenge: challenge } })
    // The challenge is public, so it must not pass for the verifier.
    expect(await exchangeCode(project, hashed.code, challenge)).toMatchObject(invalidCode)
    expect(await exchangeCode(project, hashed.code, verifier)).toMatchObject({ status: 200 })
    const settings = { [`auth.oauth.plainPkceClients.${project.id}`]: true }
    const body = { config_override_string: JSON.stringify(settings) }
    await project.call('PATCH /internal/config/override', { as: 'admin', body })
    const plain = await newCode(project, { query: { code_challenge: verifier, code_challenge_method: 'plain' } })
    expect(await exchangeCode(project, plain.code, challenge)).toMatchObject(invalidCode)
    expect(await exchangeCode(project, plain.code, verifier)).toMatchObject({ status: 200 })
  })

  // ASVS 10.4.6
  test('is not used up by a wrong or missing verifier', async () => {
    const project = await newProject()
    const { code, verifier } = await newCode(project)
    for (const wrong of [undefined, '', 'x', `${verifier}x`, verifier.toUpperCase(), 'ä', 'x'.repeat(5000)]) {
      expect(await exchangeCode(project, code, wrong as string), wrong).toMatchObject(invalidCode)
    }
    expect(await exchangeCode(project, code, verifier)).toMatchObject({ status: 200 })
  })

  // ASVS 10.4.3
  test('is refused when it is unknown, of another project, or five minutes old', async () => {
    const project = await newProject()
    const elsewhere = await newProject()
    const { code, verifier } = await newCode(project)
    expect(await exchangeCode(project, '0'.repeat(45), verifier)).toMatchObject(invalidCode)
    expect(await exchangeCode(project, code.toUpperCase(), verifier)).toMatchObject(invalidCode)
    expect(await exchangeCode(elsewhere, code, verifier)).toMatchObject(invalidCode)
    aheadMillis = 5 * 60_000
    expect(await exchangeCode(project, code, verifier)).toMatchObject(invalidCode)
    aheadMillis = 4.5 * 60_000
    expect(await exchangeCode(project, code, verifier)).toMatchObject({ status: 200 })
    aheadMillis = 0
  })

  test('is used up by another redirect_uri, trusted or not', async () => {
    const project = await newProject()
    for (const redirect_uri of ['http://localhost:3000/other', 'https://evil.example.com', 'x', appUrl.toUpperCase()]) {
      const { code, verifier } = await newCode(project)
      const response = await exchangeCode(project, code, verifier, { redirect_uri })
      expect(response).toMatchObject({ status: 400, body: expect.stringContaining('redirect_uri') })
      expect(response.headers.get('x-stack-known-error')).toBeNull()
      expect(await exchangeCode(project, code, verifier)).toMatchObject(invalidCode)
    }
  })

  test('cannot be read in the database, neither before nor after it was used', async () => {
    const project = await newProject()
    const { code, verifier } = await newCode(project)
    const before = await takeSnapshot(provider.server.platform.db, project.id)
    const { refresh_token } = (await exchangeCode(project, code, verifier)).body as OAuthTokens
    const after = await takeSnapshot(provider.server.platform.db, project.id)
    const rows = JSON.stringify([before, after])
    for (const secret of [code, verifier, refresh_token]) expect(rows).not.toContain(secret)
  })

  test('is invalid once all sessions of the user were ended', async () => {
    const project = await newProject()
    const person = newPerson()
    const { user } = await signInWithProvider(provider.idp, project, person)
    const { code, verifier } = await newCode(project, {}, person)
    const body = { password: 'staple for a battery' }
    await project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body })
    expect(await exchangeCode(project, code, verifier)).toMatchObject(invalidCode)
  })

  test('of a user who is deleted meanwhile is worth nothing', async () => {
    const project = await newProject()
    const { code, verifier } = await newCode(project)
    const [user] = (await project.call('GET /users', { as: 'server' })).items
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: user!.id } })
    expect(await exchangeCode(project, code, verifier)).toMatchObject(invalidCode)
  })
})

describe('a code that comes twice', () => {
  // ASVS 10.4.2
  test('is refused and ends the session that it was exchanged for', async () => {
    const project = await newProject()
    const person = newPerson()
    const bystander = await signInWithProvider(provider.idp, project, person)
    await listenToEvents(project)
    const { code, verifier } = await newCode(project, {}, person)
    const first = await exchangeCode(project, code, verifier)
    expect(await refresh(project, first)).toMatchObject({ status: 200 })
    expect(await exchangeCode(project, code, verifier)).toMatchObject(invalidCode)
    expect(await refresh(project, first)).toMatchObject({ status: 401 })
    expect((await listEvents(project, 'session.')).map(({ type, data }) => [type, data])).toMatchObject([
      ['session.created', { method: 'oauth' }],
      ['session.ended', { reason: 'code_reused' }],
    ])
    const { access_token, refresh_token } = bystander
    expect(await refresh(project, { body: { access_token, refresh_token } } as WireResponse)).toMatchObject({
      status: 200,
    })
  })

  test('ends nothing without its verifier', async () => {
    const project = await newProject()
    const { code, verifier } = await newCode(project)
    const first = await exchangeCode(project, code, verifier)
    expect(await exchangeCode(project, code, 'wrong')).toMatchObject(invalidCode)
    expect(await exchangeCode(await newProject(), code, verifier)).toMatchObject(invalidCode)
    expect(await refresh(project, first)).toMatchObject({ status: 200 })
  })

  test('at the same moment is exchanged for one session only, which then ends', async () => {
    const project = await newProject()
    const { code, verifier } = await newCode(project)
    const { succeeded } = await race(20, () => exchangeCode(project, code, verifier))
    const exchanged = succeeded.filter(({ status }) => status === 200)
    expect(exchanged).toHaveLength(1)
    for (const response of succeeded) if (response.status !== 200) expect(response).toMatchObject(invalidCode)
    expect(succeeded).toHaveLength(20)
    const { sessions } = await takeSnapshot(provider.server.platform.db, project.id)
    expect(sessions).toEqual([])
  })
})

describe('a client', () => {
  // ASVS 10.4.10
  test('that is missing, wrong or of another project is refused', async () => {
    const { project, revokedKeys, expiredKeys } = await createWorld(provider.server)
    const own = await newProject()
    const { code, verifier } = await newCode(own)
    for (const changes of [
      { client_id: undefined },
      { client_id: '' },
      { client_id: crypto.randomUUID() },
      { client_id: `${own.id}#other` },
      { client_secret: '' },
      { client_secret: 'pck_wrong' },
      { client_secret: own.keys.secretServerKey },
      { client_secret: project.keys.publishableClientKey },
      { client_id: project.id, client_secret: revokedKeys.publishableClientKey },
      { client_id: project.id, client_secret: expiredKeys.publishableClientKey },
      { client_secret: undefined, code_verifier: undefined },
      { client_secret: undefined, code_verifier: '' },
    ]) {
      expect(await exchangeCode(own, code, verifier, changes), JSON.stringify(changes)).toMatchObject(wrongClient)
    }
    expect(await exchangeCode(own, code, verifier)).toMatchObject({ status: 200 })
  })

  test('is told in the words of OAuth what is missing or malformed, and nothing is used up', async () => {
    const project = await newProject()
    const { code, verifier } = await newCode(project)
    for (const changes of [
      { code: undefined },
      { code: '' },
      { code: 'a\nb' },
      { code: 'ä' },
      { redirect_uri: undefined },
      { redirect_uri: '' },
    ]) {
      const response = await exchangeCode(project, code, verifier, changes)
      expect(response, JSON.stringify(changes)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', error_description: expect.any(String) },
      })
      expect(response.headers.get('x-stack-known-error')).toBeNull()
    }
    for (const changes of [{ scope: 'other' }, { grant_type: 'password' }, { more: 'x' }]) {
      expect(await exchangeCode(project, code, verifier, changes)).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    }
    expect(await exchangeCode(project, code, verifier)).toMatchObject({ status: 200 })
  })

  test('cannot leave the key out to refresh', async () => {
    const project = await newProject()
    const { refresh_token } = await createPerson(project)
    const body = { grant_type: 'refresh_token', client_id: project.id, refresh_token, code_verifier: 'x' }
    expect(await sendRequest(provider.server, 'POST /auth/oauth/token', { body })).toMatchObject(wrongClient)
  })
})

describe('a user with a second factor', () => {
  const secret = Buffer.alloc(20, 7).toString('base64')

  // ASVS 6.3.4
  test('gets no session for the code, neither by signing in nor by linking, but a way to go on', async () => {
    const project = await newProject()
    const person = newPerson()
    const session = await signInWithProvider(provider.idp, project, person)
    await project.call('PATCH /users/me', { user: session, body: { totp_secret_base64: secret } })
    const before = await takeSnapshot(provider.server.platform.db, project.id)
    for (const query of [{}, { type: 'link', token: session.access_token }]) {
      const { code, verifier } = await newCode(project, { query }, person)
      const response = await exchangeCode(project, code, verifier)
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
          details: { attempt_code: expect.stringMatching(/^[0-9a-z]{45}$/) },
          error: expect.any(String),
        },
      })
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(JSON.stringify(response.body)).not.toContain('token')
      expect(await exchangeCode(project, code, verifier)).toMatchObject(invalidCode)
    }
    const after = await takeSnapshot(provider.server.platform.db, project.id)
    expect(after.sessions).toEqual(before.sessions)
  })
})
