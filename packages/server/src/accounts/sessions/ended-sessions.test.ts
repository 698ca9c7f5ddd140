import { type RouteDefinition, routes } from '@latchkey/contract'
import { expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { createTestProject, testServer } from '../../testing/index.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import type { RawCall, WireResponse } from '../../testing/project.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createOwner, createPerson, createWorld } from '../../testing/world.ts'

type RouteName = keyof typeof routes

const writes = (Object.entries(routes) as [RouteName, RouteDefinition][])
  .filter(([route, { access }]) => !route.startsWith('GET ') && (access === 'open' || access.includes('client')))
  .map(([route]) => route)

// ASVS 7.4.1
test.each(writes)('%s does no more for the token of an ended session than for nobody', async (route) => {
  const { project, person, ...world } = await createWorld(await testServer())
  await project.call('DELETE /auth/sessions/current', { user: person })
  const minimal: RawCall = minimalRequests[route]({ project, person, ...world })
  const before = await takeSnapshot(project.server.platform.db, project.id)
  const answer = await project.send(route, { ...minimal, user: person })
  const asked = await project.send(route, { ...minimal, user: person, headers: { ...minimal.headers, ...asksForLive } })
  if (/^401 (ACCESS_TOKEN|REFRESH_TOKEN_NOT_FOUND_OR)_EXPIRED$/.test(outcomeOf(answer))) {
    expect(outcomeOf(asked)).toBe(outcomeOf(answer))
    expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)
  } else {
    const asNobody = await createWorld(await testServer())
    await asNobody.project.call('DELETE /auth/sessions/current', { user: asNobody.person })
    const expected = await asNobody.project.send(route, minimalRequests[route](asNobody) as RawCall)
    expect(outcomeOf(answer)).toBe(outcomeOf(expected))
  }
})

const asksForLive = { 'x-stack-require-live-session': 'true' }

function outcomeOf({ status, body }: WireResponse): string {
  return `${status} ${(body as { code?: string } | null)?.code ?? ''}`
}

test('a sign-in as a user changes nothing more, and reads nothing if asked, once the owner has signed out', async () => {
  const server = await testServer()
  const owner = await createOwner(server)
  const project = await createTestProject(server)
  const { db } = server.platform
  const projects = projectCache(server.platform)
  await db.updateTable('projects').set({ owner_team_id: owner.teamId }).where('id', '=', project.id).execute()
  projects.forget(project.id)
  const person = await createPerson(project)
  const { url } = await project.call('POST /internal/users/{user_id}/impersonation', {
    as: 'admin',
    headers: { 'x-stack-super-secret-admin-key': '', 'x-stack-admin-access-token': owner.access_token },
    params: { user_id: person.id },
    body: { callback_url: 'http://localhost:3000/handler/impersonation' },
  })
  const body = { code: new URL(url).hash.replace('#code=', '') }
  const user = await project.call('POST /auth/impersonation/sign-in', { body })
  const rename = () => project.send('PATCH /users/me', { user, body: { display_name: 'Ada' } })
  const read = () => project.send('GET /users/me', { user, headers: asksForLive })
  for (const answer of [await rename(), await read()]) expect(answer).toMatchObject({ status: 200 })
  await db.deleteFrom('sessions').where('project_id', '=', 'internal').where('user_id', '=', owner.id).execute()
  const refused = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }
  for (const answer of [await rename(), await read()]) expect(answer).toMatchObject(refused)
})
