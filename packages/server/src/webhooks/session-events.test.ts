import { describe, expect, test } from 'vitest'
import { projectCache } from '../projects/cache.ts'
import { race, testProject, testServer } from '../testing/index.ts'
import { createTestProject, goodPassword, newEmail, type SignedUp, type TestProject } from '../testing/project.ts'
import { listEvents, listenToEvents } from '../testing/records.ts'
import { createOwner, createPerson, sessionIdOf } from '../testing/world.ts'

const asServer = { as: 'server' as const }
const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh)' }

async function listeningProject() {
  const project = await testProject()
  await listenToEvents(project)
  return project
}

const sessionEvents = (project: TestProject) => listEvents(project, 'session.')
const signIn = (project: TestProject, { email, password }: SignedUp) =>
  project.call('POST /auth/password/sign-in', { headers: browser, body: { email, password } })
const endedOf = (project: TestProject) => listEvents(project, 'session.ended')
const ended = (user: { access_token: string }, user_id: string, reason: string) => ({
  type: 'session.ended',
  data: { id: sessionIdOf(user), user_id, is_impersonation: false, reason },
})

describe('the start of a session', () => {
  test('is an event that says how and where, and a refresh is none', async () => {
    const project = await listeningProject()
    const signedUp = await project.signUp()
    const { user_id } = signedUp
    const session = await signIn(project, signedUp)
    const headers = { 'x-stack-refresh-token': session.refresh_token }
    await project.call('POST /auth/sessions/current/refresh', { headers })
    const events = await listEvents(project)
    expect(events.map(({ type }) => type)).toEqual(['user.created', 'session.created', 'session.created'])
    const { created_at_millis } = events[2]!.data as { created_at_millis: number }
    expect(events[2]!.data).toEqual({
      id: sessionIdOf(session),
      user_id,
      is_impersonation: false,
      method: 'password',
      created_at_millis: expect.any(Number),
      expires_at_millis: created_at_millis + 365 * 24 * 3_600_000,
      ip_address: expect.any(String),
      user_agent: browser['user-agent'],
    })
    expect(JSON.stringify(events)).not.toContain(session.refresh_token)
  })

  test('tells an impersonation', async () => {
    const project = await listeningProject()
    const { id: user_id } = await createPerson(project)
    await project.call('POST /auth/sessions', { ...asServer, body: { user_id, is_impersonation: true } })
    const created = (await listEvents(project, 'session.created')).at(-1)
    expect(created!.data).toMatchObject({ user_id, is_impersonation: true, method: 'server', ip_address: null })
  })

  test('is delivered once to each endpoint of the project that listens to it, and to no other project', async () => {
    const project = await listeningProject()
    await listenToEvents(project, ['session.created'])
    await listenToEvents(project, ['session.ended', 'user.created'])
    const other = await listeningProject()
    const unheard = await testProject()
    await listenToEvents(unheard, ['user.deleted'])
    await unheard.signUp()
    const { user_id } = await project.signUp()
    const { db } = project.server.platform
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .select(['type', 'object_id'])
      .where('project_id', '=', project.id)
      .orderBy('sequence')
      .execute()
    const [user, session] = [
      { type: 'user.created', object_id: user_id },
      { type: 'session.created', object_id: user_id },
    ]
    expect(deliveries).toEqual([user, user, session, session])
    expect(await listEvents(other)).toEqual([])
    expect(await listEvents(unheard)).toEqual([])
  })

  test('is no event if the sign-up fails', async () => {
    const project = await listeningProject()
    const { email } = await project.signUp()
    await project.send('POST /auth/password/sign-in', { body: { email, password: 'wrong password' } })
    await expect(project.signUp(email)).rejects.toThrow()
    expect(await sessionEvents(project)).toHaveLength(1)
  })
})

describe('the end of a session is an event with its reason:', () => {
  test('signed out, ended by the user or by a server', async () => {
    const project = await listeningProject()
    const first = await project.signUp()
    const { user_id } = first
    const [second, third] = [await signIn(project, first), await signIn(project, first)]
    const end = (as: 'client' | 'server', session: { access_token: string }) =>
      project.call('DELETE /auth/sessions/{id}', {
        as,
        ...(as === 'client' && { user: first }),
        params: { id: sessionIdOf(session) },
        query: { user_id },
      })
    await end('client', second)
    await end('server', third)
    await project.call('DELETE /auth/sessions/current', { user: first })
    expect(await endedOf(project)).toEqual([
      ended(second, user_id, 'ended_by_user'),
      ended(third, user_id, 'ended_by_server'),
      ended(first, user_id, 'signed_out'),
    ])
  })

  test('ended by an owner', async () => {
    const server = await testServer()
    const owner = await createOwner(server)
    const project = await createTestProject(server)
    const { db } = server.platform
    await db.updateTable('projects').set({ owner_team_id: owner.teamId }).where('id', '=', project.id).execute()
    projectCache(server.platform).forget(project.id)
    await listenToEvents(project)
    const user = await project.signUp()
    await project.call('DELETE /auth/sessions/{id}', {
      as: 'admin',
      headers: {
        'x-stack-publishable-client-key': '',
        'x-stack-secret-server-key': '',
        'x-stack-super-secret-admin-key': '',
        'x-stack-admin-access-token': owner.access_token,
      },
      params: { id: sessionIdOf(user) },
      query: {},
    })
    expect(await endedOf(project)).toEqual([ended(user, user.user_id, 'ended_by_owner')])
  })

  test('the password was changed, but not for the session that changed it', async () => {
    const project = await listeningProject()
    const first = await project.signUp()
    const second = await signIn(project, first)
    const headers = { 'x-stack-refresh-token': first.refresh_token }
    const body = { old_password: goodPassword, new_password: `${goodPassword} 2` }
    await project.call('POST /auth/password/update', { user: first, headers, body })
    expect(await endedOf(project)).toEqual([ended(second, first.user_id, 'password_changed')])
  })

  test('the user was restricted, before the event about the restriction', async () => {
    const project = await listeningProject()
    const user = await project.signUp()
    const { user_id } = user
    const body = { reason: 'Spam' }
    await project.call('PUT /users/{user_id}/restriction', { ...asServer, params: { user_id }, body })
    expect((await listEvents(project)).slice(-2)).toMatchObject([
      ended(user, user_id, 'user_restricted'),
      { type: 'user.restricted' },
    ])
  })

  test('the user was deleted, before the event about the deletion', async () => {
    const project = await listeningProject()
    const user = await project.signUp()
    const { user_id } = user
    await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id } })
    expect((await listEvents(project)).slice(-2)).toMatchObject([
      ended(user, user_id, 'user_deleted'),
      { type: 'user.deleted', data: { id: user_id } },
    ])
  })

  test('an anonymous user signed up', async () => {
    const project = await listeningProject()
    const guest = await project.call('POST /auth/anonymous/sign-up')
    const headers = { 'x-stack-allow-anonymous-user': 'true' }
    const verification_callback_url = 'http://localhost:3000/verify'
    const body = { email: newEmail(), password: goodPassword, verification_callback_url }
    await project.call('POST /auth/password/sign-up', { user: guest, headers, body })
    expect(await sessionEvents(project)).toMatchObject([
      { type: 'session.created', data: { user_id: guest.user_id, method: 'anonymous' } },
      ended(guest, guest.user_id, 'user_upgraded'),
      { type: 'session.created', data: { user_id: guest.user_id, method: 'password' } },
    ])
  })

  test('none if it had expired before', async () => {
    const project = await listeningProject()
    const { id: user_id } = await createPerson(project)
    const { db } = project.server.platform
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('project_id', '=', project.id)
      .execute()
    await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id } })
    expect(await endedOf(project)).toEqual([])
  })
})

test('a session that is ended from two sides at once has one event', async () => {
  const project = await listeningProject()
  const user = await project.signUp()
  const { user_id } = user
  await race(2, (index) =>
    index === 0
      ? project.send('DELETE /auth/sessions/current', { user })
      : project.send('DELETE /users/{user_id}', { ...asServer, params: { user_id } }),
  )
  expect(await endedOf(project)).toHaveLength(1)
  expect((await listEvents(project)).filter(({ type }) => type === 'user.deleted')).toHaveLength(1)
})
