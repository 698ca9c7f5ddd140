import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertMembership } from '../teams/queries.ts'
import { internalProject, testProject, testServer } from '../testing/index.ts'
import { createTestProject } from '../testing/project.ts'
import { createOwner, createPerson, signLongAgo } from '../testing/world.ts'
import { projectCache } from './cache.ts'

const noKeys = {
  'x-stack-publishable-client-key': '',
  'x-stack-secret-server-key': '',
  'x-stack-super-secret-admin-key': '',
}

/** A project that belongs to a new owner. */
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
  return { server, owner, project }
}

const withToken = (token: string) => ({ ...noKeys, 'x-stack-admin-access-token': token })

describe('the access token of an owner', () => {
  test('stands for the keys of all levels', async () => {
    const { owner, project } = await ownedProject()
    const headers = withToken(owner.access_token)
    expect((await project.call('GET /internal/projects/current', { as: 'admin', headers })).id).toBe(project.id)
    expect((await project.call('GET /users', { as: 'server', headers })).items).toEqual([])
    expect((await project.call('GET /projects/current', { as: 'client', headers })).id).toBe(project.id)
  })

  test('grants no more than the requested level', async () => {
    const { owner, project } = await ownedProject()
    const headers = withToken(owner.access_token)
    expect(await project.send('GET /users', { as: 'client', headers })).toMatchObject({
      status: 401,
      body: { code: 'INSUFFICIENT_ACCESS_TYPE' },
    })
    expect(await project.send('GET /internal/projects/current', { as: 'server', headers })).toMatchObject({
      status: 401,
      body: { code: 'INSUFFICIENT_ACCESS_TYPE', details: { allowed_access_types: ['admin'] } },
    })
  })

  test('does not sign the owner in to the project', async () => {
    const { owner, project } = await ownedProject()
    const headers = withToken(owner.access_token)
    expect(await project.send('GET /users/me', { as: 'server', headers })).toMatchObject({
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    const user = await createPerson(project)
    expect((await project.call('GET /users/me', { as: 'server', headers, user })).id).toBe(user.id)
  })

  test('serves any member of the team, without any permission, until they leave', async () => {
    const { server, owner, project } = await ownedProject()
    const { db } = server.platform
    const member = await createOwner(server)
    const headers = withToken(member.access_token)
    const read = () => project.call('GET /internal/projects/current', { as: 'admin', headers })
    const notAdmin = { status: 401, code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' }
    await expect(read()).rejects.toMatchObject(notAdmin)

    const membership = { teamId: owner.teamId, userId: member.id, permissionIds: [], now: new Date() }
    await insertMembership(db, 'internal', membership)
    expect((await read()).id).toBe(project.id)
    await db
      .deleteFrom('team_memberships')
      .where('project_id', '=', 'internal')
      .where('team_id', '=', owner.teamId)
      .where('user_id', '=', member.id)
      .execute()
    await expect(read()).rejects.toMatchObject(notAdmin)
  })

  test('stops at once when the project goes to another team', async () => {
    const { server, owner, project } = await ownedProject()
    const headers = withToken(owner.access_token)
    await project.call('GET /internal/projects/current', { as: 'admin', headers })
    await server.platform.db
      .updateTable('projects')
      .set({ owner_team_id: (await createOwner(server)).teamId })
      .where('id', '=', project.id)
      .execute()
    projectCache(server.platform).forget(project.id)
    expect(await project.send('GET /internal/projects/current', { as: 'admin', headers })).toMatchObject({
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
  })

  test('opens neither the internal project nor one without an owner', async () => {
    const { owner } = await ownedProject()
    const headers = withToken(owner.access_token)
    for (const project of [await internalProject(), await testProject()]) {
      expect(await project.send('GET /internal/projects/current', { as: 'admin', headers })).toMatchObject({
        status: 401,
        body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
      })
    }
  })

  test('must be of the internal project, even if a team of another project has the same id', async () => {
    const { server, owner, project } = await ownedProject()
    const elsewhere = await testProject()
    const user = await createPerson(elsewhere)
    await server.platform.db
      .insertInto('teams')
      .values({
        project_id: elsewhere.id,
        id: owner.teamId,
        display_name: 'Twin',
        profile_image_url: null,
        client_metadata: null,
        client_read_only_metadata: null,
        server_metadata: null,
        created_at: new Date(),
      })
      .execute()
    const membership = { teamId: owner.teamId, userId: user.id, permissionIds: [], now: new Date() }
    await insertMembership(server.platform.db, elsewhere.id, membership)
    const request = { as: 'admin' as const, headers: withToken(user.access_token) }
    expect(await project.send('GET /internal/projects/current', request)).toMatchObject({
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
  })

  test('is refused as what it is when it is wrong, even beside a valid key', async () => {
    const { server, owner, project } = await ownedProject()
    const send = (token: string) =>
      project.send('GET /internal/projects/current', {
        as: 'admin',
        headers: { 'x-stack-admin-access-token': token },
      })
    for (const token of ['nonsense', `${owner.access_token.slice(0, -4)}AAAA`]) {
      expect(await send(token)).toMatchObject({ status: 401, body: { code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN' } })
    }
    expect(await send(await signLongAgo(server, owner))).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: expect.any(Number) } },
    })
    const anonymous = await createPerson(await internalProject(), { isAnonymous: true })
    expect(await send(anonymous.access_token)).toMatchObject({ body: { code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN' } })
  })

  test('of a deleted owner is refused in a plain sentence', async () => {
    const { server, owner, project } = await ownedProject()
    const internal = await internalProject()
    const other = await createOwner(server)
    const params = { team_id: owner.teamId, user_id: other.id }
    await internal.call('POST /team-memberships/{team_id}/{user_id}', { as: 'server', params, body: {} })
    await internal.call('POST /team-permissions/{team_id}/{user_id}/{permission_id}', {
      as: 'server',
      params: { ...params, permission_id: 'team_admin' },
      body: {},
    })
    await internal.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: owner.id } })
    const request = { as: 'admin' as const, headers: withToken(owner.access_token) }
    expect(await project.send('GET /internal/projects/current', request)).toMatchObject({
      status: 401,
      body: expect.any(String),
    })
  })
})

describe('the list of projects', () => {
  test('has those of all teams of the user, and no others', async () => {
    const { server, owner, project } = await ownedProject()
    const { owner: colleague, project: second } = await ownedProject()
    await ownedProject()
    const membership = { teamId: colleague.teamId, userId: owner.id, permissionIds: [], now: new Date() }
    await insertMembership(server.platform.db, 'internal', membership)

    const internal = await internalProject()
    for (const as of ['client', 'server', 'admin'] as const) {
      const list = await internal.call('GET /internal/projects', { as, user: owner })
      expect(list.items.map(({ id }) => id).sort()).toEqual([project.id, second.id].sort())
      expect(list).toStrictEqual({ items: list.items, is_paginated: false })
      const [item] = list.items.filter(({ id }) => id === project.id)
      const current = await project.call('GET /internal/projects/current', { as: 'admin' })
      expect(item).toEqual({ ...current, owner_role: 'owner' })
    }
  })

  test('is empty for someone who owns nothing', async () => {
    const internal = await internalProject()
    const user = await createOwner(await testServer())
    expect(await internal.call('GET /internal/projects', { user })).toStrictEqual({ items: [], is_paginated: false })
  })

  test('needs a signed-in user of the internal project', async () => {
    const internal = await internalProject()
    const project = await testProject()
    const noUser = { status: 401, code: 'USER_AUTHENTICATION_REQUIRED' }
    const notInternal = { status: 401, code: 'EXPECTED_INTERNAL_PROJECT' }
    const body = { display_name: 'x', owner_team_id: randomUUID() }
    const user = await createPerson(project)

    await expect(internal.call('GET /internal/projects')).rejects.toMatchObject(noUser)
    await expect(internal.call('POST /internal/projects', { body })).rejects.toMatchObject(noUser)
    await expect(project.call('GET /internal/projects')).rejects.toMatchObject(noUser)
    await expect(project.call('GET /internal/projects', { user })).rejects.toMatchObject(notInternal)
    await expect(project.call('POST /internal/projects', { user, body })).rejects.toMatchObject(notInternal)
    expect(await project.send('POST /internal/projects', { body: {} })).toMatchObject({
      body: { code: 'SCHEMA_ERROR' },
    })
  })
})
