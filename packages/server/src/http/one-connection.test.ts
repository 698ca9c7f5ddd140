import { routes } from '@latchkey/contract'
import { beforeAll, expect, test } from 'vitest'
import { rows } from '../testing/authorization/rows.ts'
import { separateServer, testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import { projectWithKeys } from '../testing/project.ts'
import { ReusedWorld } from '../testing/reused-world.ts'
import type { TestServer } from '../testing/server.ts'
import { createWorld } from '../testing/world.ts'

/** A server that can do one thing at a time in the database. */
let narrow: TestServer
const worlds = new ReusedWorld(async () => createWorld(await testServer()))

beforeAll(async () => {
  narrow = await separateServer({ pool: { maxConnections: 1 } })
})

// A request that waits for a second connection while holding one never ends once all are held that way.
test.each(Object.keys(routes) as (keyof typeof routes)[])('%s needs one connection at a time', async (route) => {
  for (const as of ['client', 'admin'] as const) {
    for (const who of ['anonymous', 'person'] as const) {
      const world = await worlds.get(rows[route].prepare)
      const project = projectWithKeys(narrow, world.project.id, world.project.keys)
      const headers = { 'x-stack-allow-anonymous-user': 'true' }
      const request = { ...minimalRequests[route](world), as, user: world[who], headers }
      const answer = await project.send(route, request)
      worlds.noteResponse(route, answer)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    }
  }
})
