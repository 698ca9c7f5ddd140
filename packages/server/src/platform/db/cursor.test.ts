import { isByAccess, type RouteDefinition, routes } from '@latchkey/contract'
import { expect, test } from 'vitest'
import { type ZodObject, z } from 'zod'
import { internalProject, testServer } from '../../testing/index.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import { createOwner, createWorld } from '../../testing/world.ts'
import { placeShape, readCursor, toCursor } from './cursor.ts'

type RouteName = keyof typeof routes

const id = '3f0e2b5e-8f7c-4c1e-9d52-0f1f7b1f8a11'
const refusal = { code: 'SCHEMA_ERROR', error: 'query.cursor must be the next_cursor of an earlier response' }

test('a cursor has the parts that it was made of', () => {
  expect(readCursor(toCursor(1_700_000_000_000_001, id), placeShape)).toEqual({ micros: 1_700_000_000_000_001, id })
  expect(readCursor(toCursor('Ärzte 🚀\n'), z.tuple([z.string()]))).toEqual(['Ärzte 🚀\n'])
  expect(readCursor(undefined, placeShape)).toBeUndefined()
})

test.each([
  '',
  'x',
  id,
  '1000',
  toCursor(),
  toCursor(1),
  toCursor(1, 'nobody'),
  toCursor(1.5, id),
  toCursor(1e17, id),
  toCursor('1', id),
  toCursor(1, id, 1),
  toCursor(1, `${id}' OR true`),
  Buffer.from('null').toString('base64url'),
  Buffer.from(`{"0":1,"1":"${id}","length":2}`).toString('base64url'),
])('%j is no cursor of a list by time', (cursor) => {
  expect(() => readCursor(cursor, placeShape)).toThrow(refusal.error)
})

/**
 * `GET /users` has IDs as cursors, because existing clients use them. The owners of this project are no team, so there is
 * nothing to read.
 */
const others = /^GET \/users$|^GET \/internal\/owner|\}$/
const paginated = (Object.keys(routes) as RouteName[]).filter(
  (route) => hasCursor(routes[route]) && route.startsWith('GET ') && !others.test(route),
)
const ofOwners = paginated.filter((route) => 'user' in routes[route] && route.startsWith('GET /internal/'))

test.each(paginated)('%s refuses what is no cursor', async (route) => {
  const world = await createWorld(await testServer())
  const isOfOwner = ofOwners.includes(route) || route === 'GET /internal/server/failed-jobs'
  const project = isOfOwner ? await internalProject() : world.project
  const request = minimalRequests[route](world)
  const answer = await project.send(route, {
    ...request,
    query: { ...(request.query as object), cursor: 'elsewhere' },
    as: 'admin',
    user: isOfOwner ? await createOwner(project.server) : world.person,
  })
  expect(answer).toMatchObject({ status: 400, body: refusal })
})

function hasCursor({ query }: RouteDefinition): boolean {
  const schemas = query && isByAccess(query) ? [query.client, query.server] : [query]
  return schemas.some((schema) => (schema as ZodObject | undefined)?.shape?.cursor !== undefined)
}
