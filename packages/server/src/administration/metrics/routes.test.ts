import { expect, test } from 'vitest'
import { createHousekeeping } from '../../housekeeping.ts'
import { race, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { createTestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const day = 24 * 3600 * 1000
const read = (project: TestProject, include_anonymous?: 'true' | 'false') =>
  project.call('GET /internal/metrics', { as: 'admin', query: include_anonymous ? { include_anonymous } : {} })
const sortedMethods = ({ login_methods }: { login_methods: { method: string; count: number }[] }) =>
  Object.fromEntries(login_methods.map(({ method, count }) => [method, count]))
const browser = { 'user-agent': 'Mozilla/5.0' }

test('a project without users has 31 days of zeros', async () => {
  const server = await separateServer({ now: () => new Date('2030-03-31T12:00:00Z') })
  const metrics = await read(await createTestProject(server))
  expect(metrics).toMatchObject({
    total_users: 0,
    users_by_country: {},
    recently_registered: [],
    recently_active: [],
    login_methods: [],
  })
  for (const days of [metrics.daily_users, metrics.daily_active_users]) {
    expect(days).toHaveLength(31)
    expect(days.every(({ activity }) => activity === 0)).toBe(true)
  }
  expect(metrics.daily_users.at(-1)!.date).toBe('2030-03-31')
  expect(metrics.daily_users[0]!.date).toBe('2030-03-01')
})

test('sign-ups are counted on their day, and deleting a user takes them back', async () => {
  let now = Date.parse('2031-03-01T23:59:59Z')
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server)
  await createPerson(project)
  now += 2_000
  const [second, third] = [await createPerson(project), await createPerson(project)]
  await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: third.id } })
  const metrics = await read(project)
  expect(metrics.total_users).toBe(2)
  expect(metrics.daily_users.slice(-2)).toEqual([
    { date: '2031-03-01', activity: 1 },
    { date: '2031-03-02', activity: 1 },
  ])
  expect(metrics.recently_registered[0]).toMatchObject({ id: second.id })
})

test('everyone is active once a day, when they get an access token', async () => {
  let now = Date.parse('2032-03-01T12:00:00Z')
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server)
  await project.call('POST /users', { ...asServer, body: { display_name: 'Never signed in' } })
  const [ada, bob] = [await createPerson(project), await createPerson(project)]
  const refresh = ({ refresh_token }: { refresh_token: string }) =>
    project.call('POST /auth/sessions/current/refresh', {
      headers: { 'x-stack-refresh-token': refresh_token },
    } as never)
  now += 1_000
  await refresh(ada)
  expect((await read(project)).recently_active.map(({ id }) => id)).toEqual([ada.id, bob.id])
  now += day
  await refresh(bob)
  await refresh(bob)
  const metrics = await read(project)
  expect(metrics.daily_active_users.slice(-2).map(({ activity }) => activity)).toEqual([2, 1])
  expect(metrics.recently_active.map(({ id }) => id)).toEqual([bob.id, ada.id])
  await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: bob.id } })
  const later = await read(project)
  expect(later.recently_active.map(({ id }) => id)).toEqual([ada.id])
  expect(later.daily_active_users.slice(-2).map(({ activity }) => activity)).toEqual([2, 1])
})

test('a deleted user is replaced by the next one in the list', async () => {
  const project = await testProject()
  const people = []
  for (let count = 0; count < 7; count++) people.push(await createPerson(project))
  for (const { id } of people.slice(-2)) {
    await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: id } })
  }
  const left = people.slice(0, 5).map(({ id }) => id)
  expect((await read(project)).recently_active.map(({ id }) => id)).toEqual(left.reverse())
})

test('the lists have five users at most, the newest first, as servers see them', async () => {
  const project = await testProject()
  const people = []
  for (let count = 0; count < 6; count++) people.push(await createPerson(project))
  const { recently_registered, recently_active } = await read(project)
  const newest = people
    .map(({ id }) => id)
    .reverse()
    .slice(0, 5)
  expect(recently_active.map(({ id }) => id)).toEqual(newest)
  expect(recently_registered.map(({ id }) => id).sort()).toHaveLength(5)
  const user = await project.call('GET /users/{user_id}', { ...asServer, params: { user_id: newest[0]! } })
  expect(recently_active[0]).toEqual(user)
})

test('users are counted in the country they were seen in last', async () => {
  const server = await separateServer({ config: { trustedProxies: ['127.0.0.1'] } })
  const project = await createTestProject(server)
  const [ada, bob] = [await createPerson(project), await createPerson(project)]
  const refresh = ({ refresh_token }: { refresh_token: string }, headers: Record<string, string>) =>
    project.call('POST /auth/sessions/current/refresh', {
      headers: { 'x-stack-refresh-token': refresh_token, ...headers },
    } as never)
  const countries = async () => (await read(project)).users_by_country
  await refresh(ada, { ...browser, 'cf-ipcountry': 'DE', 'cf-connecting-ip': '203.0.113.7' })
  await refresh(bob, { ...browser, 'x-vercel-ip-country': 'FR' })
  expect(await countries()).toEqual({ DE: 1, FR: 1 })
  await refresh(bob, { ...browser, 'cf-ipcountry': 'de' })
  expect(await countries()).toEqual({ DE: 2 })
  await refresh(bob, { ...browser, 'cf-ipcountry': 'XX' })
  await refresh(ada, { 'user-agent': 'curl', 'cf-ipcountry': 'US' })
  expect(await countries()).toEqual({ DE: 2 })
  await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: ada.id } })
  expect(await countries()).toEqual({ DE: 1 })
})

test('ways to sign in are counted as they come and go', async () => {
  const github = { type: 'github', allowSignIn: true, allowConnectedAccounts: true }
  const project = await testProject({ 'auth.otp.allowSignIn': true, 'auth.oauth.providers.github': github })
  const { user_id } = await project.signUp()
  const params = { user_id }
  const change = (body: { password?: string | null; otp_auth_enabled?: boolean }) =>
    project.call('PATCH /users/{user_id}', { ...asServer, params, body })
  expect(sortedMethods(await read(project))).toEqual({ password: 1 })
  await change({ otp_auth_enabled: true })
  const body = { user_id, provider_config_id: 'github', account_id: '1', allow_connected_accounts: true }
  const link = await project.call('POST /oauth-providers', { ...asServer, body: { ...body, allow_sign_in: true } })
  await project.call('POST /oauth-providers', { ...asServer, body: { ...body, account_id: '2', allow_sign_in: false } })
  expect(sortedMethods(await read(project))).toEqual({ password: 1, otp: 1, github: 1 })
  await change({ password: null })
  await project.call('PATCH /oauth-providers/{user_id}/{id}', {
    ...asServer,
    params: { user_id, id: link.id },
    body: { allow_sign_in: false },
  })
  expect(sortedMethods(await read(project))).toEqual({ otp: 1 })
  await project.call('DELETE /users/{user_id}', { ...asServer, params })
  expect(sortedMethods(await read(project))).toEqual({})
})

test('anonymous users count only on request, and like all others once they have signed up', async () => {
  const project = await testProject()
  const anonymous = await createPerson(project, { isAnonymous: true })
  const summary = async (include?: 'true') => {
    const { total_users, daily_users, daily_active_users, recently_active } = await read(project, include)
    return [total_users, daily_users.at(-1)!.activity, daily_active_users.at(-1)!.activity, recently_active.length]
  }
  expect(await summary()).toEqual([0, 0, 0, 0])
  expect(await summary('true')).toEqual([1, 1, 1, 1])
  const params = { user_id: anonymous.id }
  await project.call('PATCH /users/{user_id}', { ...asServer, params, body: { is_anonymous: false } } as never)
  expect(await summary()).toEqual([1, 1, 1, 1])
  expect(await summary('true')).toEqual([1, 1, 1, 1])
})

test('no sign-up is lost when many are concurrent', async () => {
  const project = await testProject()
  const { failed } = await race(30, () => createPerson(project))
  expect(failed).toEqual([])
  const { total_users, daily_active_users } = await read(project)
  // Midnight may have passed between the first and the last.
  const active = daily_active_users.slice(-2).reduce((sum, { activity }) => sum + activity, 0)
  expect([total_users, active]).toEqual([30, 30])
})

test('daily metrics are deleted after the days they are kept for', async () => {
  const project = await testProject()
  await createPerson(project)
  const { platform } = project.server
  await platform.db
    .updateTable('metric_counters')
    .set({ key: new Date(Date.now() - 401 * day).toISOString().slice(0, 10) })
    .where('project_id', '=', project.id)
    .where('name', '=', 'sign-ups')
    .execute()
  await createHousekeeping(platform)['clean-up']({}, firstAttempt)
  const rows = await platform.db
    .selectFrom('metric_counters')
    .select('name')
    .where('project_id', '=', project.id)
    .execute()
  expect(rows.map(({ name }) => name).sort()).toEqual(['active', 'active-month', 'active-week', 'sessions', 'users'])
})
