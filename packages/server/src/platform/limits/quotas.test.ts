import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { newEmail, openEmailServer, separateServer, type TestEmail, type TestServer } from '../../testing/index.ts'
import { createTestProject, projectWithKeys, type TestProject } from '../../testing/project.ts'
import { internalKeys } from '../../testing/server.ts'
import { openWebhookReceiver, runDeliveries, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import type { QuotaLimits, WindowQuota } from './rules.ts'

const none: QuotaLimits = {
  users: 0,
  requestsPerMinute: 0,
  emailsPerDay: 0,
  metadataMegabytesPerDay: 0,
  webhooksPerHour: 0,
}
const timeout = 60_000
const asServer = { as: 'server' as const }
const asAdmin = { as: 'admin' as const }
const withQuotas = (quotas: Partial<QuotaLimits>) => ({ rateLimits: true, quotas: { ...none, ...quotas } })
const openServer = (quotas: Partial<QuotaLimits>) => separateServer({ config: withQuotas(quotas) })

/** As if the window had ended. */
const endWindow = ({ platform }: TestServer, quota: WindowQuota, projectId: string) =>
  sql`UPDATE rate_limits SET expire = 0 WHERE key = ${`quota:${quota}:${projectId}`}`.execute(platform.db)

describe('a project with as many users as it may have', () => {
  const signUpWays = {
    'with a password': ({ send }: TestProject) =>
      send('POST /auth/password/sign-up', {
        body: {
          email: newEmail(),
          password: 'correct horse battery',
          verification_callback_url: 'http://localhost:3000',
        },
      }),
    anonymously: ({ send }: TestProject) => send('POST /auth/anonymous/sign-up'),
  }
  let server: TestServer
  beforeAll(async () => {
    server = await openServer({ users: 2 })
  })

  async function fullProject(): Promise<TestProject> {
    const project = await createTestProject(server)
    await project.call('POST /users', { ...asServer, body: {} })
    await project.call('POST /users', { ...asServer, body: { is_anonymous: true } })
    return project
  }

  test.each(Object.entries(signUpWays))('gets no more of them %s, and others do', async (_, signUp) => {
    const project = await fullProject()
    expect(await signUp(project)).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    expect(await signUp(await createTestProject(server))).toMatchObject({ status: 200 })
  })

  test('is told why by the server API, and has room again after a deletion', async () => {
    const project = await fullProject()
    const refusal = await project.send('POST /users', { ...asServer, body: {} })
    expect(refusal).toMatchObject({ status: 403, body: 'This project has reached its quota of 2 users.' })
    const { items } = await project.call('GET /users', asServer)
    await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: items[0]!.id } })
    await project.call('POST /users', { ...asServer, body: {} })
  })

  test('lets an anonymous user become a regular one', async () => {
    const project = await createTestProject(server)
    await project.call('POST /users', { ...asServer, body: {} })
    const user = await project.call('POST /auth/anonymous/sign-up')
    const headers = { 'x-stack-allow-anonymous-user': 'true' }
    const body = {
      email: newEmail(),
      password: 'correct horse battery',
      verification_callback_url: 'http://localhost:3000',
    }
    const upgraded = await project.call('POST /auth/password/sign-up', { user, headers, body })
    expect(upgraded.user_id).toBe(user.user_id)
  })
})

describe('requests', () => {
  const ask = (project: TestProject) => project.send('GET /projects/current')

  test('are refused with the seconds to wait, for this project only', async () => {
    const server = await openServer({ requestsPerMinute: 5 })
    const project = await createTestProject(server)
    const statuses = []
    for (let round = 0; round < 8; round++) statuses.push((await ask(project)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refusal = await ask(project)
    expect(refusal.body).toMatch(/^This project has used up its quota of requests\. Please try again in \d+ seconds\.$/)
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(await createTestProject(server))).status).toBe(200)
    expect((await ask(projectWithKeys(server, 'internal', internalKeys))).status).toBe(200)
  })

  test('of other nodes count as soon as they are shared', async () => {
    const [first, second] = [await openServer({ requestsPerMinute: 5 }), await openServer({ requestsPerMinute: 5 })]
    const project = await createTestProject(first)
    for (let round = 0; round < 5; round++) await ask(project)
    const elsewhere = projectWithKeys(second, project.id, project.keys)
    expect((await ask(elsewhere)).status).toBe(200)
    await expect.poll(async () => (await ask(elsewhere)).status, { timeout, interval: 1000 }).toBe(429)
  })
})

test('metadata is refused when a megabyte has been written in a day, for this project only', async () => {
  const server = await openServer({ metadataMegabytesPerDay: 1 })
  const project = await createTestProject(server)
  const { id } = await project.call('POST /users', { ...asServer, body: {} })
  const team = await project.call('POST /teams', { ...asServer, body: { display_name: 'Team' } })
  const params = { user_id: id, team_id: team.id }
  const metadata = 'x'.repeat(249_000)
  const write = (route: string, body: object) => project.send(route, { ...asServer, params, body })
  const statuses = [
    await write('PATCH /users/{user_id}', { client_metadata: metadata, server_metadata: metadata }),
    await write('PATCH /teams/{team_id}', { client_read_only_metadata: metadata }),
    await write('POST /users', { server_metadata: metadata }),
    await write('POST /teams', { display_name: 'Other', client_metadata: metadata }),
    await write('PATCH /users/{user_id}', { client_metadata: 1 }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 201, 429, 429])
  expect((await write('PATCH /users/{user_id}', { display_name: 'Ada', client_metadata: null })).status).toBe(200)
  const other = await createTestProject(server)
  await other.call('POST /users', { ...asServer, body: { client_metadata: metadata } })
})

/** With a database of its own, because the projects of others would be nearer to their quotas. */
describe('on one server', () => {
  let emailServer: TestEmail
  beforeAll(async () => {
    emailServer = await openEmailServer(inject('databaseUrl'), {
      config: withQuotas({ emailsPerDay: 2, users: 4, metadataMegabytesPerDay: 1 }),
    })
  })
  afterAll(() => emailServer.close())

  test('emails wait until the next day, for this project only', async () => {
    const settings = { 'auth.otp.allowSignIn': true }
    const project = await createTestProject(emailServer.server, settings)
    const other = await createTestProject(emailServer.server, settings)
    const sendCode = async ({ call }: TestProject) => {
      const email = newEmail()
      await call('POST /auth/otp/send-sign-in-code', {
        body: { email, callback_url: 'http://localhost:3000/callback' },
      })
      return email
    }
    for (let round = 0; round < 2; round++) await emailServer.waitForEmail(await sendCode(project))
    await sendCode(project)
    const hoursToWait = async () => {
      const { rows } = await sql<{ hours: number }>`
        SELECT extract(epoch FROM next_attempt_at - now())::float8 / 3600 AS hours
        FROM outgoing_emails WHERE project_id = ${project.id}`.execute(emailServer.server.platform.db)
      return rows.map(({ hours }) => Math.round(hours))
    }
    await expect.poll(hoursToWait, { timeout }).toEqual([24])
    await emailServer.waitForEmail(await sendCode(other))
  })

  test('whoever runs the server sees which projects are nearest to their quotas', async () => {
    const project = await createTestProject(emailServer.server)
    for (let round = 0; round < 4; round++) {
      await project.call('POST /users', { ...asServer, body: { client_metadata: 'x'.repeat(100_000 - 2) } })
    }
    const { usage } = await projectWithKeys(emailServer.server, 'internal', internalKeys).call(
      'GET /internal/server',
      asAdmin,
    )
    const own = usage?.filter(({ project_id }) => project_id === project.id)
    const named = { project_id: project.id, display_name: 'Test project' }
    expect(own).toEqual([
      { ...named, quota: 'users', used: 4, limit: 4 },
      { ...named, quota: 'metadata', used: 400, limit: 1000 },
    ])
  })
})

describe('webhooks', () => {
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = await openWebhookReceiver()
  })
  afterEach(() => receiver.close())

  test('wait until the next hour and are then delivered, for this project only', async () => {
    const server = await openServer({ webhooksPerHour: 3 })
    const change = async (project: TestProject, times: number) => {
      const body = { url: receiver.url }
      const endpoint = await project.call('POST /internal/webhook-endpoints', { ...asAdmin, body })
      for (let round = 0; round < times; round++) await project.call('POST /users', { ...asServer, body: {} })
      return endpoint.id
    }
    const [project, other] = [await createTestProject(server), await createTestProject(server)]
    const endpointId = await change(project, 5)
    await runDeliveries(server.platform, project, endpointId)
    await runDeliveries(server.platform, project, endpointId)
    expect(receiver.received).toHaveLength(3)
    await runDeliveries(server.platform, other, await change(other, 1))
    expect(receiver.received).toHaveLength(4)

    await endWindow(server, 'webhooks', project.id)
    const { platform } = await openServer({ webhooksPerHour: 3 })
    await runDeliveries(platform, project, endpointId)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6)
  })
})
