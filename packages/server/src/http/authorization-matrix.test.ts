import { type RouteDefinition, routes } from '@latchkey/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Cast,
  createCast,
  goodCredentials,
  type OtherRole,
  otherRoles,
  refusedCredentials,
  withAdminToken,
} from '../testing/authorization/credentials.ts'
import { findRefusal } from '../testing/authorization/roles.ts'
import { insufficient, type Outcome, rows } from '../testing/authorization/rows.ts'
import { expectDocumentedResponse } from '../testing/documented-response.ts'
import { testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import { sendRequest, type WireResponse } from '../testing/project.ts'
import { ReusedWorld } from '../testing/reused-world.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createWorld, type World } from '../testing/world.ts'

type RouteName = keyof typeof routes

const routeNames = Object.keys(routes) as RouteName[]
let cast: Cast
const worlds = new ReusedWorld(async () => createWorld(await testServer(), cast.owner.teamId))

beforeAll(async () => {
  cast = await createCast(await testServer())
})

test('every route of the contract has a row and a minimal request, and no other has', () => {
  expect(Object.keys(rows).sort()).toEqual([...routeNames].sort())
  expect(Object.keys(minimalRequests).sort()).toEqual([...routeNames].sort())
})

const refusals = {
  authenticated: '401 USER_AUTHENTICATION_REQUIRED',
  required: '400 SCHEMA_ERROR',
  me: '400 CANNOT_GET_OWN_USER_WITHOUT_USER',
  owner: '400 SCHEMA_ERROR',
} as const

test('every route that declares a user has rows that refuse requests without one', () => {
  for (const route of routeNames) {
    const { user, clientUser }: RouteDefinition = routes[route]
    const { client, server, admin } = rows[route]
    if (user) expect([route, client, server, admin]).toEqual([route, ...Array(3).fill(refusals[user])])
    if (clientUser) expect([route, client]).toEqual([route, expect.stringContaining(clientUser)])
  }
})

describe.each(routeNames)('%s', (route) => {
  // ASVS 8.2.1, 8.3.1
  test('refuses every wrong credential with its own error and does nothing', async () => {
    const world = await worlds.get(rows[route].prepare)
    const { db } = world.project.server.services
    const before = await takeSnapshot(db, world.project.id)
    const outcomes: Record<string, Outcome> = {}
    for (const [name, { headers }] of Object.entries(refusedCredentials)) {
      outcomes[name] = toOutcome(await sendAs(route, world, await headers(world, cast)))
    }
    const expected = Object.fromEntries(
      Object.entries(refusedCredentials).map(([name, { outcome }]) => [name, outcome]),
    )
    expect(outcomes).toEqual(expected)
    expect(await takeSnapshot(db, world.project.id)).toEqual(before)
  })

  test('accepts valid credentials according to their access level', async () => {
    const outcomes: Record<string, Outcome> = {}
    const expected: Record<string, Outcome> = {}
    for (const [name, { headers, column }] of Object.entries(goodCredentials)) {
      const world = await worlds.get(rows[route].prepare)
      const answer = await sendAs(route, world, headers(world, cast))
      worlds.noteResponse(route, answer)
      outcomes[name] = toOutcome(answer)
      expected[name] = rows[route]![column] ?? rows[route]!.admin
    }
    expect(outcomes).toEqual(expected)
  })

  test('refuses owners whose role does not allow it, and only those', async () => {
    const outcomes: Record<string, Outcome> = {}
    const expected: Record<string, Outcome> = {}
    const send = async (role: OtherRole, access: 'server' | 'admin') => {
      const world = await worlds.get(rows[route].prepare)
      const before = await takeSnapshot(world.project.server.services.db, world.project.id)
      const answer = await sendAs(route, world, withAdminToken(world, cast.colleagues[role].access_token, access))
      worlds.noteResponse(route, answer)
      const name = `${role} with ${access} access`
      outcomes[name] = toOutcome(answer)
      const allowed = access === 'admin' ? (rows[route].owner ?? rows[route].admin) : rows[route].server
      const refusal = allowed === insufficient ? undefined : findRefusal(role, route, access)
      expected[name] = refusal ?? allowed
      if (refusal) expect(await takeSnapshot(world.project.server.services.db, world.project.id)).toEqual(before)
    }
    for (const role of otherRoles) await send(role, 'admin')
    for (const role of otherRoles) if (findRefusal(role, route, 'server')) await send(role, 'server')
    expect(outcomes).toEqual(expected)
  })
})

/** A minimal request with exactly these credentials. */
async function sendAs(route: RouteName, world: World, headers: Record<string, string>): Promise<WireResponse> {
  const request = minimalRequests[route](world)
  const answer = await sendRequest(world.project.server, route, {
    ...request,
    headers: { ...request.headers, ...headers },
  })
  expectDocumentedResponse(answer)
  return answer
}

function toOutcome({ status, headers }: WireResponse): Outcome {
  const code = headers.get('x-stack-known-error')
  return code ? `${status} ${code}` : `${status}`
}
