import { expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { internalProject, testServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

const route = 'GET /internal/project-figures'

test('has the sign-ups of all projects of the owner, and of no others, whichever project is asked', async () => {
  const server = await testServer()
  const { db } = server.platform
  const projects = projectCache(server.platform)
  const [owner, other] = [await createOwner(server), await createOwner(server)]
  const open = async ({ teamId }: { teamId: string }) => {
    const project = await createTestProject(server)
    await db.updateTable('projects').set({ owner_team_id: teamId }).where('id', '=', project.id).execute()
    projects.forget(project.id)
    return project
  }
  const [busy, quiet, foreign] = [await open(owner), await open(owner), await open(other)]
  for (const project of [busy, busy, foreign]) await createPerson(project)
  await createPerson(busy, { isAnonymous: true })

  const internal = await internalProject()
  const metrics = await internal.call(route, { user: owner })
  const zeros = Array.from({ length: 29 }, () => 0)
  // Midnight may have passed meanwhile.
  expect(metrics.items.map(({ project_id, total_users }) => [project_id, total_users])).toEqual([
    [busy.id, 2],
    [quiet.id, 0],
  ])
  expect(metrics.items[1]!.daily_sign_ups).toEqual([...zeros, 0])
  expect(metrics.items[0]!.daily_sign_ups.reduce((sum, count) => sum + count, 0)).toBe(2)

  const headers = {
    'x-stack-publishable-client-key': '',
    'x-stack-secret-server-key': '',
    'x-stack-super-secret-admin-key': '',
    'x-stack-admin-access-token': owner.access_token,
  }
  expect((await quiet.send(route, { as: 'admin', headers })).body).toEqual(metrics)
  expect((await foreign.send(route, { as: 'admin', headers })).status).toBe(401)
  expect((await quiet.send(route, { as: 'admin' })).status).toBe(400)
})
