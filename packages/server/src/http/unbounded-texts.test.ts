import { randomBytes } from 'node:crypto'
import { type RouteDefinition, routes, schemaFor } from '@latchkey/contract'
import { expect, test } from 'vitest'
import { fieldPaths, withValueAt } from '../testing/hostile-requests.ts'
import { testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import type { RawCall, WireResponse } from '../testing/project.ts'
import { ReusedWorld } from '../testing/reused-world.ts'
import { createWorld } from '../testing/world.ts'
import { validatePart } from './validate.ts'

type RouteName = keyof typeof routes

const worlds = new ReusedWorld(async () => createWorld(await testServer()))
const routeNames = Object.keys(routes) as RouteName[]

/** An index of the database refuses a text of this length, unless it can be compressed. */
const long = randomBytes(8_000).toString('hex')
const longTexts = [long, `${long}@example.com`, `https://example.com/${long}`, Buffer.from(long).toString('base64')]

async function send(route: RouteName, change: (minimal: RawCall) => RawCall): Promise<WireResponse> {
  const world = await worlds.get()
  const minimal: RawCall = minimalRequests[route](world)
  const answer = await world.project.send(route, { as: 'admin', user: world.person, ...change(minimal) })
  worlds.noteResponse(route, answer)
  return answer
}

test.each(routeNames)('%s stores no text that is too long for an index', async (route) => {
  const definition: RouteDefinition = routes[route]
  for (const part of ['params', 'query', 'body'] as const) {
    for (const path of fieldPaths(definition[part])) {
      for (const text of longTexts.filter((each) => isAccepted(definition[part], part, path, each))) {
        const answer = await send(route, (minimal) => ({
          ...minimal,
          [part]: withValueAt((minimal[part] ?? {}) as object, path, text) as never,
        }))
        expect(answer.status, `${part}.${path.join('.')}`).toBeLessThan(500)
      }
    }
  }
})

/** Most fields have a limit in the contract, so there is no need to ask the server. */
function isAccepted(schema: RouteDefinition['body'], part: string, path: string[], text: string): boolean {
  const { problems } = validatePart(part, schemaFor(schema, 'server')!, withValueAt({}, path, text))
  return !problems.some((problem) => problem.startsWith([part, ...path].join('.')))
}

test.each(routeNames)('%s refuses a NUL in its query', async (route) => {
  const definition: RouteDefinition = routes[route]
  for (const name of ['unknown', ...fieldPaths(definition.query).map(([first]) => first!)]) {
    const answer = await send(route, (minimal) => ({ ...minimal, query: { ...minimal.query, [name]: 'a\u0000b' } }))
    expect(answer.status, name).toBe(400)
  }
})
