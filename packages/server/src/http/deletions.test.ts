import { routes } from '@latchkey/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectDocumentedAnswer } from '../testing/documented-answer.ts'
import { race, separateServer, testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import type { TestServer } from '../testing/server.ts'
import { createWorld } from '../testing/world.ts'
import { rows } from './authorization-matrix.rows.ts'

const routeNames = Object.keys(routes) as (keyof typeof routes)[]
const writes = routeNames.filter((route) => !route.startsWith('GET'))

let forgetfulNode: TestServer

beforeAll(async () => {
  forgetfulNode = await separateServer({})
})

test.each(routeNames)('%s does not fail on a node that has not heard of the end of the project', async (route) => {
  const world = await createWorld(forgetfulNode)
  await rows[route].prepare?.(world)
  const { db, projects } = forgetfulNode.services
  const { find } = projects
  const remembered = await find(world.project.id)
  await db.deleteFrom('projects').where('id', '=', world.project.id).execute()
  try {
    Object.assign(projects, { find: async () => remembered })
    for (const as of ['client', 'server', 'admin'] as const) {
      for (const user of [undefined, world.person]) {
        const request = { ...minimalRequests[route](world), as, user }
        expectDocumentedAnswer(await world.project.send(route, request))
      }
    }
  } finally {
    Object.assign(projects, { find })
  }
})

test.each(writes)('%s against the deletion of its user fails in no unexpected way', async (route) => {
  const world = await createWorld(await testServer())
  await rows[route].prepare?.(world)
  const { project, person } = world
  const { succeeded } = await race(7, (index) =>
    index === 3
      ? project.send('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })
      : project.send(route, { ...minimalRequests[route](world), as: 'admin', user: person }),
  )
  expect(succeeded).toHaveLength(7)
  for (const answer of succeeded) expectDocumentedAnswer(answer)
})
