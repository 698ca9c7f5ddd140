import { expect, test } from 'vitest'
import { race, separateServer, testServer, WireError } from '../../testing/index.ts'
import { approveIn, beginSignIn, openProvider, readInteraction, signInTo } from '../../testing/oauth-provider.ts'

const approveRoute = 'POST /oauth-provider/interactions/{interaction_id}/approve'

async function prepare(parameters = {}) {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { url } = await beginSignIn(provider, registered, parameters)
  const browser = provider.newBrowser()
  const interaction_id = readInteraction(await browser.open(url))
  const user = await provider.project.signUp()
  const approve = (by = user, body = {}) =>
    provider.project.call(approveRoute, { params: { interaction_id }, body, user: by })
  return { provider, registered, url, browser, interaction_id, user, approve }
}

test('an approval is worth nothing in another browser, and nothing to whoever began without it', async () => {
  const { provider, browser, interaction_id, approve } = await prepare()
  const { redirect_url } = await approve()
  const elsewhere = await provider.newBrowser().open(redirect_url)
  expect(elsewhere.status).toBe(400)
  expect(await elsewhere.text()).toContain('was started in another browser')
  // The attacker has the cookie of the request, but not the link.
  const without = await browser.open(`${provider.issuer}/authorize/${interaction_id}`)
  expect(new URL(without.headers.get('location')!).host).toBe('app.example.com')
})

test('the link back works once', async () => {
  const { browser, approve } = await prepare()
  const { redirect_url } = await approve()
  const { succeeded } = await race(10, () => browser.open(redirect_url))
  expect(succeeded.filter(({ status }) => status === 303)).toHaveLength(1)
  expect((await browser.open(redirect_url)).status).toBe(400)
})

test('the link back works for a minute', async () => {
  let shift = 0
  const provider = await openProvider(await separateServer({ now: () => new Date(Date.now() + shift) }))
  const registered = await provider.addClient()
  const { url } = await beginSignIn(provider, registered)
  const browser = provider.newBrowser()
  const interaction_id = readInteraction(await browser.open(url))
  const user = await provider.project.signUp()
  const { redirect_url } = await provider.project.call(approveRoute, { params: { interaction_id }, body: {}, user })
  shift = 61_000
  expect((await browser.open(redirect_url)).status).toBe(400)
})

test('the link of one request finishes no other', async () => {
  const { provider, browser, url, approve } = await prepare()
  const { redirect_url } = await approve()
  const other = readInteraction(await browser.open(url))
  const ticket = new URL(redirect_url).searchParams.get('ticket')
  const response = await browser.open(`${provider.issuer}/authorize/${other}?ticket=${ticket}`)
  expect(response.status).toBe(400)
})

test('who signs out or is restricted after approving is not signed in', async () => {
  const { provider, browser, user, approve } = await prepare()
  const signedOut = await approve()
  await provider.project.call('DELETE /auth/sessions/current', { user })
  expect((await browser.open(signedOut.redirect_url)).status).toBe(400)

  const second = await prepare()
  const restricted = await second.approve()
  await second.provider.project.call('PUT /users/{user_id}/restriction', {
    as: 'server',
    params: { user_id: second.user.user_id },
    body: { reason: 'abuse' },
  })
  expect((await second.browser.open(restricted.redirect_url)).status).toBe(400)
})

test('the token of a session that has ended approves nothing', async () => {
  const { provider, user, approve } = await prepare()
  await provider.project.call('DELETE /auth/sessions/current', { user })
  await expect(approve()).rejects.toMatchObject({ code: 'ACCESS_TOKEN_EXPIRED' })
})

test('a user of another project approves nothing, and finds no request', async () => {
  const { interaction_id } = await prepare()
  const other = await openProvider(await testServer())
  const user = await other.project.signUp()
  const found = other.project.call(approveRoute, { params: { interaction_id }, body: {}, user })
  await expect(found).rejects.toBeInstanceOf(WireError)
  await expect(found).rejects.toMatchObject({ code: 'OAUTH_REQUEST_NOT_FOUND' })
})

test('nothing is granted that was not asked for', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { tokens } = await signInTo(
    provider,
    registered,
    { scope: 'openid email' },
    { body: { scopes: ['email', 'profile', 'invoices:write', 'offline_access'] } },
  )
  expect(tokens.scope).toBe('openid email')
  expect(tokens.refresh_token).toBeUndefined()
})

test('what the user does not approve is not granted, and asked for again', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const user = await provider.project.signUp()
  const asked = { scope: 'openid email profile' }
  const { tokens, browser, url } = await signInTo(provider, registered, asked, { user, body: { scopes: ['email'] } })
  expect(tokens.scope).toBe('openid email')
  const interaction_id = readInteraction(await browser.open(url))
  const { scopes } = await provider.project.call('GET /oauth-provider/interactions/{interaction_id}', {
    params: { interaction_id },
    user,
  })
  expect(scopes.filter(({ is_new }) => is_new).map(({ id }) => id)).toEqual(['profile'])
})

test('a refusal is told to the client', async () => {
  const { provider, browser, interaction_id } = await prepare()
  const params = { interaction_id }
  const { redirect_url } = await provider.project.call('POST /oauth-provider/interactions/{interaction_id}/deny', {
    params,
  })
  const back = new URL((await browser.open(redirect_url)).headers.get('location')!)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', iss: provider.issuer })
})

test('what was approved is remembered for as long as the session of the user lives', async () => {
  const { provider, browser, url, user } = await prepare()
  await approveIn(provider, browser, user, url)
  const silent = new URL(url)
  silent.searchParams.set('prompt', 'none')
  const back = async () => new URL((await browser.open(silent)).headers.get('location')!).searchParams
  expect((await back()).has('code')).toBe(true)
  await provider.project.call('DELETE /auth/sessions/current', { user })
  expect((await back()).get('error')).toBe('login_required')
})

test('somebody else can sign in with the same browser', async () => {
  const { provider, registered, browser, url, user } = await prepare()
  await approveIn(provider, browser, user, url)
  const prompted = { prompt: 'select_account' }
  const other = await signInTo(provider, registered, prompted, { browser })
  expect(other.tokens.claims()!.sub).toBe(other.user.user_id)
  expect(other.user.user_id).not.toBe(user.user_id)
})
