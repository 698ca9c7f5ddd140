import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { companyActions, newDomain } from '../../testing/connections.ts'
import { proveDomain } from '../../testing/directory.ts'
import { race, separateServer, testServer } from '../../testing/index.ts'
import {
  atServer,
  discover,
  invoices,
  openProvider,
  postToken,
  type TestProvider,
} from '../../testing/oauth-provider.ts'
import { ageProof, withStepUp } from '../../testing/step-up.ts'
import { teamActions } from '../../testing/team.ts'

async function prepare(server = testServer(), settings = {}) {
  const provider = await openProvider(await server, settings)
  const registered = await provider.addClient({ type: 'native', redirectUris: ['http://127.0.0.1/callback'] })
  const config = await discover(provider, registered, true)
  const asked = { scope: 'openid invoices:read offline_access', resource: invoices }
  const codes = await client.initiateDeviceAuthorization(config, asked)
  const user = await provider.project.signUp()
  const approve = (user_code = codes.user_code) =>
    provider.project.call('POST /oauth-provider/device/approve', { body: { user_code }, user })
  const deny = () =>
    provider.project.call('POST /oauth-provider/device/deny', { body: { user_code: codes.user_code }, user })
  const poll = async (server = provider) => {
    const response = await server.fetch(`${provider.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: codes.device_code,
        client_id: registered.id,
      }),
    })
    return (await response.json()) as Record<string, unknown>
  }
  return { provider, registered, config, codes, user, approve, deny, poll }
}

test('a device gets tokens when its user approves', async () => {
  const { provider, codes, user, approve, poll } = await prepare()
  expect(codes.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect((await poll()).error).toBe('authorization_pending')
  const page = await provider.newBrowser().open(codes.verification_uri_complete!)
  const target = new URL(page.headers.get('location')!)
  expect([target.host, target.searchParams.get('device')]).toEqual(['app.example.com', codes.user_code])

  const typed = codes.user_code.toLowerCase().replace('-', ' ')
  const found = await provider.project.call('POST /oauth-provider/device/find', { body: { user_code: typed }, user })
  expect(found.device).toMatchObject({ ip_info: { ip: expect.any(String) }, user_agent: expect.any(String) })
  expect(found).toMatchObject({ client: { display_name: 'Client of the test' }, is_consent_needed: true })
  expect(found.scopes.map(({ id }) => id)).toEqual(['openid', 'invoices:read', 'offline_access'])
  await approve(typed)
  const tokens = await poll()
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'invoices:read' })
  expect(tokens.refresh_token).toBeTruthy()
})

test('an approval from before a team requires its connection gives a device no tokens', async () => {
  const { provider, user, approve, poll } = await prepare()
  const { project } = provider
  const { db } = project.server.platform
  const teams = teamActions(project)
  const teamId = await teams.createTeam()
  await teams.addMember(teamId, { id: user.user_id })
  const { id } = await companyActions(project).connect({ url: 'https://idp.example.com' }, teamId)
  await db.updateTable('connections').set({ last_sign_in_at: new Date() }).where('id', '=', id).execute()
  const domain = newDomain()
  await proveDomain(project, teamId, domain)
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: user.user_id },
    body: { primary_email: `ada@${domain}`, primary_email_verified: true, primary_email_auth_enabled: true },
  })
  await approve()
  await project.call('PATCH /teams/{team_id}/required-connection', {
    as: 'server',
    params: { team_id: teamId },
    body: { is_required: true },
  })
  expect(await poll()).not.toHaveProperty('access_token')
})

test('of twenty who use a device code on two servers at once one gets tokens', async () => {
  const { provider, approve, poll } = await prepare()
  const servers = [provider, await atServer(provider, await separateServer({}))]
  await approve()
  const { succeeded } = await race(20, (index) => poll(servers[index % 2]))
  expect(succeeded.filter(({ access_token }) => access_token)).toHaveLength(1)
  expect(succeeded.filter(({ error }) => error === 'invalid_grant')).toHaveLength(19)
})

test('a device that asks too often has to wait', async () => {
  let shift = 0
  const { poll } = await prepare(separateServer({ now: () => new Date(Date.now() + shift) }))
  expect((await poll()).error).toBe('authorization_pending')
  expect((await poll()).error).toBe('slow_down')
  shift = 5_000
  expect((await poll()).error).toBe('authorization_pending')
})

test('approving needs a recent proof of identity, and refusing needs none', async () => {
  const { provider, user, approve, deny, poll } = await prepare(testServer(), withStepUp)
  await ageProof(provider.project, user)
  await expect(approve()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED', details: { methods: ['password'] } })
  await deny()
  expect((await poll()).error).toBe('access_denied')
})

test('whoever guesses codes is soon refused, even with the right one, and others are not', async () => {
  const { provider, codes, user } = await prepare(separateServer({ config: { rateLimits: true } }))
  const find = (user_code: string, by = user) =>
    provider.project.send('POST /oauth-provider/device/find', { body: { user_code }, user: by })
  const guesses = []
  for (let count = 0; count < 20; count++) guesses.push((await find('BCDF-GHJK')).status)
  expect(guesses).toEqual(Array(20).fill(404))
  const refused = await find(codes.user_code)
  expect(refused.status).toBe(429)
  for (const route of ['approve', 'deny'] as const) {
    const body = { user_code: codes.user_code }
    const answer = await provider.project.send(`POST /oauth-provider/device/${route}`, { body, user })
    expect(answer.status).toBe(429)
  }
  expect((await find(codes.user_code, await provider.project.signUp())).status).toBe(200)
})

test('a refused or expired request gives nothing', async () => {
  let shift = 0
  const refused = await prepare(separateServer({ now: () => new Date(Date.now() + shift) }))
  await refused.deny()
  expect((await refused.poll()).error).toBe('access_denied')
  await expect(refused.approve()).rejects.toMatchObject({ code: 'OAUTH_REQUEST_NOT_FOUND' })

  const late = await prepare(separateServer({ now: () => new Date(Date.now() + shift) }))
  shift = 601_000
  expect((await late.poll()).error).toBe('expired_token')
  await expect(late.approve()).rejects.toMatchObject({ code: expect.any(String) })
})

test('a device is approved once, whoever is faster', async () => {
  const { approve } = await prepare()
  const { succeeded } = await race(10, () => approve())
  expect(succeeded).toHaveLength(1)
})

test('the code of another client or project is worth nothing', async () => {
  const { provider, codes, approve, registered } = await prepare()
  await approve()
  const other = await provider.addClient()
  const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: codes.device_code }
  expect((await postToken(provider, other, fields)).status).toBe(400)
  const elsewhere = await openProvider(await testServer())
  const user = await elsewhere.project.signUp()
  const found = elsewhere.project.call('POST /oauth-provider/device/find', {
    body: { user_code: codes.user_code },
    user,
  })
  await expect(found).rejects.toMatchObject({ code: 'OAUTH_REQUEST_NOT_FOUND' })
  expect(registered.id).not.toBe(other.id)
})

test('nothing is approved at the page of the library', async () => {
  const { provider, codes } = await prepare()
  const body = new URLSearchParams({ user_code: codes.user_code, confirm: 'yes' })
  const response = await provider.newBrowser().open(`${provider.issuer}/device`, { method: 'POST', body })
  expect(new URL(response.headers.get('location')!).host).toBe('app.example.com')
})

/** An address as it is written, which `fetch` would correct. */
function sendTo({ origin, issuer }: TestProvider, end: string, { method = 'GET', body = '' } = {}) {
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const path = `${new URL(issuer).pathname}${end}`
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request(origin, { path, method, headers }, async (response) => {
      resolve({ status: response.statusCode, text: await text(response) })
    })
    sent.on('error', reject).end(body)
  })
}

test.each(['#x', '?#x', '\u00a0', '\\#'])('no route is found by an address that goes on with %j', async (end) => {
  const { provider, registered, codes, approve } = await prepare()
  await approve()
  const page = await sendTo(provider, `/device${end}`)
  expect(page.text).not.toContain('user_code')
  expect(page.status).toBe(end.startsWith('?') ? 303 : 400)
  const body = String(
    new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: codes.device_code,
      client_id: registered.id,
    }),
  )
  const tokens = await sendTo(provider, `/token${end}`, { method: 'POST', body })
  expect(tokens.status).toBe(400)
  expect(tokens.text).not.toContain('access_token')
})
