import { sql } from 'kysely'
import { authorizationCodeGrant } from 'openid-client'
import { expect, test } from 'vitest'
import { hashToken } from '../../platform/secrets.ts'
import { goodPassword, testServer } from '../../testing/index.ts'
import { approveIn, beginSignIn, openProvider, readInteraction, signInTo } from '../../testing/oauth-provider.ts'
import { currentTotp, setUpSecondFactor } from '../../testing/second-factor.ts'

const approveRoute = 'POST /oauth-provider/interactions/{interaction_id}/approve'

test.each([
  ['prompt=login', { prompt: 'login' }],
  ['max_age=0', { max_age: '0' }],
])('a client that asks for it with %s gets users who have just proven who they are', async (_, parameters) => {
  const provider = await openProvider(await testServer())
  const { call } = provider.project
  const registered = await provider.addClient()
  const user = await provider.project.signUp()
  const { url } = await beginSignIn(provider, registered, parameters)
  const browser = provider.newBrowser()
  const params = { interaction_id: readInteraction(await browser.open(url)) }
  const read = () => call('GET /oauth-provider/interactions/{interaction_id}', { params, user })
  expect(await read()).toMatchObject({ is_signed_in: true, is_fresh_sign_in_needed: true })
  await expect(call(approveRoute, { params, body: {}, user })).rejects.toMatchObject({
    code: 'STEP_UP_REQUIRED',
    details: { methods: ['password'] },
  })
  await call('POST /auth/step-up', { body: { type: 'password', password: goodPassword }, user })
  expect(await read()).toMatchObject({ is_fresh_sign_in_needed: false })
  const { redirect_url } = await call(approveRoute, { params, body: {}, user })
  const back = new URL((await browser.open(redirect_url)).headers.get('location')!)
  expect(back.searchParams.get('code')).toBeTruthy()
})

const readRoute = 'GET /oauth-provider/interactions/{interaction_id}'

test.each([
  ['the browser that is signed in', {}, true],
  ['another browser', {}, false],
  ['the browser that is signed in, for a client that skips consent', { skipsConsent: true }, true],
])('a client that names its user gets nobody else in %s', async (_, options, isSame) => {
  const provider = await openProvider(await testServer())
  const { call } = provider.project
  const registered = await provider.addClient(options)
  const expected = await signInTo(provider, registered)
  // The client is known to the other user, too.
  const { user: other, browser: signedIn } = await signInTo(provider, registered)
  const { url, config, verifier, state } = await beginSignIn(provider, registered, {
    id_token_hint: expected.tokens.id_token!,
  })
  const browser = isSame ? signedIn : provider.newBrowser()
  const params = { interaction_id: readInteraction(await browser.open(url)) }
  expect(await call(readRoute, { params, user: other })).toMatchObject({
    is_signed_in: false,
    is_other_account_needed: true,
  })
  const refused = call(approveRoute, { params, body: {}, user: other })
  await expect(refused).rejects.toMatchObject({ code: 'USER_AUTHENTICATION_REQUIRED' })

  // The request goes on without an answer, and asks again.
  const again = await browser.open(`${provider.issuer}/authorize/${params.interaction_id}`)
  const interaction = { params: { interaction_id: readInteraction(again) }, user: expected.user }
  expect(await call(readRoute, interaction)).toMatchObject({ is_signed_in: true, is_other_account_needed: false })
  const { redirect_url } = await call(approveRoute, { ...interaction, body: {} })
  const back = new URL((await browser.open(redirect_url)).headers.get('location')!)
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const tokens = await authorizationCodeGrant(config, back, checks)
  expect(tokens.claims()!.sub).toBe(expected.user.user_id)
})

test('an answer of another user than the one that the client has named is refused on the way back, too', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const expected = await signInTo(provider, registered)
  const other = await provider.project.signUp()
  const { url } = await beginSignIn(provider, registered)
  const browser = provider.newBrowser()
  const uid = readInteraction(await browser.open(url))
  const asked = { params: { interaction_id: uid }, body: {}, user: other }
  const { redirect_url } = await provider.project.call(approveRoute, asked)
  const { db } = provider.project.server.platform
  const hint = JSON.stringify(expected.tokens.id_token!)
  const requests = db.updateTable('oauth_records').where('id_hash', '=', hashToken(uid))
  await requests.set({ payload: sql`jsonb_set(payload::jsonb, '{params,id_token_hint}', ${hint}::jsonb)` }).execute()
  const back = new URL((await browser.open(redirect_url)).headers.get('location')!)
  expect(back.searchParams.get('error')).toBe('login_required')
})

test('prompt=select_account asks users whom the client knows, also those of the owner’s own apps', async () => {
  const provider = await openProvider(await testServer())
  for (const options of [{}, { skipsConsent: true }]) {
    const registered = await provider.addClient(options)
    const { user, browser } = await signInTo(provider, registered)
    const { url } = await beginSignIn(provider, registered, { prompt: 'select_account' })
    const params = { interaction_id: readInteraction(await browser.open(url)) }
    const request = await provider.project.call(readRoute, { params, user })
    expect(request).toMatchObject({ is_signed_in: true, is_consent_needed: true })
    const back = await approveIn(provider, browser, user, url)
    expect(back.searchParams.get('code')).toBeTruthy()
  }
})

test('a sign-in within max_age is recent enough, and its time is told', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { tokens } = await signInTo(provider, registered, { max_age: '3600', acr_values: 'urn:latchkey:two-factors' })
  const claims = tokens.claims()!
  expect(Math.abs(claims.auth_time! - Date.now() / 1000)).toBeLessThan(60)
  expect(claims.acr).toBe('urn:latchkey:one-factor')
  expect(claims.amr).toEqual(['pwd'])
})

test('a client that prefers two factors gets them from users who have a second one', async () => {
  const provider = await openProvider(await testServer())
  const { call, signUp } = provider.project
  const registered = await provider.addClient()
  const user = await signUp()
  await setUpSecondFactor(provider.project, user)
  const { config, url, verifier, state } = await beginSignIn(provider, registered, {
    acr_values: 'urn:latchkey:two-factors urn:latchkey:one-factor',
  })
  const browser = provider.newBrowser()
  const refused = approveIn(provider, browser, user, url)
  await expect(refused).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED', details: { methods: ['totp'] } })
  const params = { interaction_id: readInteraction(await browser.open(url)) }
  await call('POST /auth/step-up', { body: { type: 'totp', totp: currentTotp() }, user })
  const { redirect_url } = await call(approveRoute, { params, body: {}, user })
  const back = new URL((await browser.open(redirect_url)).headers.get('location')!)
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const tokens = await authorizationCodeGrant(config, back, checks)
  expect(tokens.claims()!.acr).toBe('urn:latchkey:two-factors')
})

test('a visitor reads what is asked for before signing in, and cannot approve', async () => {
  const provider = await openProvider(await testServer())
  const { call } = provider.project
  const registered = await provider.addClient()
  const { url } = await beginSignIn(provider, registered, { scope: 'openid email', login_hint: 'ada@example.com' })
  const params = { interaction_id: readInteraction(await provider.newBrowser().open(url)) }
  const request = await call('GET /oauth-provider/interactions/{interaction_id}', { params })
  expect(request).toMatchObject({
    client: { id: registered.id, is_verified: true, host: null, redirect_host: 'client.example.com' },
    is_signed_in: false,
    is_consent_needed: true,
    login_hint: 'ada@example.com',
    teams: null,
  })
  await expect(call(approveRoute, { params, body: {} })).rejects.toMatchObject({ code: 'USER_AUTHENTICATION_REQUIRED' })
  const anonymous = await call('POST /auth/anonymous/sign-up', { body: {} } as never)
  const user = anonymous as unknown as { access_token: string }
  const headers = { 'x-stack-allow-anonymous-user': 'true' }
  await expect(call(approveRoute, { params, body: {}, user, headers })).rejects.toMatchObject({
    code: 'USER_AUTHENTICATION_REQUIRED',
  })
})

test('an owner who impersonates a user approves nothing', async () => {
  const provider = await openProvider(await testServer())
  const { call } = provider.project
  const registered = await provider.addClient()
  const { user_id } = await provider.project.signUp()
  const user = await call('POST /auth/sessions', { as: 'server', body: { user_id, is_impersonation: true } })
  const { url } = await beginSignIn(provider, registered)
  const approved = approveIn(provider, provider.newBrowser(), user, url)
  await expect(approved).rejects.toThrow('not allowed while impersonating')
})

test('users are asked once, those of the owner’s own apps never, and on a device always', async () => {
  const provider = await openProvider(await testServer())
  const isAsked = async (options: Parameters<typeof provider.addClient>[0], times: number) => {
    const registered = await provider.addClient(options)
    const user = await provider.project.signUp()
    const asked: boolean[] = []
    for (let time = 0; time < times; time++) {
      const isPublic = options?.type === 'native'
      const { url } = await beginSignIn(provider, registered, {}, { isPublic })
      const browser = provider.newBrowser()
      const params = { interaction_id: readInteraction(await browser.open(url)) }
      const request = await provider.project.call('GET /oauth-provider/interactions/{interaction_id}', { params, user })
      asked.push(request.is_consent_needed)
      await approveIn(provider, browser, user, url)
    }
    return asked
  }
  expect(await isAsked({}, 2)).toEqual([true, false])
  expect(await isAsked({ skipsConsent: true }, 1)).toEqual([false])
  expect(await isAsked({ type: 'native', redirectUris: ['http://127.0.0.1/callback'] }, 2)).toEqual([true, true])
})
