import { randomBytes } from 'node:crypto'
import os, { hostname } from 'node:os'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { createDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer, testSecret } from '../../testing/index.ts'
import { createTestProject, projectWithKeys, type TestProject } from '../../testing/project.ts'
import { createPerson, type Person } from '../../testing/world.ts'
import { reencrypt } from '../reencryption/reencrypt.ts'

const newSecret = 'the secret that replaces the one for tests'
const [oldKey] = createSecrets(testSecret).keyIds
const [newKey] = createSecrets(newSecret).keyIds

async function openDatabase() {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  return async (secret: string, formerSecrets: string[] = []): Promise<TestServer> => {
    const server = await openTestServer(database.url, { secret, config: { formerSecrets } })
    onTestFinished(() => server.close())
    return server
  }
}

/** Sets up a second factor, whose secret is encrypted. */
async function encryptSomething(project: TestProject, user: Person): Promise<number> {
  const body = { totp_secret_base64: randomBytes(20).toString('base64') }
  return (await project.send('PATCH /users/me', { user, body })).status
}

const readinessOf = async (server: TestServer) => {
  const response = await server.fetch('/ready')
  return { status: response.status, body: await response.json() }
}

test('a server refuses to start beside one that cannot read what it would encrypt', async () => {
  const open = await openDatabase()
  const old = await open(testSecret)
  const sentence = `The server ${hostname()} does not have the key ${newKey} of this server's LATCHKEY_SECRET`
  await expect(open(newSecret, [testSecret])).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(sentence),
  })
  expect(await readinessOf(old)).toEqual({ status: 200, body: { status: 'ready' } })
  await old.close()
  await open(newSecret, [testSecret])
})

test('a server refuses to start beside one that encrypts with a key it does not have', async () => {
  const open = await openDatabase()
  await (await open(testSecret)).close()
  const running = await open(newSecret, [testSecret])
  const sentence = `The server ${hostname()} encrypts with the key ${newKey}, which this server does not have`
  await expect(open(testSecret)).rejects.toThrow(sentence)
  await running.close()
  await open(testSecret)
})

test('a server that ended without a word is forgotten after a while', async () => {
  const open = await openDatabase()
  const killed = await open(testSecret)
  const { db } = killed.platform
  await sql`UPDATE nodes SET last_seen_at = now() - interval '89 seconds'`.execute(db)
  await expect(open(newSecret, [testSecret])).rejects.toThrow('it is forgotten after 90 seconds')
  await sql`UPDATE nodes SET last_seen_at = now() - interval '91 seconds'`.execute(db)
  await open(newSecret, [testSecret])
})

test('of two servers that do not fit and start at once, only one starts', async () => {
  const open = await openDatabase()
  await (await open(testSecret)).close()
  const third = 'a third secret that is long enough as well'
  const starts = await Promise.allSettled([open(newSecret, [testSecret]), open(third, [testSecret])])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the secret is replaced on one server after the other', async () => {
  const open = await openDatabase()
  const servers = [await open(testSecret), await open(testSecret)]
  const project = await createTestProject(servers[0]!)
  const check = async () => {
    for (const server of servers) {
      expect((await readinessOf(server)).status).toBe(200)
      const here = projectWithKeys(server, project.id, project.keys)
      expect(await encryptSomething(here, await createPerson(here))).toBe(200)
    }
  }
  const restartEach = async (secret: string, formerSecrets: string[] = []) => {
    for (const index of servers.keys()) {
      await servers[index]!.close()
      servers[index] = await open(secret, formerSecrets)
      await check()
    }
  }
  await restartEach(testSecret, [newSecret])
  // Too early, and without harm.
  await reencrypt(servers[0]!.platform.db, servers[0]!.platform.secrets)
  await restartEach(newSecret, [testSecret])
  await reencrypt(servers[0]!.platform.db, servers[0]!.platform.secrets)
  await restartEach(newSecret)
})

test('a server that was left behind encrypts nothing with a secret that the others have dropped', async () => {
  const open = await openDatabase()
  const leftBehind = await open(testSecret, [newSecret])
  const project = await createTestProject(leftBehind)
  const person = await createPerson(project)
  const { db } = leftBehind.platform
  // It hangs for so long that the others count it as gone.
  await sql`UPDATE nodes SET last_seen_at = now() - interval '2 minutes'`.execute(db)
  const next = await open(newSecret, [testSecret])
  await reencrypt(next.platform.db, next.platform.secrets)
  await next.close()
  const last = await open(newSecret)

  // It looks at the others as soon as its connection is back.
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'latchkey listener'`.execute(last.platform.db)
  await expect
    .poll(() => readinessOf(leftBehind))
    .toMatchObject({
      status: 503,
      body: { status: 'keys do not fit', reason: expect.stringContaining(`(key ${oldKey}) was replaced`) },
    })
  expect(await encryptSomething(project, person)).toBe(503)
  const viaLast = projectWithKeys(last, project.id, project.keys)
  expect((await viaLast.send('GET /users/{user_id}', { as: 'server', params: { user_id: person.id } })).status).toBe(
    200,
  )
  await expect.poll(() => readinessOf(last)).toMatchObject({ status: 200 })
  expect(await encryptSomething(viaLast, await createPerson(viaLast))).toBe(200)
})

test('a server that slept looks at the others before it encrypts again', async () => {
  const open = await openDatabase()
  const server = await open(testSecret)
  const project = await createTestProject(server)
  const person = await createPerson(project)
  const uptime = os.uptime() + 61
  const slept = vi.spyOn(os, 'uptime').mockImplementation(() => uptime)
  onTestFinished(() => slept.mockRestore())
  expect(await encryptSomething(project, person)).toBe(503)
  await expect.poll(() => encryptSomething(project, person)).toBe(200)
})
