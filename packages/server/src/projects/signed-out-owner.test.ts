import { expect, test } from 'vitest'
import { internalProject, separateServer, testServer } from '../testing/index.ts'
import { createTestProject, projectWithKeys, type TestProject } from '../testing/project.ts'
import { internalKeys } from '../testing/server.ts'
import { createOwner } from '../testing/world.ts'
import { projectCache } from './cache.ts'

const noKeys = {
  'x-stack-publishable-client-key': '',
  'x-stack-secret-server-key': '',
  'x-stack-super-secret-admin-key': '',
}
const signedOut = { status: 401, body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' } }

/** A project of a new owner, as two nodes serve it. */
async function ownedProject() {
  const server = await testServer()
  const owner = await createOwner(server)
  const project = await createTestProject(server)
  await server.platform.db
    .updateTable('projects')
    .set({ owner_team_id: owner.teamId })
    .where('id', '=', project.id)
    .execute()
  projectCache(server.platform).forget(project.id)
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const as = { as: 'admin' as const, headers: { ...noKeys, 'x-stack-admin-access-token': owner.access_token } }
  return { owner, project, secondNode, as }
}

async function openPortal(project: TestProject, token: string) {
  const headers = { 'x-stack-project-id': project.id, 'x-stack-access-type': 'admin', authorization: `Bearer ${token}` }
  return (await project.server.fetch('/api/v1/internal/webhook-endpoints', { headers })).status
}

test('an owner who signs out takes admin access along, on every node at once', async () => {
  const { owner, project, secondNode, as } = await ownedProject()
  for (const node of [project, secondNode]) {
    expect(await node.send('GET /internal/projects/current', as)).toMatchObject({ status: 200 })
  }
  await (await internalProject()).call('DELETE /auth/sessions/current', { user: owner })

  for (const node of [project, secondNode]) {
    expect(await node.send('GET /internal/projects/current', as)).toMatchObject(signedOut)
    expect(await node.send('GET /users', { ...as, as: 'server' })).toMatchObject(signedOut)
    const keys = {
      description: 'Stolen',
      expires_at_millis: 4_000_000_000_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    }
    expect(await node.send('POST /internal/api-keys', { ...as, body: keys })).toMatchObject(signedOut)
    expect(await node.send('DELETE /internal/projects/current', as)).toMatchObject(signedOut)
  }
})

test('so does one whose session expires or is ended from elsewhere', async () => {
  const { owner, project, as } = await ownedProject()
  const internal = await internalProject()
  const { items } = await internal.call('GET /auth/sessions', { as: 'server', query: { user_id: owner.id } })
  const { db } = project.server.platform
  const expire = (expires_at: Date) =>
    db.updateTable('sessions').set({ expires_at }).where('id', '=', items[0]!.id).execute()
  await expire(new Date(Date.now() - 1))
  expect(await project.send('GET /internal/projects/current', as)).toMatchObject(signedOut)
  await expire(new Date(Date.now() + 3_600_000))
  expect(await project.send('GET /internal/projects/current', as)).toMatchObject({ status: 200 })
  await internal.call('DELETE /auth/sessions/{id}', { as: 'server', params: { id: items[0]!.id } })
  expect(await project.send('GET /internal/projects/current', as)).toMatchObject(signedOut)
})

test('the token of the webhook portal ends with the session it was made in', async () => {
  const { owner, project, secondNode, as } = await ownedProject()
  const { token } = await project.call('POST /webhooks/svix-token', as)
  const byKey = await project.call('POST /webhooks/svix-token', { as: 'admin' })
  expect([await openPortal(project, token), await openPortal(secondNode, token)]).toEqual([200, 200])

  await (await internalProject()).call('DELETE /auth/sessions/current', { user: owner })
  expect([await openPortal(project, token), await openPortal(secondNode, token)]).toEqual([401, 401])
  expect(await openPortal(secondNode, byKey.token)).toBe(200)
})

test('the token of the webhook portal ends when its owner leaves the team', async () => {
  const { owner, project, as } = await ownedProject()
  const { token } = await project.call('POST /webhooks/svix-token', as)
  expect(await openPortal(project, token)).toBe(200)
  const { db } = project.server.platform
  const membership = db.deleteFrom('team_memberships').where('project_id', '=', 'internal')
  await membership.where('user_id', '=', owner.id).execute()
  expect(await openPortal(project, token)).toBe(401)
})

test('nobody lists, makes or gives away projects with the token of a session that has ended', async () => {
  const { owner, project } = await ownedProject()
  const internal = await internalProject()
  const secondNode = projectWithKeys(await separateServer({}), 'internal', internalKeys)
  await internal.call('DELETE /auth/sessions/current', { user: owner })
  const ended = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }

  for (const node of [internal, secondNode]) {
    expect(await node.send('GET /internal/projects', { user: owner })).toMatchObject(ended)
    const body = { display_name: 'Mine', owner_team_id: owner.teamId }
    expect(await node.send('POST /internal/projects', { user: owner, body })).toMatchObject(ended)
    const transfer = { project_id: project.id, new_team_id: owner.teamId }
    expect(await node.send('POST /internal/projects/transfer', { user: owner, body: transfer })).toMatchObject(ended)
  }
})
