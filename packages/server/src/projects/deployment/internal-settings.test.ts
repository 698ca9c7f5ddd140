import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import type { InternalProjectSettings } from '../../platform/config.ts'
import { createDatabase } from '../../testing/database.ts'
import { newEmail, openTestServer } from '../../testing/index.ts'
import { projectWithKeys, type TestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { internalKeys, testUrl } from '../../testing/server.ts'

/** One for each test: there is one internal project in a database. */
let databaseUrl: string
beforeEach(async () => {
  const database = await createDatabase(inject('databaseUrl'))
  databaseUrl = database.url
  onTestFinished(() => database.drop())
})

/** Starts a server on it with these settings and stops it when everything was asked. */
async function startWith<T>(
  internalProject: InternalProjectSettings,
  ask: (internal: TestProject) => Promise<T>,
  url = testUrl,
  isProduction = false,
) {
  const server = await openTestServer(databaseUrl, { config: { internalProject, url, isProduction } })
  try {
    return await ask(projectWithKeys(server, 'internal', internalKeys))
  } finally {
    await server.close()
  }
}

const asAdmin = { as: 'admin' as const }
const readProject = ({ call }: TestProject) => call('GET /internal/projects/current', asAdmin)
const patchProject = ({ call }: TestProject, config: object) =>
  call('PATCH /internal/projects/current', { ...asAdmin, body: { config } })

test('what the deployment says about the internal project counts at the first start and at later ones', async () => {
  const given: InternalProjectSettings = {
    isSignUpAllowed: false,
    hasMagicLink: true,
    oauthProviders: ['google', 'github'],
    allowsLocalhost: false,
  }
  const shown = {
    sign_up_enabled: false,
    magic_link_enabled: true,
    allow_localhost: false,
    credential_enabled: true,
    oauth_providers: [
      { id: 'github', type: 'shared' },
      { id: 'google', type: 'shared' },
    ],
  }
  expect(await startWith(given, readProject)).toMatchObject({ config: shown })
  await startWith({ ...given, isSignUpAllowed: true, oauthProviders: ['github'] }, async (internal) => {
    expect(await readProject(internal)).toMatchObject({
      config: { ...shown, sign_up_enabled: true, oauth_providers: [{ id: 'github' }] },
    })
    const [newest] = (await listAuditEntries(internal, 'project.config_changed')).reverse()
    expect(newest).toMatchObject({
      actor_type: 'system',
      details: { paths: ['auth.allowSignUp', 'auth.oauth.providers'] },
    })
  })
})

test('what it leaves out stays as somebody has set it, and nothing is written', async () => {
  await startWith({}, async (internal) => {
    expect(await readProject(internal)).toMatchObject({
      config: { sign_up_enabled: true, magic_link_enabled: false, oauth_providers: [], allow_localhost: true },
    })
    await patchProject(internal, { sign_up_enabled: false, magic_link_enabled: true, allow_localhost: false })
  })
  await startWith({ hasMagicLink: true }, async (internal) => {
    expect(await readProject(internal)).toMatchObject({
      config: { sign_up_enabled: false, magic_link_enabled: true, allow_localhost: false },
    })
    expect((await listAuditEntries(internal)).filter(({ actor_type }) => actor_type === 'system')).toEqual([])
  })
})

test('a provider that the deployment names keeps the keys that it was given since', async () => {
  const given: InternalProjectSettings = { oauthProviders: ['google', 'github'] }
  const google = { id: 'google', type: 'standard', client_id: 'ours', client_secret: 'our secret' }
  await startWith(given, (internal) => patchProject(internal, { oauth_providers: [google] }))
  const { config } = await startWith(given, readProject)
  expect(config.oauth_providers).toMatchObject([{ id: 'github', type: 'shared' }, google])
})

test('the first user signs in with the password, owns a team, and manages the internal project if wanted', async () => {
  const firstUser = { email: newEmail('first'), password: 'the first password', isAdmin: false }
  const { email, password } = firstUser
  const signIn = (internal: TestProject, wanted = password) =>
    internal.send('POST /auth/password/sign-in', { body: { email, password: wanted } })
  const teamId = await startWith({ firstUser, isSignUpAllowed: false }, async (internal) => {
    const answer = await signIn(internal)
    expect(answer.status).toBe(200)
    const user = await internal.call('GET /users/me', { user: answer.body as { access_token: string } })
    expect(user).toMatchObject({ primary_email: email, primary_email_verified: true })
    expect((await readProject(internal)).owner_team_id).toBeNull()
    const body = { display_name: 'Shop', owner_team_id: user.selected_team_id! }
    await internal.call('POST /internal/projects', { user: answer.body as { access_token: string }, body })
    return user.selected_team_id
  })
  expect(teamId).not.toBeNull()

  const changed = { ...firstUser, password: 'another password', isAdmin: true }
  for (let start = 0; start < 2; start++) {
    await startWith({ firstUser: changed }, async (internal) => {
      expect((await signIn(internal, changed.password)).status).toBe(400)
      const { access_token } = (await signIn(internal)).body as { access_token: string }
      const headers = {
        'x-stack-project-id': 'internal',
        'x-stack-access-type': 'admin',
        'x-stack-admin-access-token': access_token,
      }
      expect((await internal.server.fetch('/api/v1/internal/projects/current', { headers })).status).toBe(200)
      const { items } = await internal.call('GET /users', { as: 'server' })
      expect(items).toHaveLength(1)
    })
  }
})

test('another first user joins those who manage the internal project', async () => {
  const firstUser = { email: newEmail('first'), password: 'the first password', isAdmin: true }
  const owner = await startWith({ firstUser }, readProject)
  const second = { ...firstUser, email: newEmail('second') }
  await startWith({ firstUser: second }, async (internal) => {
    const { owner_team_id } = await readProject(internal)
    expect(owner_team_id).toBe(owner.owner_team_id)
    const { items } = await internal.call('GET /users', { as: 'server', query: { team_id: owner_team_id! } })
    expect(items.map(({ primary_email }) => primary_email).sort()).toEqual([firstUser.email, second.email].sort())
  })
})

test('owners can be sent back to the dashboard wherever the server has moved to, and no longer to where it was', async () => {
  const readDomains = async (url?: string) => (await startWith({}, readProject, url)).config.domains
  const domain = (url: string) => ({ domain: url, handler_path: '/handler' })
  expect(await readDomains()).toEqual([])
  expect(await readDomains('https://old.example.com')).toEqual([domain('https://old.example.com')])
  expect(await readDomains('https://new.example.com')).toEqual([domain('https://new.example.com')])
  expect(await readDomains()).toEqual([domain('https://new.example.com')])

  const others = [domain('https://*.example.com'), domain('https://partner.example.org')]
  await startWith({}, (internal) => patchProject(internal, { domains: others }))
  expect(await readDomains('https://old.example.com')).toEqual(others)
})

test('once production has its address, owners are sent to nobody’s own machine any more', async () => {
  const domain = (url: string) => ({ domain: url, handler_path: '/handler' })
  const address = 'https://auth.example.com'
  const isTrusted = async ({ call }: TestProject, url: string) =>
    call('POST /auth/password/send-reset-code', { body: { email: newEmail(), callback_url: `${url}/reset` } }).then(
      () => true,
      (error: { code: string }) => error.code !== 'REDIRECT_URL_NOT_WHITELISTED',
    )
  await startWith({}, async (internal) => {
    await patchProject(internal, { domains: [domain('http://localhost:5173'), domain('https://app.example.com')] })
    expect(await isTrusted(internal, 'http://localhost:8102')).toBe(true)
  })
  await startWith(
    {},
    async (internal) => {
      expect(await readProject(internal)).toMatchObject({ config: { allow_localhost: false } })
      for (const url of [address, 'https://app.example.com']) expect(await isTrusted(internal, url), url).toBe(true)
      for (const url of ['http://localhost:8102', 'http://localhost:5173', 'http://127.0.0.1:8102']) {
        expect(await isTrusted(internal, url), url).toBe(false)
      }
    },
    address,
    true,
  )
  const { config } = await startWith({ allowsLocalhost: true }, readProject, address, true)
  expect(config.allow_localhost).toBe(true)
})
