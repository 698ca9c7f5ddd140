import { expect, test } from 'vitest'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { separateServer, testProject } from '../../testing/index.ts'
import { projectWithKeys, type RawCall, type TestProject } from '../../testing/project.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson, type Person } from '../../testing/world.ts'

interface Scene {
  project: TestProject
  teamId: string
  other: Person
}

const callback_url = 'http://localhost:3000/join'

async function openInvitation({ project, teamId }: Scene): Promise<string> {
  const id = crypto.randomUUID()
  const { db, now } = project.server.platform
  const data = { email: 'eve@example.com', team_id: teamId, invitation_id: id }
  await insertVerificationCode(db, project.id, { kind: 'team-invitation', userId: null, data, now: now() })
  return id
}

/** What each permission of the system is for. */
const guarded: [permission: string, route: string, request: (scene: Scene) => RawCall | Promise<RawCall>][] = [
  ['$update_team', 'PATCH /teams/{team_id}', ({ teamId }) => ({ params: { team_id: teamId }, body: {} })],
  ['$delete_team', 'DELETE /teams/{team_id}', ({ teamId }) => ({ params: { team_id: teamId } })],
  ['$read_members', 'GET /team-member-profiles', ({ teamId }) => ({ query: { team_id: teamId } })],
  [
    '$read_members',
    'GET /team-member-profiles/{team_id}/{user_id}',
    ({ teamId, other }) => ({ params: { team_id: teamId, user_id: other.id } }),
  ],
  [
    '$remove_members',
    'DELETE /team-memberships/{team_id}/{user_id}',
    ({ teamId, other }) => ({ params: { team_id: teamId, user_id: other.id } }),
  ],
  [
    '$remove_members',
    'DELETE /team-invitations/{id}',
    async (scene) => ({ params: { id: await openInvitation(scene) }, query: { team_id: scene.teamId } }),
  ],
  [
    '$invite_members',
    'POST /team-invitations/send-code',
    ({ teamId }) => ({ body: { team_id: teamId, email: 'eve@example.com', callback_url } }),
  ],
]

// ASVS 8.2.1
test.each(guarded)('%s is needed for %s, and is enough at any depth', async (permission, route, request) => {
  const project = await testProject({
    'rbac.permissions.deep': { scope: 'team', containedPermissionIds: { deeper: true } },
    'rbac.permissions.deeper': { scope: 'team', containedPermissionIds: { [permission]: true, deep: true } },
  })
  const { createTeam, createMember, grant, revoke } = teamActions(project)
  const teamId = await createTeam()
  const [user, other] = [await createMember(teamId), await createMember(teamId)]
  await revoke(teamId, user, 'team_member')
  const scene = { project, teamId, other }
  // Every other permission of the system is not enough.
  const others = ['$update_team', '$delete_team', '$read_members', '$remove_members', '$invite_members']
  for (const id of others) if (id !== permission) await grant(teamId, user, id)
  expect(await project.send(route, { ...(await request(scene)), user })).toMatchObject({
    status: 401,
    body: {
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: teamId, user_id: user.id, permission_id: permission },
    },
  })
  await grant(teamId, user, 'deep')
  expect(await project.send(route, { ...(await request(scene)), user })).toMatchObject({ status: 200 })
})

// ASVS 8.2.2
test('a permission in one team is worth nothing in another', async () => {
  const project = await testProject()
  const { createTeam, createMember, addMember, grant, revoke } = teamActions(project)
  const [first, second] = [await createTeam(), await createTeam()]
  const user = await createMember(first)
  await addMember(second, user)
  await revoke(second, user, 'team_member')
  await grant(first, user, 'team_admin')
  const params = { team_id: second }
  await expect(project.call('PATCH /teams/{team_id}', { user, params, body: {} })).rejects.toMatchObject({
    code: 'TEAM_PERMISSION_REQUIRED',
  })
})

test('a definition that changes on one node counts on the other soon after', async () => {
  const project = await testProject()
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const user = await createPerson(project)
  const teamId = await teamActions(project).createTeam(user)
  const params = { team_id: teamId }
  const patch = () => secondNode.send('PATCH /teams/{team_id}', { user, params, body: {} })
  const redefine = (contained_permission_ids: string[]) =>
    project.call('PATCH /team-permission-definitions/{id}', {
      as: 'admin',
      params: { id: 'team_admin' },
      body: { contained_permission_ids },
    })
  expect(await patch()).toMatchObject({ status: 200 })
  await redefine(['$read_members'])
  await expect.poll(async () => (await patch()).status).toBe(401)
  await redefine(['$read_members', '$update_team'])
  await expect.poll(async () => (await patch()).status).toBe(200)
})

test('a grant of one node counts on the other at once, a new default of it soon after', async () => {
  const project = await testProject({ 'rbac.permissions.reader': { scope: 'project' } })
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const { createTeam, createMember, grant, revoke } = teamActions(project)
  const teamId = await createTeam()
  const user = await createMember(teamId)
  const listed = () => teamActions(secondNode).listPermissions(teamId, user)
  expect(await listed()).toEqual(['team_member'])
  await grant(teamId, user, 'team_admin')
  expect(await listed()).toEqual(['team_admin', 'team_member'])
  await revoke(teamId, user, 'team_member')
  expect(await listed()).toEqual(['team_admin'])

  await project.call('PATCH /internal/projects/current', {
    as: 'admin',
    body: { config: { user_default_permissions: [{ id: 'reader' }], team_creator_default_permissions: [] } },
  })
  const readDefaults = async () =>
    (await secondNode.call('GET /internal/projects/current', { as: 'admin' })).config.user_default_permissions
  await expect.poll(readDefaults).toHaveLength(1)
  const { id: user_id } = await secondNode.call('POST /users', { as: 'server', body: {} })
  const { items } = await secondNode.call('GET /project-permissions', { as: 'server', query: { user_id } })
  expect(items).toEqual([{ id: 'reader', user_id }])
  const creator = await createPerson(secondNode)
  const ownTeam = await teamActions(secondNode).createTeam(creator)
  expect(await teamActions(secondNode).listPermissions(ownTeam, creator)).toEqual([])
})
