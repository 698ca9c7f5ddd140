import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { insertMembership, insertTeam } from '../../teams/queries.ts'
import { internalProject, race, separateServer, testServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createOwner, type Person, signLongAgo } from '../../testing/world.ts'

/** A project of an owner who is also a plain member of another team. */
async function ownedProject() {
  const server = await testServer()
  const [owner, receiver] = [await createOwner(server), await createOwner(server)]
  const project = await createTestProject(server)
  const { db, now } = server.platform
  const projects = projectCache(server.platform)
  await db.updateTable('projects').set({ owner_team_id: owner.teamId }).where('id', '=', project.id).execute()
  projects.forget(project.id)
  const member = { teamId: receiver.teamId, userId: owner.id, permissionIds: ['team_member'], now: now() }
  await insertMembership(db, 'internal', member)
  return { server, internal: await internalProject(), owner, receiver, project }
}

const transfer = 'POST /internal/projects/transfer'
const bodyOf = (project: { id: string }, { teamId }: { teamId: string }) => ({
  project_id: project.id,
  new_team_id: teamId,
})
const asOwner = (person: Person) => ({
  'x-stack-publishable-client-key': '',
  'x-stack-secret-server-key': '',
  'x-stack-super-secret-admin-key': '',
  'x-stack-admin-access-token': person.access_token,
})
const refusal = (status: number, code?: string) => ({ status, ...(code ? { body: { code } } : {}) })

test('a project goes to another team, and its old owners are out at once', async () => {
  const { internal, owner, receiver, project } = await ownedProject()
  const another = await separateServer({})
  const read = (person: Person, server = project.server) =>
    server.fetch('/api/v1/internal/projects/current', {
      headers: { ...project.headers('admin'), ...asOwner(person) },
    })
  const stranger = await createOwner(project.server)
  const member = { teamId: owner.teamId, userId: stranger.id, permissionIds: [], now: new Date() }
  await insertMembership(internal.server.platform.db, 'internal', member)
  expect([(await read(stranger)).status, (await read(stranger, another)).status]).toEqual([200, 200])

  const response = await internal.send(transfer, { user: owner, body: bodyOf(project, receiver) })
  expect(response).toMatchObject({ status: 200, body: { success: 'true' } })
  expect(await (await read(receiver)).json()).toMatchObject({ id: project.id, owner_team_id: receiver.teamId })
  const refused = await read(stranger)
  expect(refused.headers.get('x-stack-known-error')).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
  await expect
    .poll(async () => (await read(stranger, another)).headers.get('x-stack-known-error'))
    .toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
  expect(await listAuditEntries(project, 'project.transferred')).toMatchObject([
    {
      actor_type: 'owner',
      actor_id: owner.id,
      details: { from_team_id: owner.teamId, to_team_id: receiver.teamId },
    },
  ])
})

test('existing clients ask the project itself, with the token of the owner and a session of the internal project', async () => {
  const { owner, receiver, project, server } = await ownedProject()
  const request = { as: 'admin' as const, body: bodyOf(project, receiver) }
  const expired = { access_token: await signLongAgo(server, owner) }
  for (const user of [owner, expired, undefined]) {
    const headers = asOwner(owner)
    expect(await project.send(transfer, { ...request, user, headers })).toMatchObject({ status: 200 })
    await server.platform.db
      .updateTable('projects')
      .set({ owner_team_id: owner.teamId })
      .where('id', '=', project.id)
      .execute()
  }
  // With client or server access the token opens less.
  for (const as of ['client', 'server'] as const) {
    const response = await project.send(transfer, { ...request, as, headers: asOwner(owner) })
    expect(response).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
  }
})

test('a key of the project does not give it away, nor does one project give another', async () => {
  const { receiver, project } = await ownedProject()
  const other = await ownedProject()
  const request = { as: 'admin' as const, body: bodyOf(project, receiver) }
  expect(await project.send(transfer, request)).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
  const headers = asOwner(other.owner)
  expect(await other.project.send(transfer, { ...request, headers })).toMatchObject(refusal(404, 'PROJECT_NOT_FOUND'))
  expect(await project.send(transfer, { ...request, headers })).toMatchObject(
    refusal(401, 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'),
  )
})

test('each missing thing has its own error', async () => {
  const { internal, owner, receiver, project, server } = await ownedProject()
  const send = (user: Person | undefined, body: object) => internal.send(transfer, { user, body })
  const body = bodyOf(project, receiver)
  expect(await send(undefined, body)).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
  expect(await send(owner, { ...body, project_id: randomUUID() })).toMatchObject(refusal(404, 'PROJECT_NOT_FOUND'))
  expect(await send(owner, { ...body, project_id: 'nothing' })).toMatchObject(refusal(404, 'PROJECT_NOT_FOUND'))
  expect(await send(receiver, body)).toMatchObject({
    status: 401,
    body: {
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: owner.teamId, user_id: receiver.id, permission_id: 'team_admin' },
    },
  })
  for (const new_team_id of [randomUUID(), 'no team']) {
    expect(await send(owner, { ...body, new_team_id })).toMatchObject({
      status: 404,
      body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: new_team_id, user_id: owner.id } },
    })
  }
  const ownerless = await createTestProject(server)
  expect(await send(owner, bodyOf(ownerless, receiver))).toMatchObject(refusal(400))
})

test('a project that is given to many teams at once ends in one of them, and is given once', async () => {
  const { internal, owner, project, server } = await ownedProject()
  const { db, now } = server.platform
  const teams = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const teamId = randomUUID()
      await insertTeam(db, 'internal', { id: teamId, displayName: 'Team', now: now() })
      await insertMembership(db, 'internal', { teamId, userId: owner.id, permissionIds: [], now: now() })
      return { teamId }
    }),
  )
  const { succeeded, failed } = await race(10, (index) =>
    internal.call(transfer, { user: owner, body: bodyOf(project, teams[index]!) }),
  )
  expect(succeeded).toHaveLength(1)
  expect(failed.map(({ code }) => code)).toEqual(Array(9).fill('TEAM_PERMISSION_REQUIRED'))
  expect(await listAuditEntries(project, 'project.transferred')).toHaveLength(1)
})
