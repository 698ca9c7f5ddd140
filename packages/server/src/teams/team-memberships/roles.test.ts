import { expect, test } from 'vitest'
import { race, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const allowed = { 'teams.allowClientRoleChanges': true }

async function openTeam(settings: Record<string, unknown> = allowed) {
  const project = await testProject(settings)
  const ada = await createPerson(project)
  const actions = teamActions(project)
  const teamId = await actions.createTeam(ada)
  return { project, ada, teamId, ...actions, ...membersOf(project, teamId) }
}

function membersOf(project: TestProject, team_id: string) {
  return {
    list: (user: Person, query: { query?: string; limit?: number; cursor?: string } = {}) =>
      project.call('GET /teams/{team_id}/members', { user, params: { team_id }, query }),
    setAdmin: (user: Person, { id }: { id: string }, is_admin: boolean) =>
      project.call('PATCH /teams/{team_id}/members/{user_id}', {
        user,
        params: { team_id, user_id: id },
        body: { is_admin },
      }),
    leave: (user: Person, { id } = user, keep_admin?: 'true') =>
      project.call('DELETE /team-memberships/{team_id}/{user_id}', {
        user,
        params: { team_id, user_id: id },
        query: keep_admin ? { keep_admin } : {},
      }),
  }
}

const onlyAdmin = { status: 409, message: expect.stringContaining('Nobody else is an admin') }

test('lists members with names and roles, and nothing else about them', async () => {
  const { project, ada, teamId, createMember, list } = await openTeam()
  const grace = await createMember(teamId)
  await project.call('PATCH /users/me', { user: grace, body: { display_name: 'Grace' } })
  const { items, ...rest } = await list(grace)
  expect(items).toEqual([
    {
      user_id: ada.id,
      display_name: null,
      profile_image_url: null,
      is_admin: true,
      joined_at_millis: expect.any(Number),
    },
    {
      user_id: grace.id,
      display_name: 'Grace',
      profile_image_url: null,
      is_admin: false,
      joined_at_millis: expect.any(Number),
    },
  ])
  expect(rest).toMatchObject({ can_change_roles: false, is_only_admin: false })
  expect(await list(ada)).toMatchObject({ can_change_roles: true, is_only_admin: true })
})

test('finds members by the name that the team sees, never by an address that it does not or a hidden name', async () => {
  const { project, teamId, createMember, list } = await openTeam()
  const [grace, alan] = [await createMember(teamId), await createMember(teamId)]
  await project.call('PATCH /users/me', { user: grace, body: { display_name: 'Grace 100%' } })
  const found = async (query: string) => (await list(alan, { query })).items.map(({ user_id }) => user_id)
  expect(await found(' gRACE ')).toEqual([grace.id])
  expect(await found('0%')).toEqual([grace.id])
  expect(await found('G%e')).toEqual([])
  for (const address of [grace.email, grace.email.slice(0, 5), '@']) expect(await found(address)).toEqual([])
  await project.call('PATCH /team-member-profiles/{team_id}/{user_id}', {
    user: grace,
    params: { team_id: teamId, user_id: 'me' },
    body: { display_name: 'Amazing' },
  })
  expect(await found('grace')).toEqual([])
  expect(await found('amazing')).toEqual([grace.id])
})

test('tells addresses to members who may remove others, who also find members by them', async () => {
  const { ada, teamId, createMember, grant, list } = await openTeam()
  const [grace, alan] = [await createMember(teamId), await createMember(teamId)]
  const addresses = async (user: Person, query?: string) =>
    (await list(user, query === undefined ? {} : { query })).items.map(({ primary_email }) => primary_email)
  expect(await addresses(ada)).toEqual([ada.email, grace.email, alan.email])
  expect(await addresses(ada, ` ${grace.email.toUpperCase()} `)).toEqual([grace.email])
  expect(await addresses(alan)).toEqual([undefined, undefined, undefined])
  const holder = await createMember(teamId)
  await grant(teamId, holder, '$remove_members')
  expect(await addresses(holder)).toContain(grace.email)
  expect(await addresses(holder, grace.email)).toEqual([grace.email])
})

test('tells no address that is neither verified nor signs in, and finds nobody by one', async () => {
  const { project, ada, teamId, createMember, list } = await openTeam()
  const member = await createMember(teamId)
  const change = (body: object) =>
    project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: member.id }, body })
  const shown = async () => (await list(ada, { query: member.email })).items
  await change({ primary_email_verified: false })
  expect(await shown()).toMatchObject([{ primary_email: member.email, primary_email_verified: false }])
  await change({ primary_email_auth_enabled: false })
  expect(await shown()).toEqual([])
  const [, found] = (await list(ada)).items
  expect(found).not.toHaveProperty('primary_email')
  expect(found).not.toHaveProperty('primary_email_verified')
  await change({ primary_email_verified: true })
  expect(await shown()).toMatchObject([{ primary_email: member.email, primary_email_verified: true }])
})

test('pages through a team in the order of joining', async () => {
  const { ada, teamId, createMember, list } = await openTeam()
  const others = [await createMember(teamId), await createMember(teamId), await createMember(teamId)]
  const first = await list(ada, { limit: 3 })
  const second = await list(ada, { limit: 3, cursor: first.pagination.next_cursor! })
  expect([...first.items, ...second.items].map(({ user_id }) => user_id)).toEqual([ada, ...others].map(({ id }) => id))
  expect(second.pagination.next_cursor).toBeNull()
  await expect(list(ada, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
})

test('only members with the permission to read members see roles', async () => {
  const { project, ada, teamId, createMember, revoke, list } = await openTeam()
  const grace = await createMember(teamId)
  await revoke(teamId, grace, 'team_member')
  await expect(list(grace)).rejects.toMatchObject({ code: 'TEAM_PERMISSION_REQUIRED' })
  const stranger = await createPerson(project)
  await expect(list(stranger)).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' })
  const elsewhere = await openTeam()
  await expect(elsewhere.list(ada)).rejects.toBeDefined()
})

test('an admin makes a member an admin and a member again, which is recorded', async () => {
  const { project, ada, teamId, createMember, setAdmin, listPermissions } = await openTeam()
  const grace = await createMember(teamId)
  await listenToEvents(project)
  await setAdmin(ada, grace, true)
  expect(await listPermissions(teamId, grace)).toEqual(['team_admin', 'team_member'])
  await setAdmin(grace, ada, false)
  expect(await listPermissions(teamId, ada)).toEqual(['team_member'])
  // Nothing changes, so nothing is recorded.
  await setAdmin(grace, ada, false)
  expect((await listEvents(project, 'team_permission')).map(({ type, data }) => [type, data])).toEqual([
    ['team_permission.created', { id: 'team_admin', team_id: teamId, user_id: grace.id }],
    ['team_permission.deleted', { id: 'team_admin', team_id: teamId, user_id: ada.id }],
    ['team_permission.created', { id: 'team_member', team_id: teamId, user_id: ada.id }],
  ])
  const entries = await listAuditEntries(project, 'permission.')
  expect(entries.map(({ action, target_id }) => [action, target_id])).toEqual(
    expect.arrayContaining([
      ['permission.granted', grace.id],
      ['permission.revoked', ada.id],
    ]),
  )
})

test('nobody but an admin of the team changes roles, and only where the project allows it', async () => {
  const { project, ada, teamId, createMember, grant, setAdmin } = await openTeam()
  const grace = await createMember(teamId)
  const stranger = await createPerson(project)
  for (const id of ['$remove_members', '$update_team', '$delete_team']) await grant(teamId, grace, id)
  await expect(setAdmin(grace, grace, true)).rejects.toMatchObject({ code: 'TEAM_PERMISSION_REQUIRED' })
  await expect(setAdmin(stranger, stranger, true)).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' })
  await expect(setAdmin(ada, stranger, true)).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' })
  const unknown = { id: crypto.randomUUID() }
  await expect(setAdmin(ada, unknown, true)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })

  const closed = await openTeam({})
  const member = await closed.createMember(closed.teamId)
  await expect(closed.setAdmin(closed.ada, member, true)).rejects.toMatchObject({ status: 403 })
  expect(await closed.list(closed.ada)).toMatchObject({ can_change_roles: false, is_only_admin: true })
})

test('an admin hands out only what creators of teams get', async () => {
  const { ada, teamId, createMember, grant, setAdmin, listPermissions } = await openTeam({
    ...allowed,
    'rbac.permissions.billing': { scope: 'team' },
  })
  await grant(teamId, ada, 'billing')
  const grace = await createMember(teamId)
  await setAdmin(ada, grace, true)
  expect(await listPermissions(teamId, grace, 'true')).not.toContain('billing')
})

test('a permission that the app gave and that contains those of admins is not taken away', async () => {
  const { ada, teamId, createMember, grant, setAdmin, listPermissions } = await openTeam({
    ...allowed,
    'rbac.permissions.founder': { scope: 'team', containedPermissionIds: { team_admin: true } },
  })
  const grace = await createMember(teamId)
  await grant(teamId, grace, 'founder')
  await expect(setAdmin(ada, grace, false)).rejects.toMatchObject({ status: 409 })
  expect(await listPermissions(teamId, grace)).toEqual(['founder', 'team_member'])
})

test('the only admin can leave as before, but not if asked to keep an admin', async () => {
  const { ada, teamId, createMember, setAdmin, leave } = await openTeam()
  const grace = await createMember(teamId)
  await expect(leave(ada, ada, 'true')).rejects.toMatchObject(onlyAdmin)
  await expect(setAdmin(ada, ada, false)).rejects.toMatchObject(onlyAdmin)
  await setAdmin(ada, grace, true)
  expect(await leave(ada, ada, 'true')).toEqual({ success: true })
  expect(await leave(grace)).toEqual({ success: true })
})

test('members who are not admins leave even if asked to keep an admin', async () => {
  const { teamId, createMember, leave } = await openTeam()
  const grace = await createMember(teamId)
  expect(await leave(grace, grace, 'true')).toEqual({ success: true })
  const withoutRoles = await openTeam({ 'rbac.defaultPermissions.teamCreator': {} })
  expect(await withoutRoles.leave(withoutRoles.ada, withoutRoles.ada, 'true')).toEqual({ success: true })
})

test('of two admins who leave, remove or demote each other at once, one remains', async () => {
  const { project, ada, createTeam, grant, addMember } = await openTeam()
  const grace = await createPerson(project)
  for (let round = 0; round < 6; round++) {
    const teamId = await createTeam(ada)
    await addMember(teamId, grace)
    await grant(teamId, grace, 'team_admin')
    const { leave, setAdmin, list } = membersOf(project, teamId)
    const act = [
      (one: Person) => leave(one, one, 'true'),
      (one: Person, other: Person) => leave(one, other, 'true'),
      (one: Person, other: Person) => setAdmin(one, other, false),
    ][round % 3]!
    const { succeeded } = await race<unknown>(2, (index) => (index === 0 ? act(ada, grace) : act(grace, ada)))
    expect(succeeded).toHaveLength(1)
    const views = await Promise.allSettled([list(ada), list(grace)])
    const seen = views.find((view) => view.status === 'fulfilled')!.value
    expect(seen.items.filter(({ is_admin }) => is_admin)).toHaveLength(1)
  }
})
