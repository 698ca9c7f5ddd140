import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import type { Override } from '../../projects/project-config/override.ts'
import { race, separateServer, testProject } from '../../testing/index.ts'
import { createTestProject, projectWithKeys, type TestProject } from '../../testing/project.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { createPerson, type Person, sessionIdOf } from '../../testing/world.ts'

const minute = 60_000
const day = 24 * 60 * minute
type Tokens = { access_token: string; refresh_token: string }

const refresh = (project: TestProject, { refresh_token }: Tokens) =>
  project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })
const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }
const tokenExpired = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }
const asksForLive = { 'x-stack-require-live-session': 'true' }

const start = (
  project: TestProject,
  user_id: string,
  options: { is_impersonation?: boolean; expires_in_millis?: number } = {},
) => project.call('POST /auth/sessions', { as: 'admin', body: { user_id, ...options } })
const listSessions = async (project: TestProject, user_id: string) =>
  (await project.call('GET /auth/sessions', { as: 'admin', query: { user_id } })).items
const listIds = async (project: TestProject, userId: string) =>
  (await listSessions(project, userId)).map(({ id }) => id).sort()
const configure = (project: TestProject, settings: Override) =>
  project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify(settings) },
  })
const endsOf = async (project: TestProject) =>
  (await listEvents(project, 'session.ended')).map(({ data }) => data as { id: string; reason: string })

/** A project whose server has a clock that the test sets. */
async function projectWithClock(settings: Override = {}, config: { accessTokenSeconds?: number } = {}) {
  const clock = { now: Date.now() }
  const server = await separateServer({ now: () => new Date(clock.now), config })
  return { clock, project: await createTestProject(server, settings) }
}

describe('the longest life of a session', () => {
  const eightHours = { 'auth.sessions.longestLifeMinutes': 480 }

  // ASVS 7.3.2
  test('ends it however often it is refreshed', async () => {
    const { project, clock } = await projectWithClock(eightHours)
    const user = await project.signUp()
    for (let hour = 0; hour < 7; hour++) {
      clock.now += 60 * minute
      expect(await refresh(project, user)).toMatchObject({ status: 200 })
    }
    clock.now += 60 * minute - 1
    expect(await refresh(project, user)).toMatchObject({ status: 200 })
    clock.now += 1
    expect(await refresh(project, user)).toMatchObject(sessionEnded)
  })

  test('also holds for sessions of servers, of command lines and of those who sign in as a user', async () => {
    const { project, clock } = await projectWithClock(eightHours)
    const { id } = await createPerson(project)
    const sessions = [
      await start(project, id, { expires_in_millis: 300 * day }),
      await start(project, id, { is_impersonation: true }),
      await approveCommandLine(project, await project.signUp()),
    ]
    const { db } = project.server.platform
    const rows = await db.selectFrom('sessions').selectAll().where('project_id', '=', project.id).execute()
    for (const { created_at, expires_at } of rows)
      expect(expires_at.getTime() - created_at.getTime()).toBe(480 * minute)
    clock.now += 480 * minute
    for (const session of sessions) expect(await refresh(project, session)).toMatchObject(sessionEnded)
  })

  test('leaves a shorter life as it is', async () => {
    const { project, clock } = await projectWithClock(eightHours)
    const { id } = await createPerson(project)
    const session = await start(project, id, { expires_in_millis: 60 * minute })
    clock.now += 60 * minute
    expect(await refresh(project, session)).toMatchObject(sessionEnded)
  })

  test('that is shortened reaches sessions that are live, in everything that looks at them', async () => {
    const { project, clock } = await projectWithClock()
    const user = await project.signUp()
    clock.now += 9 * 60 * minute
    const { access_token } = (await refresh(project, user)).body as { access_token: string }
    const current = { user: { access_token } }
    const rename = () => project.send('PATCH /users/me', { ...current, body: { display_name: 'Ada' } })
    const read = () => project.send('GET /users/me', { ...current, headers: asksForLive })
    for (const answer of [await rename(), await read()]) expect(answer).toMatchObject({ status: 200 })
    expect(await listIds(project, user.user_id)).toEqual([sessionIdOf(user)])

    await configure(project, eightHours)
    for (const answer of [await rename(), await read()]) expect(answer).toMatchObject(tokenExpired)
    expect(await listIds(project, user.user_id)).toEqual([])
    const cli = await project.call('POST /auth/cli')
    const body = { login_code: cli.login_code, refresh_token: user.refresh_token }
    expect(await project.send('POST /auth/cli/complete', { body })).toMatchObject({ status: 400 })
    expect(await refresh(project, user)).toMatchObject(sessionEnded)
  })

  test('is told to webhooks once, when somebody tries to go on, and then a longer one does not bring it back', async () => {
    const { project, clock } = await projectWithClock(eightHours)
    await listenToEvents(project, ['session.ended'])
    const user = await project.signUp()
    clock.now += 500 * minute
    await configure(project, { 'auth.sessions.longestLifeMinutes': 450 })
    // The row has expired as well, as every session does in the end, which is no event.
    expect(await refresh(project, user)).toMatchObject(sessionEnded)
    expect(await endsOf(project)).toEqual([])

    await configure(project, { 'auth.sessions.longestLifeMinutes': null })
    const another = await project.signUp()
    clock.now += 500 * minute
    await configure(project, eightHours)
    const { succeeded } = await race(4, () => refresh(project, another))
    for (const answer of succeeded) expect(answer).toMatchObject(sessionEnded)
    expect(await endsOf(project)).toMatchObject([{ id: sessionIdOf(another), reason: 'longest_life' }])
    await configure(project, { 'auth.sessions.longestLifeMinutes': null })
    expect(await refresh(project, another)).toMatchObject(sessionEnded)
  })
})

describe('inactivity', () => {
  const halfAnHour = { 'auth.sessions.inactivityMinutes': 30 }

  // ASVS 7.3.1
  test('ends a session that is not refreshed for this long, and a refresh starts the time again', async () => {
    const { project, clock } = await projectWithClock(halfAnHour)
    await listenToEvents(project, ['session.ended'])
    const user = await project.signUp()
    for (let round = 0; round < 3; round++) {
      clock.now += 30 * minute - 1
      expect(await refresh(project, user)).toMatchObject({ status: 200 })
    }
    clock.now += 30 * minute
    expect(await listIds(project, user.user_id)).toEqual([])
    expect(await project.send('GET /users/me', { user, headers: asksForLive })).toMatchObject(tokenExpired)
    expect(await refresh(project, user)).toMatchObject(sessionEnded)
    expect(await endsOf(project)).toMatchObject([{ id: sessionIdOf(user), reason: 'inactivity' }])
  })

  test('is never shorter than two lives of an access token, because clients refresh no sooner', async () => {
    const { project, clock } = await projectWithClock(halfAnHour, { accessTokenSeconds: 3600 })
    const user = await project.signUp()
    clock.now += 120 * minute - 1
    expect(await refresh(project, user)).toMatchObject({ status: 200 })
    clock.now += 120 * minute
    expect(await refresh(project, user)).toMatchObject(sessionEnded)
  })

  test('that ended a session is no second event when the user is deleted', async () => {
    const { project, clock } = await projectWithClock(halfAnHour)
    await listenToEvents(project, ['session.ended'])
    const { user_id } = await project.signUp()
    clock.now += 30 * minute
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id } })
    expect(await endsOf(project)).toEqual([])
  })

  test('of another project ends nothing here', async () => {
    const { project, clock } = await projectWithClock()
    const strict = await createTestProject(project.server, halfAnHour)
    const [user, other] = [await project.signUp(), await strict.signUp()]
    clock.now += 40 * minute
    expect(await refresh(project, user)).toMatchObject({ status: 200 })
    expect(await refresh(strict, other)).toMatchObject(sessionEnded)
  })
})

describe('the number of sessions per user', () => {
  const atMost = (count: number) => ({ 'auth.sessions.maxPerUser': count })

  // ASVS 7.1.2
  test('ends the one that was used longest ago, is audited and told to webhooks before the new one', async () => {
    const { project, clock } = await projectWithClock(atMost(2))
    await listenToEvents(project, ['session.created', 'session.ended'])
    const first = await project.signUp()
    const id = first.user_id
    clock.now += minute
    const second = await start(project, id)
    clock.now += minute
    await refresh(project, first)
    const third = await start(project, id)

    expect(await listIds(project, id)).toEqual([first, third].map(sessionIdOf).sort())
    expect(await refresh(project, second)).toMatchObject(sessionEnded)
    expect((await listEvents(project, 'session.')).slice(-2)).toMatchObject([
      { type: 'session.ended', data: { id: sessionIdOf(second), user_id: id, reason: 'too_many_sessions' } },
      { type: 'session.created', data: { id: sessionIdOf(third), user_id: id } },
    ])
    expect(await listAuditEntries(project, 'session.revoked')).toMatchObject([
      {
        actor_type: 'system',
        target_type: 'user',
        target_id: id,
        details: { session_id: sessionIdOf(second), reason: 'too_many_sessions' },
      },
    ])
  })

  test('leaves exactly one of ten sign-ins at once on two nodes', async () => {
    const project = await testProject(atMost(1))
    const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
    const signedUp = await project.signUp()
    const body = { email: signedUp.email, password: signedUp.password }
    const { succeeded, failed } = await race(10, (index) =>
      (index % 2 ? project : secondNode).call('POST /auth/password/sign-in', { body }),
    )
    expect(failed).toEqual([])
    const live = await listSessions(project, signedUp.user_id)
    expect(live).toHaveLength(1)
    const answers = await Promise.all(succeeded.map((session) => refresh(project, session)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('never leaves a user without any, while ten sign in and all refresh', async () => {
    const project = await testProject(atMost(1))
    const { id } = await createPerson(project)
    const count = async () => (await listSessions(project, id)).length
    const { succeeded, failed } = await race(10, async () => {
      const session = await start(project, id)
      const { status } = await refresh(project, session)
      return { status, live: await count() }
    })
    expect(failed).toEqual([])
    for (const { status, live } of succeeded) {
      expect([200, 401]).toContain(status)
      expect(live).toBe(1)
    }
  })

  test('that is lowered ends the others at the next sign-in', async () => {
    const { project, clock } = await projectWithClock()
    const { id } = await createPerson(project)
    for (let count = 0; count < 5; count++) {
      clock.now += minute
      await start(project, id)
    }
    await configure(project, atMost(3))
    expect(await listSessions(project, id)).toHaveLength(6)
    const kept = (await listSessions(project, id)).slice(0, 2).map((session) => session.id)
    const newest = await start(project, id)
    expect(await listIds(project, id)).toEqual([...kept, sessionIdOf(newest)].sort())
  })

  test('counts no sign-in as the user, and no owner who does so ends a session', async () => {
    const project = await testProject(atMost(1))
    const user = await project.signUp()
    const impersonation = await start(project, user.user_id, { is_impersonation: true })
    expect(await refresh(project, user)).toMatchObject({ status: 200 })
    const { email, password } = user
    const again = await project.call('POST /auth/password/sign-in', { body: { email, password } })
    for (const session of [impersonation, again]) expect(await refresh(project, session)).toMatchObject({ status: 200 })
    expect(await refresh(project, user)).toMatchObject(sessionEnded)
  })

  test('is counted per user, and ends nobody else’s sessions', async () => {
    const project = await testProject(atMost(1))
    const others = [await project.signUp(), await (await testProject()).signUp()] as const
    await project.signUp()
    expect(await refresh(project, others[0])).toMatchObject({ status: 200 })
  })

  test('ends none if the sign-in fails', async () => {
    const project = await testProject(atMost(1))
    const user = await project.signUp()
    const { email } = user
    expect(
      await project.send('POST /auth/password/sign-in', { body: { email, password: 'wrong horse' } }),
    ).toMatchObject({
      status: 400,
    })
    expect(await refresh(project, user)).toMatchObject({ status: 200 })
  })
})

test('a sign-in and a refresh take as many statements with all rules as with none', async () => {
  const rules = {
    'auth.sessions.longestLifeMinutes': 480,
    'auth.sessions.inactivityMinutes': 60,
    'auth.sessions.maxPerUser': 1,
  }
  const counts: number[][] = []
  for (const settings of [{}, rules]) {
    const project = await testProject(settings)
    const { email, password } = await project.signUp()
    await project.call('POST /auth/password/sign-in', { body: { email, password } })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const count = () => query.mock.calls.splice(0).filter((call) => JSON.stringify(call[0]).includes(project.id)).length
    const session = await project.call('POST /auth/password/sign-in', { body: { email, password } })
    const ofSignIn = count()
    await refresh(project, session)
    counts.push([ofSignIn, count()])
    query.mockRestore()
  }
  expect(counts[1]).toEqual(counts[0])
})

test.each([
  ['longestLifeMinutes', 14],
  ['longestLifeMinutes', 525_601],
  ['inactivityMinutes', 29],
  ['inactivityMinutes', 30.5],
  ['maxPerUser', 0],
  ['maxPerUser', 1001],
])('the setting %s cannot be %d', async (name, value) => {
  const project = await testProject()
  const body = { config_override_string: JSON.stringify({ [`auth.sessions.${name}`]: value }) }
  expect(await project.send('PATCH /internal/config/override', { as: 'admin', body })).toMatchObject({
    status: 400,
    body: expect.stringContaining(`auth.sessions.${name}`),
  })
})

async function approveCommandLine(
  project: TestProject,
  { refresh_token }: Pick<Person, 'refresh_token'>,
): Promise<Tokens> {
  const { login_code, polling_code } = await project.call('POST /auth/cli')
  await project.call('POST /auth/cli/complete', { body: { login_code, refresh_token } })
  const polled = await project.call('POST /auth/cli/poll', { body: { polling_code } })
  return { access_token: '', refresh_token: (polled as { refresh_token: string }).refresh_token }
}
