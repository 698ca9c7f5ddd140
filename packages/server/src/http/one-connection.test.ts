import { routes } from '@latchkey/contract'
import { beforeAll, expect, test } from 'vitest'
import { separateServer, testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import { projectWithKeys } from '../testing/project.ts'
import type { TestServer } from '../testing/server.ts'
import { createWorld } from '../testing/world.ts'
import { rows } from './authorization-matrix.rows.ts'

/** A server that can do one thing at a time in the database. */
let narrow: TestServer

beforeAll(async () => {
  narrow = await separateServer({ maxConnections: 1 })
})

// Whoever waits for a second connection while holding one waits for ever once all are held that way.
test.each(Object.keys(routes) as (keyof typeof routes)[])('%s needs one connection at a time', async (route) => {
  for (const as of ['client', 'admin'] as const) {
    const world = await createWorld(await testServer())
    await rows[route].prepare?.(world)
    const project = projectWithKeys(narrow, world.project.id, world.project.keys)
    for (const user of [world.anonymous, world.person]) {
      const headers = { 'x-stack-allow-anonymous-user': 'true' }
      const { status, body } = await project.send(route, { ...minimalRequests[route](world), as, user, headers })
      expect(status, JSON.stringify(body)).toBeLessThan(500)
    }
  }
})
