import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { createTestProject, openTestServer, type TestProject, type TestServer } from '../testing/index.ts'

/** Its tables are locked, which must not hold up other tests. */
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let busy: TestProject
let other: TestProject

beforeAll(async () => {
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url, { pool: { maxConnections: 4 } })
  busy = await createTestProject(server)
  other = await createTestProject(server)
})

function readSomethingElse(project: TestProject) {
  return project.call('GET /contact-channels', { as: 'server', query: {} })
}

afterAll(async () => {
  await server.close()
  await database.drop()
})

test('many slow lists leave connections for other requests, and other projects do not wait for all of them', async () => {
  const finished: string[] = []
  const list = async (project: TestProject, name: string) => {
    await project.call('GET /teams', { as: 'server' })
    finished.push(name)
  }
  const lists: Promise<void>[] = []
  await server.platform.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE teams IN ACCESS EXCLUSIVE MODE`.execute(trx)
    for (let n = 0; n < 20; n++) lists.push(list(busy, 'busy'))
    // A response while the lists wait for the lock.
    await readSomethingElse(busy)
    lists.push(list(other, 'other'))
    await readSomethingElse(other)
  })
  await Promise.all(lists)
  expect(finished.indexOf('other')).toBeLessThan(6)
})

test('a project with too many lists at once is told to try again', async () => {
  const responses: Promise<{ status: number; headers: Headers; body: unknown }>[] = []
  await server.platform.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE teams IN ACCESS EXCLUSIVE MODE`.execute(trx)
    for (let n = 0; n < 260; n++) responses.push(busy.send('GET /teams', { as: 'server' }))
    const refused = await Promise.race(responses)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.body).toMatch(/^Too many lists and searches at once/)
  })
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(250)
})
