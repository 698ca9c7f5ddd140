import { routes } from '@latchkey/contract'
import { beforeAll, expect, test } from 'vitest'
import { projectCache } from '../projects/cache.ts'
import { insertVerificationCode } from '../records/verification-codes/queries.ts'
import { type Row, rows } from '../testing/authorization/rows.ts'
import { expectDocumentedResponse } from '../testing/documented-response.ts'
import { race, separateServer, testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import type { TestServer } from '../testing/server.ts'
import { createWorld, type World } from '../testing/world.ts'

const routeNames = Object.keys(routes) as (keyof typeof routes)[]
const writes = routeNames.filter((route) => !route.startsWith('GET'))

let forgetfulNode: TestServer

beforeAll(async () => {
  forgetfulNode = await separateServer({})
})

test.each(routeNames)('%s does not fail on a node that has not heard of the end of the project', async (route) => {
  const { prepare } = rows[route]
  const { world, remembered } = await (goneWorlds.get(prepare) ?? createGoneWorld(prepare))
  const projects = projectCache(forgetfulNode.platform)
  const { find } = projects
  try {
    Object.assign(projects, { find: async () => remembered })
    for (const as of ['client', 'server', 'admin'] as const) {
      for (const user of [undefined, world.person]) {
        const request = { ...minimalRequests[route](world), as, user }
        expectDocumentedResponse(await world.project.send(route, request))
      }
    }
  } finally {
    Object.assign(projects, { find })
  }
})

/** Nothing changes a project that is gone: all routes that need the same one share it. */
const goneWorlds = new Map<Row['prepare'], ReturnType<typeof deleteWorld>>()

function createGoneWorld(prepare: Row['prepare']): ReturnType<typeof deleteWorld> {
  const gone = deleteWorld(prepare)
  goneWorlds.set(prepare, gone)
  return gone
}

async function deleteWorld(prepare: Row['prepare']) {
  const world = await createWorld(forgetfulNode)
  await prepare?.(world)
  const { db } = forgetfulNode.platform
  const projects = projectCache(forgetfulNode.platform)
  const remembered = await projects.find(world.project.id)
  await db.deleteFrom('projects').where('id', '=', world.project.id).execute()
  return { world, remembered }
}

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
  for (const answer of succeeded) expectDocumentedResponse(answer)
})

/** What changes something of a team. */
const teamWrites: [route: (typeof writes)[number], request: (world: World) => object][] = [
  ...writes
    .filter((route) => / \/(?:teams\/|team-(?!permission-definitions|invitations\/accept))/.test(route))
    .map((route): (typeof teamWrites)[number] => [route, minimalRequests[route]]),
  ['POST /team-invitations/accept', ({ teamId }) => ({ body: { code: invitationCodes.get(teamId) } })],
  ['PATCH /users/me', ({ teamId }) => ({ body: { selected_team_id: teamId } })],
]

const invitationCodes = new Map<string, string>()

async function inviteByCode({ project, teamId }: World): Promise<void> {
  const { db, now } = project.server.platform
  const data = { email: 'eve@example.com', team_id: teamId, invitation_id: crypto.randomUUID() }
  const invitation = { kind: 'team-invitation' as const, userId: null, data, now: now() }
  invitationCodes.set(teamId, (await insertVerificationCode(db, project.id, invitation)).code)
}

test.each(teamWrites)('%s against the deletion of its team leaves nothing of it behind', async (route, request) => {
  const world = await createWorld(await testServer())
  await inviteByCode(world)
  const { project, person, anonymous, teamId } = world
  // Whoever accepts an invitation is not in the team yet.
  const user = route === 'POST /team-invitations/accept' ? anonymous : person
  const headers = { 'x-stack-allow-anonymous-user': 'true' }
  const { succeeded } = await race(7, (index) =>
    index === 3
      ? project.send('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } })
      : project.send(route, { ...request(world), as: 'admin', user, headers }),
  )
  expect(succeeded).toHaveLength(7)
  for (const answer of succeeded) expectDocumentedResponse(answer)

  const { db } = project.server.platform
  for (const table of ['team_memberships', 'team_permissions', 'api_keys'] as const) {
    expect(await db.selectFrom(table).selectAll().where('team_id', '=', teamId).execute()).toEqual([])
  }
  expect(await db.selectFrom('users').selectAll().where('selected_team_id', '=', teamId).execute()).toEqual([])
  expect(await db.selectFrom('teams').selectAll().where('id', '=', teamId).execute()).toEqual([])
})
