import { routes } from '@latchkey/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, execute } from '../../testing/database.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import { openTestServer } from '../../testing/server.ts'
import { createWorld } from '../../testing/world.ts'

type RouteId = keyof typeof routes

const reads = (Object.keys(routes) as RouteId[]).filter(
  (route) => (route.startsWith('GET ') && routes[route].response !== 'events') || route.endsWith('api-keys/check'),
)

// As during a rolling upgrade, in which the first server of the newer version migrates the database of the others.
test('reads work as before when a newer version has added a column to every table', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(database.drop)
  // With one connection, every statement is run again where it was prepared.
  const server = await openTestServer(database.url, { pool: { maxConnections: 1 } })
  onTestFinished(server.close)
  const world = await createWorld(server)
  const readAll = async () => {
    const statuses: string[] = []
    for (const route of reads) {
      const request = minimalRequests[route](world)
      const { status } = await world.project.send(route, { ...request, as: 'admin', user: world.person })
      statuses.push(`${status} ${route}`)
    }
    return statuses
  }
  // Changes of a project are read again with the same statement.
  const rename = () =>
    world.project.send('PATCH /internal/projects/current', { body: { display_name: 'Renamed' }, as: 'admin' })

  await rename()
  const before = await readAll()
  expect(before.filter((line) => line.startsWith('5'))).toEqual([])
  const { rows } = await execute(
    database.url,
    "SELECT string_agg(format('ALTER TABLE %I ADD COLUMN added_later text', tablename), ';') AS sql FROM pg_tables WHERE schemaname = 'public'",
  )
  await execute(database.url, rows[0].sql)
  await rename()
  expect(await readAll()).toEqual(before)
})
