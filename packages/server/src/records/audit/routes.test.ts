import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toCursor } from '../../platform/db/cursor.ts'
import { separateServer, type TestProject, testProject, testServer } from '../../testing/index.ts'
import { addOwner, by, createOwnedProject, sessionOf } from '../../testing/owners.ts'
import { createTestProject } from '../../testing/project.ts'
import { createAdminKey } from '../../testing/project-keys.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

const asAdmin = { as: 'admin' as const }
type Query = { limit?: number; cursor?: string; actor_id?: string; target_id?: string; action?: string }
const list = (project: TestProject, query: Query & { from_millis?: number; until_millis?: number } = {}) =>
  project.call('GET /internal/audit-entries', { ...asAdmin, query })

test('the audit log says who did what to whom, newest first', async () => {
  const project = await testProject()
  const { user_id, ...user } = await project.signUp()
  await project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body: { server_metadata: 1 } })
  await project.call('PATCH /users/me', { user, body: { totp_secret_base64: Buffer.alloc(20, 1).toString('base64') } })
  const { items } = await list(project)
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'second_factor.enabled', actor: { type: 'user', id: user_id }, target: { type: 'user', id: user_id } },
    {
      action: 'user.updated',
      actor: { type: 'server-key', id: expect.any(String) },
      details: { fields: ['server_metadata'] },
    },
  ])
  const [entry] = items
  expect(entry).toMatchObject({ ip_address: '127.0.0.1', request_id: expect.any(String) })
  expect(Date.now() - entry!.happened_at_millis).toBeLessThan(60_000)
})

test('pages follow each other without gap or repetition, also among entries of one moment', async () => {
  const server = await separateServer({ now: () => new Date('2030-01-01T00:00:00Z') })
  const project = await createTestProject(server)
  for (let count = 0; count < 7; count++) await project.call('POST /users', { as: 'server', body: {} })
  const all = (await list(project)).items
  expect(all).toHaveLength(7)
  const first = await list(project, { limit: 3 })
  const second = await list(project, { limit: 10, cursor: first.pagination.next_cursor! })
  expect([...first.items, ...second.items]).toEqual(all)
  expect(second.pagination.next_cursor).toBeNull()
})

describe('filters', () => {
  test('find the entries of an actor, a target and an action', async () => {
    const project = await testProject()
    const [ada, bob] = [await createPerson(project), await createPerson(project)]
    const key = await createAdminKey(project)
    for (const user_id of [ada.id, bob.id]) {
      const request = { as: 'server' as const, params: { user_id }, body: { server_metadata: 1 } }
      await project.call('PATCH /users/{user_id}', { ...request, headers: key.headers })
    }
    const targets = async (query: Query) => (await list(project, query)).items.map(({ target }) => target.id)
    expect(await targets({ actor_id: key.id })).toEqual([bob.id, ada.id])
    expect(await targets({ target_id: bob.id, action: 'user.updated' })).toEqual([bob.id])
    expect(await targets({ action: 'user.updated' })).toEqual([bob.id, ada.id])
    expect(await targets({ actor_id: bob.id })).toEqual([])
    expect(await targets({ action: 'user.%' })).toEqual([])
  })

  test('find what happened from one moment until another', async () => {
    let now = Date.parse('2030-01-01T00:00:00Z')
    const server = await separateServer({ now: () => new Date(now) })
    const project = await createTestProject(server)
    const times = [now, now + 1_000, now + 2_000]
    for (now of times) await project.call('POST /users', { as: 'server', body: {} })
    const found = async (query: { from_millis?: number; until_millis?: number }) =>
      (await list(project, query)).items.map(({ happened_at_millis }) => happened_at_millis)
    expect(await found({ from_millis: times[1]! })).toEqual([times[2], times[1]])
    expect(await found({ until_millis: times[1]! })).toEqual([times[0]])
    expect(await found({ from_millis: times[1]!, until_millis: times[2]! })).toEqual([times[1]])
  })

  // ASVS 16.4.2
  test('and cursors of another project find nothing of it', async () => {
    const [project, elsewhere] = [await testProject(), await testProject()]
    const person = await createPerson(elsewhere)
    const { items } = await list(elsewhere)
    expect((await list(project, { target_id: person.id })).items).toEqual([])
    await createPerson(project)
    expect((await list(project, { cursor: toCursor(items[0]!.id) })).items).toEqual([])
    expect((await list(project, { cursor: toCursor(randomUUID()) })).items).toEqual([])
  })
})

describe('a change of the settings', () => {
  const patch = (project: TestProject, override: object) =>
    project.call('PATCH /internal/config/override', {
      ...asAdmin,
      body: { config_override_string: JSON.stringify(override) },
    })
  const newest = async (project: TestProject) =>
    (await list(project, { action: 'project.config_changed' })).items[0]!.details

  test('is recorded with what each setting was and is', async () => {
    const project = await testProject()
    await patch(project, { 'auth.allowSignUp': false, 'teams.allowClientTeamCreation': false })
    expect(await newest(project)).toEqual({
      paths: ['auth.allowSignUp', 'teams.allowClientTeamCreation'],
      changes: [{ path: 'auth.allowSignUp', from: true, to: false }],
    })
    await patch(project, { 'domains.trustedDomains.app': { baseUrl: 'https://example.com', handlerPath: '/handler' } })
    await patch(project, { 'domains.trustedDomains.app': null })
    expect(await newest(project)).toMatchObject({
      changes: [
        { path: 'domains.trustedDomains.app.baseUrl', from: 'https://example.com' },
        { path: 'domains.trustedDomains.app.handlerPath', from: '/handler' },
      ],
    })
  })

  // ASVS 16.2.5
  test('never reveals a secret, and only the beginning of long texts', async () => {
    const project = await testProject()
    const clientSecret = 'secret-of-the-provider'
    await patch(project, { 'auth.oauth.providers.github': { type: 'github', clientSecret } })
    await patch(project, { 'emails.server.password': 'secret-of-the-mail-server' })
    await patch(project, { 'emails.server.senderName': 'x'.repeat(5_000) })
    expect(await newest(project)).toMatchObject({ changes: [{ to: `${'x'.repeat(200)}…` }] })
    const text = JSON.stringify(await list(project))
    expect(text).toContain('"path":"auth.oauth.providers.github.clientSecret","to":"(secret)"')
    expect(text).not.toMatch(/secret-of/)
  })
})

test('names the key that acted, also for a user, as it is called now', async () => {
  const project = await testProject()
  const key = await project.call('POST /internal/api-keys', {
    ...asAdmin,
    body: {
      description: 'Nightly import',
      expires_at_millis: Date.now() + 3_600_000,
      has_publishable_client_key: false,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    },
  })
  const headers = { 'x-stack-secret-server-key': key.secret_server_key! }
  const { id } = await project.call('POST /users', { as: 'server', headers, body: {} })
  const actorOf = async (action: string) => (await list(project, { action })).items[0]!.actor
  expect(await actorOf('user.created')).toEqual({ type: 'server-key', id: key.id, description: 'Nightly import' })
  expect(await actorOf('project_key_set.created')).toMatchObject({ type: 'admin-key', description: 'Test keys' })

  const params = { id: key.id }
  await project.call('PATCH /internal/api-keys/{id}', {
    ...asAdmin,
    params,
    body: { description: 'Old', revoked: true },
  })
  expect((await list(project, { actor_id: key.id })).items).toMatchObject([
    { target: { id }, actor: { id: key.id, description: 'Old' } },
  ])

  const user = await project.signUp()
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    user,
    params: { user_id: id },
    body: { server_metadata: 1 },
  })
  const [entry] = (await list(project, { action: 'user.updated' })).items
  expect(entry).toMatchObject({
    actor: { type: 'server-key', description: 'Test keys' },
    details: { on_behalf_of: user.user_id },
  })
})

describe('the names that come with the entries', () => {
  const namesOf = async (project: TestProject, query: Query = {}) =>
    (await list(project, query)).subjects.map(({ type, id, display_name }) => [type, id, display_name])

  test('are those of actors, targets and details, each once, in one more statement', async () => {
    const { project, owner } = await createOwnedProject(await testServer())
    const asOwner = { as: 'admin' as const, headers: sessionOf(owner) }
    const ada = await project.call('POST /users', {
      ...asOwner,
      body: { display_name: 'Ada', primary_email: 'a@x.io' },
    })
    const team = await project.call('POST /teams', { ...asOwner, body: { display_name: 'Engines' } })
    const member = { team_id: team.id, user_id: ada.id }
    await project.call('POST /team-memberships/{team_id}/{user_id}', { ...asOwner, params: member, body: {} })
    const { items, subjects } = await list(project)
    expect(items[0]).toMatchObject({ action: 'team_membership.created', details: { team_id: team.id } })
    expect(subjects).toHaveLength(3)
    expect(subjects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'user', id: ada.id, display_name: 'Ada', primary_email: 'a@x.io' }),
        expect.objectContaining({ type: 'team', id: team.id, display_name: 'Engines', is_deleted: false }),
        expect.objectContaining({ type: 'owner', id: owner.id, primary_email: owner.email }),
      ]),
    )
  })

  test('remain for a deleted team, and not for a deleted user', async () => {
    const project = await testProject()
    const team = await project.call('POST /teams', { as: 'server', body: { display_name: 'Engines' } })
    const ada = await project.call('POST /users', { as: 'server', body: { display_name: 'Ada' } })
    await project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: team.id } })
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: ada.id } })
    expect(await namesOf(project)).toEqual(
      expect.arrayContaining([
        ['team', team.id, 'Engines'],
        [expect.any(String), expect.any(String), 'Test keys'],
      ]),
    )
    expect(JSON.stringify((await list(project)).subjects)).not.toContain('Ada')
  })

  test('include what the log is filtered by, but no one of another project', async () => {
    const server = await testServer()
    const [project, elsewhere] = [await createTestProject(server), await createTestProject(server)]
    const [ada, eve] = [await createPerson(project), await createPerson(elsewhere)]
    const stranger = await createOwner(server)
    expect((await namesOf(project, { target_id: ada.id, action: 'none' })).map(([type]) => type)).toEqual(['user'])
    for (const id of [eve.id, stranger.id]) {
      expect(await namesOf(project, { target_id: id })).toEqual([])
      expect(await namesOf(project, { actor_id: id })).toEqual([])
    }
  })

  test('say who was removed as an owner', async () => {
    const { project, owner } = await createOwnedProject(await testServer())
    const other = await addOwner(project.server, owner.teamId, 'support')
    await by(owner, project).remove(other)
    const found = await namesOf(project, { action: 'owner.removed' })
    expect(found.map(([type, id]) => `${type} ${id}`).sort()).toEqual([`owner ${owner.id}`, `owner ${other.id}`].sort())
  })
})
