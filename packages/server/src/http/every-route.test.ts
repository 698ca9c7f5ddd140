import { type AccessType, type RouteDefinition, routes } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCursor } from '../platform/db/cursor.ts'
import { auditedWrites, changesToAudit } from '../testing/authorization/audited-writes.ts'
import {
  type Cast,
  createCast,
  goodCredentials,
  type OtherRole,
  otherRoles,
  refusedCredentials,
  withAdminToken,
} from '../testing/authorization/credentials.ts'
import { type Elsewhere, findForeignId, idPlaces, noReferences } from '../testing/authorization/foreign-ids.ts'
import { findRefusal } from '../testing/authorization/roles.ts'
import { insufficient, type Outcome, rows } from '../testing/authorization/rows.ts'
import { expectDocumentedResponse } from '../testing/documented-response.ts'
import { separateServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import { sendRequest, type WireResponse } from '../testing/project.ts'
import { listAuditEntries } from '../testing/records.ts'
import { ReusedWorld } from '../testing/reused-world.ts'
import type { TestServer } from '../testing/server.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createWorld, type World } from '../testing/world.ts'

type RouteName = keyof typeof routes

const routeNames = Object.keys(routes) as RouteName[]
let server: TestServer
let cast: Cast
let elsewhere: Elsewhere
let elsewhereBefore: unknown
const worlds = new ReusedWorld(async () => createWorld(server, cast.owner.teamId))

beforeAll(async () => {
  // With one connection: a request that needed a second one while holding the first would wait until it times out.
  // The tokens of owners are used to the end, also on a slow machine.
  server = await separateServer({ pool: { maxConnections: 1 }, config: { accessTokenSeconds: 3600 } })
  cast = await createCast(server)
  const test = { as: 'admin', body: { provider_id: 'github' } } as const
  const { id: signInTestId } = await cast.elsewhere.project.call('POST /internal/sign-in-tests', test)
  elsewhere = { ...cast.elsewhere, signInTestId }
  elsewhereBefore = await takeSnapshot(server.platform.db, elsewhere.project.id)
})

test('every route of the contract has a row and a minimal request, and no other has', () => {
  expect(Object.keys(rows).sort()).toEqual([...routeNames].sort())
  expect(Object.keys(minimalRequests).sort()).toEqual([...routeNames].sort())
})

test('every reference to an id is known here', () => {
  const unknown = idPlaces.filter(({ route, name }) => !findForeignId(route, name))
  expect(unknown.map(({ place }) => place)).toEqual([])
  expect(idPlaces.length).toBeGreaterThan(20)
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
    const refusal = (level: AccessType) => (levelsOf(routes[route]).includes(level) ? refusals[user!] : insufficient)
    if (user) expect([route, client, server, admin]).toEqual([route, ...accessTypes.map(refusal)])
    if (clientUser) expect([route, client]).toEqual([route, expect.stringContaining(clientUser)])
  }
})

describe.each(routeNames)('%s', (route) => {
  // What this route did has no influence on others.
  afterAll(() => {
    if (!route.startsWith('GET ')) worlds.restore()
  })

  // ASVS 8.2.1, 8.3.1
  test('refuses every wrong credential with its own error and does nothing', async () => {
    const world = await worlds.get(rows[route].prepare)
    const { db } = world.project.server.platform
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
      noteResponse(route, answer)
      outcomes[name] = toOutcome(answer)
      expected[name] = rows[route]![column] ?? rows[route]!.admin
    }
    expect(outcomes).toEqual(expected)
  })

  test('refuses owners whose role does not allow it, and only those', async () => {
    const allowed = { admin: rows[route].owner ?? rows[route].admin, server: rows[route].server }
    const cases = otherRoles.flatMap((role) =>
      (['admin', 'server'] as const).flatMap((access) => {
        const refusal = findRefusal(role, route, access)
        if (access === 'server' && !refusal) return []
        const outcome = allowed[access] === insufficient ? insufficient : (refusal ?? allowed[access])
        return [{ role, access, outcome, isRefused: outcome !== allowed[access] }]
      }),
    )
    const outcomes: { role: OtherRole; access: AccessType; outcome: Outcome }[] = []
    const send = async (role: OtherRole, access: AccessType) => {
      const world = await worlds.get(rows[route].prepare)
      const answer = await sendAs(route, world, withAdminToken(world, cast.colleagues[role].access_token, access))
      noteResponse(route, answer)
      outcomes.push({ role, access, outcome: toOutcome(answer) })
    }
    const refused = cases.filter(({ isRefused }) => isRefused)
    const others = cases.filter(({ isRefused }) => !isRefused)
    const { project } = await worlds.get(rows[route].prepare)
    const before = await takeSnapshot(server.platform.db, project.id)
    for (const { role, access } of refused) await send(role, access)
    expect(await takeSnapshot(server.platform.db, project.id)).toEqual(before)
    for (const { role, access } of others) await send(role, access)
    expect(outcomes).toEqual([...refused, ...others].map(({ role, access, outcome }) => ({ role, access, outcome })))
  })

  const audited = auditedWrites.filter((each) => each === route)
  // ASVS 16.3.3
  test.each(audited)('leaves an entry in the audit log', async () => {
    // A change that was made already leaves none.
    worlds.restore()
    const world = await worlds.get(rows[route].prepare)
    const before = (await listAuditEntries(world.project)).length
    const body = changesToAudit[route]
    const request = { ...minimalRequests[route](world), ...(body ? { body } : {}) }
    const answer = await world.project.send(route, { ...request, as: 'admin', user: world.person })
    worlds.noteResponse(route, answer)
    expect(answer.status, String(answer.body)).toBeLessThan(300)
    expect((await listAuditEntries(world.project)).length).toBeGreaterThan(before)
  })

  const places = idPlaces.filter((each) => each.route === route && !noReferences.includes(each.place))
  // ASVS 8.2.2, 8.4.1
  test.each(places)('treats an id of another project as unknown in $part ($name)', async ({ part, name }) => {
    for (const as of levelsOf(routes[route])) {
      const foreign = await sendWithId(route, as, part, name, findForeignId(route, name)!(elsewhere))
      const random = await sendWithId(route, as, part, name, crypto.randomUUID())
      expect(foreign, as).toEqual(random)
    }
    const before = elsewhereBefore
    elsewhereBefore = await takeSnapshot(server.platform.db, elsewhere.project.id)
    expect(elsewhereBefore).toEqual(before)
  })
})

/** Most minimal requests can be repeated with the same outcome, so the world stays as good as new. */
function noteResponse(route: RouteName, answer: WireResponse): void {
  if (route.startsWith('DELETE ') || onlyOnce.has(route)) worlds.noteResponse(route, answer)
}

/** Besides deletions: the second request of its kind would have another outcome. */
const onlyOnce: ReadonlySet<RouteName> = new Set([
  'POST /auth/password/set',
  'POST /auth/password/update',
  'POST /connection-setups/remove-domain',
  'POST /directories',
  'POST /internal/payments/test-mode-purchase-session',
  'POST /oauth-providers',
  'POST /payments/purchases/purchase-session',
  'POST /project-permission-definitions',
  'POST /team-memberships/{team_id}/{user_id}',
  'POST /team-permission-definitions',
  'PUT /internal/config/override',
])

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

/** The answer, with everything made equal that differs between two requests. */
async function sendWithId(
  route: RouteName,
  as: AccessType,
  part: 'params' | 'query' | 'body',
  name: string,
  id: string,
) {
  const world = await worlds.get(rows[route].prepare)
  const request = minimalRequests[route](world)
  const value = name === 'cursor' && !route.endsWith(' /users') ? toCursor(id) : id
  const answer = await world.project.send(route, {
    ...request,
    [part]: { ...(request[part] as object | undefined), [name]: value },
    as,
    user: world.person,
  })
  worlds.noteResponse(route, answer)
  return { status: answer.status, code: answer.headers.get('x-stack-known-error'), body: withoutIds(answer, id) }
}

function withoutIds({ body }: WireResponse, id: string): string {
  return JSON.stringify(body)
    .replaceAll(id, '<given>')
    .replaceAll(/[ps]k_[0-9a-z]{99}|(?<="last_four":")[0-9a-f]{4}/g, '<key>')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/[^"]+@example\.com/g, '<e-mail>')
    .replaceAll(/(?<=\/purchase\/<id>_)[0-9a-z]{45}/g, '<code>')
    .replaceAll(/\d{13}/g, '<time>')
    .replaceAll(/"(refresh_token|access_token)":"[^"]+"/g, '"$1":"<token>"')
}

const accessTypes = ['client', 'server', 'admin'] as const

function levelsOf({ access }: RouteDefinition): readonly AccessType[] {
  return access === 'open' ? accessTypes : access
}
