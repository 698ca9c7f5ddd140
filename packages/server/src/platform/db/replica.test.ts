import { type RouteDefinition, routes } from '@latchkey/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { execute } from '../../testing/database.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import { projectWithKeys, type TestProject } from '../../testing/project.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { type Standby, startWithStandby } from '../../testing/standby.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createLog } from '../log.ts'
import { noTelemetry } from '../observability/telemetry.ts'
import { connectReplica } from './replica.ts'

let databases: Standby
let nodes: TestServer[]
let world: World
/** Where each read of a list went. */
let outcomes: unknown[] = []

beforeAll(async () => {
  vi.spyOn(noTelemetry, 'count').mockImplementation((name, attributes) => {
    if (name === 'latchkey.replica.reads' && 'outcome' in attributes) outcomes.push(attributes.outcome)
  })
  databases = await startWithStandby()
  const config = { databaseReplicaUrl: databases.replicaUrl }
  nodes = []
  for (let node = 0; node < 2; node++) nodes.push(await openTestServer(databases.primaryUrl, { config }))
  world = await createWorld(nodes[0]!)
})
afterAll(async () => {
  vi.restoreAllMocks()
  for (const node of nodes ?? []) await node.close()
  await databases?.stop()
})
beforeEach(() => {
  outcomes = []
})

const at = (node: TestServer) => projectWithKeys(node, world.project.id, world.project.keys)
const listIds = async ({ call }: TestProject = world.project) => {
  const { items } = await call('GET /users', { as: 'server' })
  return items.map(({ id }) => id)
}
const addUser = async () => (await world.project.call('POST /users', { as: 'server', body: {} })).id
const readFromReplica = () =>
  vi.waitFor(
    async () => {
      outcomes = []
      await listIds()
      expect(outcomes).toEqual(['replica'])
    },
    { timeout: 60_000, interval: 100 },
  )

const replicated = Object.entries<RouteDefinition>(routes).filter(([, { heavyRead }]) => heavyRead)

test.each(replicated.map(([id]) => id as keyof typeof routes))('%s can be read from the replica', async (route) => {
  expect(route).toMatch(/^GET /)
  await readFromReplica()
  await vi.waitFor(
    async () => {
      outcomes = []
      const { status, body } = await world.project.send(route, { ...minimalRequests[route](world), as: 'admin' })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(outcomes).toEqual(['replica'])
    },
    { timeout: 60_000, interval: 100 },
  )
})

test('everybody sees every change that was acknowledged, on every node', async () => {
  for (let round = 0; round < 30; round++) {
    const id = await addUser()
    expect(await listIds(at(nodes[round % 2]!))).toContain(id)
  }
  expect(outcomes).toHaveLength(30)
  expect(outcomes).toContain('replica')
})

test('a replica that is behind is not read', async () => {
  await execute(databases.replicaSuperuserUrl, 'SELECT pg_wal_replay_pause()')
  try {
    const id = await addUser()
    expect(await listIds()).toContain(id)
    expect(outcomes).toEqual(['behind'])
  } finally {
    await execute(databases.replicaSuperuserUrl, 'SELECT pg_wal_replay_resume()')
  }
  await readFromReplica()
})

test('a replica that is lost costs no request, and is used again once it is back', async () => {
  await readFromReplica()
  databases.killReplica()
  const id = await addUser()
  expect(await listIds()).toContain(id)
  await readFromReplica()
  expect(await listIds()).toContain(id)
})

test('a read that takes too long on the replica is not tried again on the primary', async () => {
  await readFromReplica()
  const replica = connectReplica({
    url: databases.replicaUrl,
    primary: nodes[0]!.platform.db,
    log: createLog({ level: 'silent', isProduction: false }),
    onRead: (outcome) => outcomes.push(outcome),
    pool: { statementMillis: 300 },
  })
  outcomes = []
  const slow = replica.read((db) => sql`SELECT pg_sleep(5)`.execute(db))
  await expect(slow).rejects.toMatchObject({ code: '57014' })
  expect(outcomes).toEqual([])
  await replica.close()
})

test('a primary in place of the replica is not read, because it may be another one', async () => {
  const config = { databaseReplicaUrl: databases.primaryUrl }
  const node = await openTestServer(databases.primaryUrl, { config })
  try {
    await listIds(at(node))
    expect(outcomes).toEqual(['behind'])
  } finally {
    await node.close()
  }
})
