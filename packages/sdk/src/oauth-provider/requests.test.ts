import { expect, test, vi } from 'vitest'
import { createFakeApi, refusal } from '../testing/fake-api.ts'
import { createClient, openProject, signUp } from '../testing/open-project.ts'

const route = '/oauth-provider/interactions/request-0001'

const asked = {
  client: { id: 'c', display_name: 'Planner', host: 'a.example', is_verified: false, redirect_host: null },
  is_signed_in: true,
  is_fresh_sign_in_needed: false,
  is_consent_needed: true,
  login_hint: null,
  scopes: [{ id: 'openid', display_name: null, description: null, is_new: true, is_available: true }],
  resources: [{ uri: 'https://api.example', display_name: 'API' }],
  teams: [{ id: 't', display_name: 'Analytics' }],
  expires_at_millis: 1_800_000_000_000,
}

function open(routes: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi(routes)
  vi.stubGlobal('fetch', api.fetch)
  const app = createClient({ id: 'p1', keys: { publishableClientKey: 'k' } } as never, { baseUrl: 'http://api' })
  return { ...api, app }
}

test('reads what another app asks for, without a signed-in user', async () => {
  const { app } = open({ [`GET ${route}`]: asked })
  expect(await app.getOAuthRequest('request-0001')).toEqual({
    status: 'ok',
    data: {
      client: { id: 'c', displayName: 'Planner', host: 'a.example', isVerified: false, redirectHost: null },
      isSignedIn: true,
      isOtherAccountNeeded: false,
      isFreshSignInNeeded: false,
      isConsentNeeded: true,
      loginHint: null,
      scopes: [{ id: 'openid', displayName: null, description: null, isNew: true, isAvailable: true }],
      resources: [{ uri: 'https://api.example', displayName: 'API' }],
      teams: [{ id: 't', displayName: 'Analytics' }],
      expiresAt: new Date(1_800_000_000_000),
    },
  })
})

test('approves what was chosen, by default everything, and refuses', async () => {
  const next = { redirect_url: 'http://api/oauth/p1/finish' }
  const { app, sent } = open({ [`POST ${route}/approve`]: next, [`POST ${route}/deny`]: next })
  const left = { status: 'ok', data: { redirectUrl: next.redirect_url } }
  expect(await app.approveOAuthRequest('request-0001')).toEqual(left)
  expect(await app.approveOAuthRequest('request-0001', { scopes: ['openid'], teamId: null })).toEqual(left)
  expect(await app.denyOAuthRequest('request-0001')).toEqual(left)
  expect(sent.slice(0, 2).map(({ body }) => body)).toEqual([{}, { scopes: ['openid'], team_id: null }])
})

test('the user that a page shows approves, also if somebody else has signed in since', async () => {
  const { project } = await openProject()
  const app = createClient(project)
  const ada = await signUp(app)
  const grace = await signUp(app)
  const device = 'POST /oauth-provider/device/approve'
  const { sent, fetch } = createFakeApi({ [`POST ${route}/approve`]: {}, [device]: {} })
  vi.stubGlobal('fetch', fetch)
  await app.approveOAuthRequest('request-0001', { user: ada })
  await app.answerDeviceRequest('WDJB-MJHT', { user: ada, isApproved: true })
  await app.approveOAuthRequest('request-0001')
  const tokenOf = async ({ currentSession }: typeof ada) => (await currentSession.getTokens()).accessToken
  const tokens = [await tokenOf(ada), await tokenOf(ada), await tokenOf(grace)]
  expect(sent.map(({ headers }) => headers.get('x-stack-access-token'))).toEqual(tokens)
})

test('a request that is over is an expected error', async () => {
  const over = refusal(404, 'OAUTH_REQUEST_NOT_FOUND')
  const find = 'POST /oauth-provider/device/find'
  const { app } = open({
    [`GET ${route}`]: over,
    [`POST ${route}/approve`]: over,
    [`POST ${route}/deny`]: over,
    [find]: over,
  })
  for (const result of [
    await app.getOAuthRequest('request-0001'),
    await app.approveOAuthRequest('request-0001'),
    await app.denyOAuthRequest('request-0001'),
    await app.findDeviceRequest('WDJB-MJHT'),
  ]) {
    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'OAUTH_REQUEST_NOT_FOUND' } })
  }
})

test('finds and answers the request of a device', async () => {
  const ip_info = { ip: '203.0.113.7', countryCode: 'DE', cityName: 'Berlin' }
  const device = { requested_at_millis: 1_700_000_000_000, ip_info, user_agent: null }
  const at = 'POST /oauth-provider/device'
  const done = { success: true }
  const { app, sent } = open({ [`${at}/find`]: { ...asked, device }, [`${at}/approve`]: done, [`${at}/deny`]: done })
  const found = await app.findDeviceRequest('wdjb mjht')
  expect(found).toMatchObject({
    data: {
      client: { displayName: 'Planner' },
      device: { requestedAt: new Date(1_700_000_000_000), geoInfo: ip_info, userAgent: null },
    },
  })
  const approval = { scopes: ['openid'], teamId: 't' }
  for (const isApproved of [true, false]) {
    const answered = await app.answerDeviceRequest('wdjb mjht', { ...approval, isApproved })
    expect(answered).toEqual({ status: 'ok', data: undefined })
  }
  const code = { user_code: 'wdjb mjht' }
  expect(sent.map(({ body }) => body)).toEqual([code, { ...code, scopes: ['openid'], team_id: 't' }, code])
})
