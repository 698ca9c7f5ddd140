import { expect, test } from 'vitest'
import { passwordHasher } from '../../identity/password/hash.ts'
import { projectCache } from '../../projects/cache.ts'
import { findConfigMistake } from '../../projects/project-config/validate.ts'
import { internalProject, newEmail, separateServer, testServer } from '../../testing/index.ts'
import { internalKeys, testUrl } from '../../testing/server.ts'
import { seedDemoProject, seedInternalProject } from './seed.ts'

async function readConfig() {
  const internal = await internalProject()
  return JSON.parse((await internal.call('GET /internal/config', { as: 'admin' })).config_string)
}

test('the internal project lets owners sign up by password and gives each a team', async () => {
  const internal = await internalProject()
  expect(await internal.call('GET /internal/projects/current', { as: 'admin' })).toMatchObject({
    id: 'internal',
    owner_team_id: null,
    config: {
      allow_localhost: true,
      sign_up_enabled: true,
      credential_enabled: true,
      create_team_on_sign_up: true,
      client_team_creation_enabled: true,
      domains: [],
      team_creator_default_permissions: [{ id: 'team_admin' }],
      team_member_default_permissions: [{ id: 'team_member' }],
    },
  })
})

test('its teams have members who see each other and admins who run the team', async () => {
  const set = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, true]))
  expect((await readConfig()).rbac.permissions).toMatchObject({
    team_member: { scope: 'team', containedPermissionIds: set('$read_members') },
    team_admin: { scope: 'team', containedPermissionIds: set('$read_members', '$remove_members', '$update_team') },
  })
})

test('every team of it has one seat for an admin, and more can be bought', async () => {
  const { payments } = await readConfig()
  expect(payments.items.dashboard_admins).toMatchObject({ customerType: 'team' })
  const offers = Object.values(payments.offers) as {
    prices: unknown
    groupId: string
    includedItems: { dashboard_admins: { quantity: number } }
  }[]
  const free = offers.filter(({ prices }) => prices === 'include-by-default')
  expect(free.map(({ includedItems }) => includedItems.dashboard_admins.quantity)).toEqual([1])
  expect(offers.length).toBeGreaterThan(1)
  for (const { groupId, includedItems } of offers) {
    expect(payments.groups).toHaveProperty(groupId)
    expect(includedItems.dashboard_admins.quantity).toBeGreaterThan(0)
  }
})

test('what is seeded obeys the rules of the configuration', async () => {
  const { db } = (await testServer()).platform
  const { config_override } = await db
    .selectFrom('projects')
    .select('config_override')
    .where('id', '=', 'internal')
    .executeTakeFirstOrThrow()
  expect(findConfigMistake(config_override)).toBeUndefined()
})

test('a user who signs up there gets a team that can own a project', async () => {
  const internal = await internalProject()
  const user = await internal.signUp(newEmail('owner'))
  const { selected_team_id } = await internal.call('GET /users/me', { user })
  const grants = await internal.server.platform.db
    .selectFrom('team_permissions')
    .select('permission_id')
    .where('project_id', '=', 'internal')
    .where('user_id', '=', user.user_id)
    .execute()
  expect(grants).toEqual([{ permission_id: 'team_admin' }])

  const body = { display_name: 'My project', owner_team_id: selected_team_id! }
  const project = await internal.call('POST /internal/projects', { user, body })
  expect(project.owner_team_id).toBe(selected_team_id)
})

test('its keys come from the settings of the deployment, and seeding again changes nothing', async () => {
  const server = await testServer()
  const { db, secrets } = server.platform
  const passwords = passwordHasher(server.platform)
  const config = { url: 'http://localhost:8102', isProduction: false }
  const seed = (keys: typeof internalKeys) =>
    seedInternalProject(db, { config, keys, secrets, passwords, now: new Date() })
  const internal = await internalProject()
  const listSets = async () =>
    (await internal.call('GET /internal/api-keys', { as: 'admin' })).items.filter(({ id }) => id.startsWith('00000000'))

  const [before] = await listSets()
  await seed(internalKeys)
  expect(await listSets()).toEqual([before])
  expect(before?.secret_server_key).toEqual({ last_four: internalKeys.secretServerKey.slice(-4) })
  expect(before?.expires_at_millis).toBeGreaterThan(Date.UTC(2100, 0))
})

test('two nodes that start at once seed once', async () => {
  await Promise.all([separateServer({}), separateServer({})])
  const { db } = (await testServer()).platform
  const sets = await db
    .selectFrom('project_key_sets')
    .select('id')
    .where('project_id', '=', 'internal')
    .where('id', '=', '00000000-0000-4000-8000-000000000001')
    .execute()
  expect(sets).toHaveLength(1)
})

test('the demo offers every way to sign in, with providers that need no keys on this machine', async () => {
  const server = await testServer()
  const { db, secrets } = server.platform
  const projects = projectCache(server.platform)
  const { projectId } = await seedDemoProject(db, { url: testUrl, secrets, now: new Date() })
  const { config } = (await projects.find(projectId))!
  for (const way of [config.auth.password, config.auth.otp, config.auth.passkey]) expect(way.allowSignIn).toBe(true)
  expect(findConfigMistake({ 'auth.oauth.providers': config.auth.oauth.providers })).toBeUndefined()
  expect(Object.keys(config.auth.oauth.providers)).toEqual(['google', 'github'])
  for (const provider of Object.values(config.auth.oauth.providers)) {
    expect(provider).toMatchObject({ isShared: true, allowSignIn: true })
  }
  expect(await seedDemoProject(db, { url: testUrl, secrets, now: new Date() })).toMatchObject({ projectId })
})

test('an existing demo project keeps its settings', async () => {
  const { db, secrets } = (await testServer()).platform
  const projects = projectCache((await testServer()).platform)
  const { projectId } = await seedDemoProject(db, { url: testUrl, secrets, now: new Date() })
  const { config_override } = await db
    .selectFrom('projects')
    .select('config_override')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const changed = { ...config_override, 'auth.passkey.allowSignIn': false }
  await db
    .updateTable('projects')
    .set({ config_override: JSON.stringify(changed) })
    .where('id', '=', projectId)
    .execute()
  expect(await seedDemoProject(db, { url: testUrl, secrets, now: new Date() })).toMatchObject({ projectId })
  projects.forget(projectId)
  expect((await projects.find(projectId))!.config.auth.passkey.allowSignIn).toBe(false)
})

test('people can come back to the demo at the address that the server has now', async () => {
  const { db, secrets } = (await testServer()).platform
  const projects = projectCache((await testServer()).platform)
  const readDomains = async (url: string) => {
    const { projectId } = await seedDemoProject(db, { url, secrets, now: new Date() })
    projects.forget(projectId)
    return Object.values((await projects.find(projectId))!.config.domains.trustedDomains)
  }
  for (const baseUrl of ['http://192.0.2.1:8102', 'https://demo.example.com']) {
    expect(await readDomains(baseUrl)).toEqual([{ baseUrl, handlerPath: '/demo/handler' }])
  }
})

test('a deleted demo project is created again, even while the old one is still being removed', async () => {
  const { db, secrets } = (await testServer()).platform
  const seed = () => seedDemoProject(db, { url: testUrl, secrets, now: new Date() })
  const { projectId } = await seed()
  await db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', projectId).execute()
  const { projectId: next } = await seed()
  expect(next).not.toBe(projectId)
  expect(await seed()).toMatchObject({ projectId: next })
})
