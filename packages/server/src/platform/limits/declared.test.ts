import { type RateLimit, type RouteDefinition, rateLimits, routes } from '@latchkey/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { rows } from '../../testing/authorization/rows.ts'
import { separateServer } from '../../testing/index.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import { goodPassword, type RawCall, sendRequest } from '../../testing/project.ts'
import type { TestServer } from '../../testing/server.ts'
import { createOwner, createWorld, type Person, type World } from '../../testing/world.ts'

type RouteName = keyof typeof routes

let server: TestServer
beforeAll(async () => {
  server = await separateServer({ config: { rateLimits: true } })
})

/** Counted once someone has guessed at a code, which the tests of the codes do. */
const ofGuesses: RateLimit[] = ['totpByUser', 'codeGuessesByEmail']
/** What any request may count against, and what never refuses one. */
const ofAnyRoute: RateLimit[] = ['writesByUser', 'announcementsByRecipient', 'emailRequestsByAddress']

const declared = (Object.keys(routes) as RouteName[]).flatMap((id) => {
  const { limits = [], handlerLimits = [] }: RouteDefinition = routes[id]
  const all = [...limits, ...handlerLimits].filter(
    (limit) =>
      !ofGuesses.includes(limit) &&
      // Not in the database; `keys.test.ts` uses them up.
      rateLimits[limit].kind !== 'node' &&
      // What all share who sign up to the internal project, in other tests too.
      !(id.endsWith('-owner') && limit === 'signUpByProject'),
  )
  return all.length > 0 ? [[id, all] as const] : []
})

/** Where a minimal request is refused before anything is counted. */
const fuller: Partial<typeof minimalRequests> = {
  'PATCH /teams/{team_id}': (world) => ({
    ...minimalRequests['PATCH /teams/{team_id}'](world),
    body: { second_factor_required_from_millis: Date.now() + 24 * 3600_000 },
  }),
  'POST /internal/emails/{id}/resend': ({ failedEmailId }) => ({ params: { id: failedEmailId }, body: {} }),
}

let addresses = 0

// ASVS 2.3.2, 2.4.1
test.each(declared)('%s counts against the limits it declares and is refused by each', async (id, limits) => {
  const owner = await createOwner(server)
  const world = await createWorld(server, owner.teamId)
  await allowEveryWayIn(world)
  await rows[id].prepare?.(world)
  const address = `198.18.20.${++addresses}`
  const request = { ...(fuller[id] ?? minimalRequests[id])(world), address }
  const sendFor = (limit: RateLimit) =>
    sendAs(id, { ...world, owner }, failPassword(request), limit !== 'purchaseLinkByAddress')

  for (const limit of limits) expect((await sendFor(limit)).status).not.toBe(429)
  const keys = await listKeys([world.project.id, address])
  expect([...keys.keys()].sort()).toEqual([...limits].sort())

  // The widest first: what comes after a limit that is used up is not counted anymore.
  for (const [index, limit] of [...limits].reverse().entries()) {
    const wait = 1_000 * (index + 1)
    await useUp(limit, keys.get(limit)!, wait + 400)
    const { status, headers } = await sendFor(limit)
    expect([limit, status]).toEqual([limit, 429])
    // Tells which limit it was. A slowing one waits for its next try on top.
    expect(Number(headers.get('retry-after'))).toSatisfy((seconds) => seconds > wait && seconds <= wait + 600)
  }
})

async function allowEveryWayIn({ project }: World): Promise<void> {
  const override = { 'auth.otp.allowSignIn': true, 'auth.passkey.allowSignIn': true }
  const body = { config_override_string: JSON.stringify(override) }
  expect((await project.send('PATCH /internal/config/override', { as: 'admin', body })).status).toBe(200)
}

/** Whoever has given the right password from an address is not refused there for what others do elsewhere. */
function failPassword(request: RawCall): RawCall {
  const body = { ...(request.body as Record<string, unknown> | undefined) }
  for (const name of ['password', 'old_password']) if (body[name] === goodPassword) body[name] = 'not the password'
  return request.body === undefined ? request : { ...request, body }
}

/** As an owner if only they may, as a client if the route has any, signed in if the limit is not for those who are not. */
function sendAs(id: RouteName, world: World & { owner: Person }, request: RawCall, isSignedIn: boolean) {
  const { access, user }: RouteDefinition = routes[id]
  const isForOwners = user === 'owner'
  const isForClients = !isForOwners && access !== 'open' && access.includes('client')
  return sendRequest(server, id, {
    ...request,
    headers: {
      ...request.headers,
      ...(access === 'open' ? {} : world.project.headers(isForClients ? 'client' : 'admin')),
      ...(isForOwners
        ? { 'x-stack-super-secret-admin-key': '', 'x-stack-admin-access-token': world.owner.access_token }
        : {}),
      ...(isForClients && isSignedIn ? { 'x-stack-access-token': world.person.access_token } : {}),
    },
  })
}

/** The keys of what was counted for one of these, by the limit. */
async function listKeys(subjects: string[]): Promise<Map<RateLimit, string>> {
  const { db } = server.platform
  const all = await sql<{ key: string }>`SELECT key FROM rate_limits UNION SELECT key FROM guess_limits`.execute(db)
  const keys = all.rows.map(({ key }) => key).filter((key) => subjects.some((subject) => key.includes(subject)))
  return new Map(
    keys.map((key) => [key.split(':')[0] as RateLimit, key] as const).filter(([name]) => !ofAnyRoute.includes(name)),
  )
}

async function useUp(limit: RateLimit, key: string, seconds: number): Promise<void> {
  const { kind, points, seconds: length } = rateLimits[limit]
  const query =
    kind === 'slowing'
      ? sql`UPDATE guess_limits SET full_at = clock_timestamp() + make_interval(secs => ${length + seconds}) WHERE key = ${key}`
      : sql`UPDATE rate_limits SET points = ${points}, expire = (extract(epoch FROM clock_timestamp()) + ${seconds}) * 1000 WHERE key = ${key}`
  await query.execute(server.platform.db)
}
