import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { race, testServer } from '../../testing/index.ts'
import { liveGrants } from '../../testing/oauth-grants.ts'
import { approveIn, openProvider, type TestProvider } from '../../testing/oauth-provider.ts'
import type { SignedUp } from '../../testing/project.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'

const verifier = 'a'.repeat(43)

interface Tokens {
  access_token: string
  refresh_token: string
}

async function open() {
  const provider = await openProvider(await testServer())
  const { project, issuer } = provider
  const client = await provider.addClient({ type: 'single_page' })
  const person = await project.signUp()
  const exchange = (body: Record<string, string>, path = '/token') =>
    provider.fetch(`${issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.id, ...body }),
    })
  const signIn = async (user: SignedUp = person): Promise<Tokens> => {
    const url = new URL(`${issuer}/authorize`)
    url.search = String(
      new URLSearchParams({
        client_id: client.id,
        redirect_uri: client.redirectUri,
        response_type: 'code',
        scope: 'openid offline_access',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'consent',
      }),
    )
    const code = (await approveIn(provider, provider.newBrowser(), user, url)).searchParams.get('code')!
    const redirect_uri = client.redirectUri
    const body = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
    return (await (await exchange(body)).json()) as Tokens
  }
  const refresh = (refresh_token: string) => exchange({ grant_type: 'refresh_token', refresh_token })
  const endAll = () =>
    project.call('DELETE /oauth-provider/grants/{user_id}', { user: person, params: { user_id: 'me' } })
  return { provider, project, client, person, exchange, signIn, refresh, endAll }
}

const askUserinfo = ({ issuer, fetch }: TestProvider, { access_token }: Tokens) =>
  fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } })

test('the list says where an app was last used, and its end leaves it no token', async () => {
  const { provider, project, client, person, signIn, refresh, endAll } = await open()
  const tokens = await signIn()
  const { items } = await project.call('GET /oauth-provider/grants', { user: person, query: { user_id: 'me' } })
  expect(items).toMatchObject([
    {
      client: { id: client.id, display_name: 'Client of the test', is_verified: true, type: 'single_page' },
      scopes: [{ id: 'offline_access' }, { id: 'openid' }],
      last_used_at_millis: expect.any(Number),
    },
  ])
  await endAll()
  expect((await refresh(tokens.refresh_token)).status).toBe(400)
  expect((await askUserinfo(provider, tokens)).status).not.toBe(200)
  expect(await liveGrants(project, person.user_id)).toEqual([])
})

test('a refresh while the access ends leaves no token either', async () => {
  const { provider, project, person, signIn, refresh, endAll } = await open()
  const params = { user_id: person.user_id }
  const deleteUser = () => project.call('DELETE /users/{user_id}', { as: 'server', params })
  for (const end of [endAll, endAll, deleteUser]) {
    const { refresh_token } = await signIn()
    const { succeeded, failed } = await race(4, async (index) => (index === 1 ? end() : refresh(refresh_token)))
    expect(failed).toEqual([])
    const answers = succeeded.filter((answer) => answer instanceof Response)
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect(await liveGrants(project, person.user_id)).toEqual([])
    for (const answer of answers.filter(({ ok }) => ok)) {
      const tokens = (await answer.json()) as Tokens
      expect((await refresh(tokens.refresh_token)).status).toBe(400)
      expect((await askUserinfo(provider, tokens)).status).not.toBe(200)
    }
  }
})

test('a token that the app gives back ends the access, and owners can read why', async () => {
  const { project, client, person, signIn, exchange } = await open()
  await listenToEvents(project, ['oauth_grant.revoked'])
  const { refresh_token } = await signIn()
  await exchange({ token: refresh_token, token_type_hint: 'refresh_token' }, '/revoke')
  const entries = await listAuditEntries(project, 'oauth_grant.revoked')
  const events = await listEvents(project)
  expect(events).toMatchObject([{ data: { client_id: client.id, user_id: person.user_id, reason: 'ended_by_client' } }])
  expect(entries).toMatchObject([{ actor_type: 'system', details: { reason: 'ended_by_client' } }])
  expect(await liveGrants(project, person.user_id)).toEqual([])
})
