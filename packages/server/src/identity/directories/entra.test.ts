import { expect, test } from 'vitest'
import { openDirectory, type TestDirectory } from '../../testing/directory.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'

/** What Entra ID's published reference of its provisioning service sends, in its order and spelling. */
const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

function userOf({ domain }: TestDirectory, name = 'ada') {
  return {
    schemas: [coreUser, enterprise],
    externalId: `object-${name}`,
    userName: `${name}@${domain}`,
    active: true,
    addresses: [{ primary: false, type: 'work', country: 'UK', locality: 'London', formatted: 'St James Square' }],
    displayName: 'Ada Lovelace',
    emails: [{ primary: true, type: 'work', value: `${name}@${domain}` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
    roles: [],
    title: 'Countess',
    [enterprise]: { employeeNumber: '1815', department: 'Engines' },
    'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User': { tag: 'x' },
  }
}

const patch = (...Operations: object[]) => ({ schemas: [patchOp], Operations })
const memberIds = async (project: TestProject, team_id: string) =>
  (await project.call('GET /users', { as: 'server', query: { team_id } })).items.map(({ id }) => id)

test('a connection test finds nobody', async () => {
  const directory = await openDirectory(await testProject())
  const query = { filter: 'userName eq "6764549e-b7f1-4a9b-a1f2-3b5e0c9ad1c4"' }
  const answer = await directory.send('GET /Users', { query })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    },
  })
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
})

test('a user is looked for, created, changed, deactivated and reactivated', async () => {
  const project = await testProject()
  const directory = await openDirectory(project)
  const { send, call, teamId } = directory
  const given = userOf(directory)
  expect((await call('GET /Users', { query: { filter: `userName eq "${given.userName}"` } })).totalResults).toBe(0)
  const created = await send('POST /Users', { body: given })
  expect(created).toMatchObject({
    status: 201,
    body: {
      schemas: [coreUser, enterprise],
      userName: given.userName,
      externalId: 'object-ada',
      active: true,
      displayName: 'Ada Lovelace',
      name: given.name,
      emails: given.emails,
      title: 'Countess',
      [enterprise]: { employeeNumber: '1815', department: 'Engines' },
      meta: { resourceType: 'User', version: 'W/"1"' },
    },
  })
  const { id } = created.body as { id: string }
  expect(created.headers.get('location')).toBe(`http://localhost:8102/api/v1/scim/v2/${directory.id}/Users/${id}`)
  const [userId] = await memberIds(project, teamId)
  const user = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: userId! } })
  expect(user).toMatchObject({
    display_name: 'Ada Lovelace',
    primary_email: given.userName,
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    has_password: false,
  })
  expect(id).not.toBe(userId)

  for (const filter of [`userName eq "${given.userName.toUpperCase()}"`, 'externalId eq "object-ada"']) {
    expect(
      (await call('GET /Users', { query: { filter } })).Resources.map((found: { id: string }) => found.id),
    ).toEqual([id])
  }

  const changed = await call(`PATCH /Users/${id}`, {
    body: patch(
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Analysis' },
      { op: 'Add', path: `${enterprise}:manager`, value: '26118915' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Ockham Park' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 1815' },
      { op: 'Remove', path: 'title' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:Unknown:2.0:User:tag', value: 'y' },
      {
        op: 'Replace',
        value: { displayName: 'Ada King', 'name.givenName': 'Augusta', [`${enterprise}:division`]: 'R' },
      },
    ),
  })
  expect(changed).toMatchObject({
    displayName: 'Ada King',
    name: { familyName: 'King', givenName: 'Augusta', formatted: 'Ada Lovelace' },
    addresses: [{ type: 'work', formatted: 'Ockham Park', country: 'UK' }],
    phoneNumbers: [{ type: 'mobile', value: '+44 1815' }],
    [enterprise]: { department: 'Analysis', employeeNumber: '1815', division: 'R', manager: { value: '26118915' } },
    meta: { version: 'W/"2"' },
  })
  expect(changed).not.toHaveProperty('title')
  const renamed = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: userId! } })
  expect(renamed.display_name).toBe('Ada King')

  const off = await call(`PATCH /Users/${id}`, { body: patch({ op: 'Replace', path: 'active', value: 'False' }) })
  expect(off.active).toBe(false)
  expect(await memberIds(project, teamId)).toEqual([])
  const on = await call(`PATCH /Users/${id}`, { body: patch({ op: 'Replace', path: 'active', value: 'True' }) })
  expect(on.active).toBe(true)
  expect(await memberIds(project, teamId)).toEqual([userId])

  expect(
    (await listAuditEntries(project, 'directory.user')).map(({ action, actor_type }) => [action, actor_type]),
  ).toEqual([
    ['directory.user_provisioned', 'directory'],
    ['directory.user_deactivated', 'directory'],
    ['directory.user_reactivated', 'directory'],
  ])
  const { items } = await project.call('GET /directories/{directory_id}/operations', {
    as: 'server',
    params: { directory_id: directory.id },
  })
  expect(items.map(({ action, subject, user_id }) => [action, subject, user_id])).toEqual([
    ['user.reactivated', given.userName, userId],
    ['user.deactivated', given.userName, userId],
    ['user.updated', given.userName, userId],
    ['user.created', given.userName, userId],
  ])
  expect(items[2]!.details).toContain('displayName')
})

test('a deleted user is gone for the provider, and the same person if created again', async () => {
  const project = await testProject()
  const directory = await openDirectory(project)
  const given = userOf(directory)
  const { id } = await directory.call('POST /Users', { body: given })
  const [userId] = await memberIds(project, directory.teamId)
  expect((await directory.send(`DELETE /Users/${id}`)).status).toBe(204)
  expect(await directory.send(`GET /Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } })
  expect((await directory.call('GET /Users')).totalResults).toBe(0)
  expect(await memberIds(project, directory.teamId)).toEqual([])
  await directory.call('POST /Users', { body: given })
  expect(await memberIds(project, directory.teamId)).toEqual([userId])
})

test('a group is created without members, found without members, filled, renamed, emptied and deleted', async () => {
  const project = await testProject()
  const directory = await openDirectory(project)
  const { call, send } = directory
  const users: string[] = []
  for (const name of ['ada', 'grace']) users.push((await call('POST /Users', { body: userOf(directory, name) })).id)
  const body = {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Engineers',
    meta: { resourceType: 'Group' },
  }
  const group = await call('POST /Groups', { body })
  const query = { excludedAttributes: 'members', filter: 'displayName eq "engineers"' }
  const listed = await call('GET /Groups', { query })
  expect(listed.Resources).toMatchObject([{ id: group.id, displayName: 'Engineers', externalId: body.externalId }])
  expect(listed.Resources[0]).not.toHaveProperty('members')

  const add = users.map((value) => ({ op: 'Add', path: 'members', value: [{ value }] }))
  await call(`PATCH /Groups/${group.id}`, { body: patch(...add) })
  expect((await call(`GET /Groups/${group.id}`)).members.map(({ value }: { value: string }) => value).sort()).toEqual(
    [...users].sort(),
  )
  await call(`PATCH /Groups/${group.id}`, { body: patch({ op: 'Replace', path: 'displayName', value: 'Engines' }) })
  await call(`PATCH /Groups/${group.id}`, { body: patch({ op: 'Remove', path: `members[value eq "${users[0]}"]` }) })
  // The older spelling.
  await call(`PATCH /Groups/${group.id}`, {
    body: patch({ op: 'Remove', path: 'members', value: [{ value: users[1] }] }),
  })
  expect(await call(`GET /Groups/${group.id}`)).toMatchObject({ displayName: 'Engines', members: [] })
  expect((await send(`DELETE /Groups/${group.id}`)).status).toBe(204)
  expect((await send(`GET /Groups/${group.id}`)).status).toBe(404)
})

test('groups give the permissions that they are mapped to', async () => {
  const project = await testProject({ 'rbac.permissions.writer': { scope: 'team' } })
  const directory = await openDirectory(project)
  const { call, teamId } = directory
  const { listPermissions, grant } = teamActions(project)
  const ada = await call('POST /Users', { body: userOf(directory) })
  const [id] = await memberIds(project, teamId)
  const user = { id: id! }
  const make = (displayName: string) => call('POST /Groups', { body: { displayName, members: [{ value: ada.id }] } })
  const writers = await make('Writers')
  const editors = await make('Editors')
  const setRoles = (roles: { group: string; permission_id: string }[]) =>
    project.call('PATCH /directories/{directory_id}', {
      as: 'server',
      params: { directory_id: directory.id },
      body: { roles },
    })
  expect(await listPermissions(teamId, user)).toEqual(['team_member'])
  await setRoles([
    { group: 'WRITERS', permission_id: 'writer' },
    { group: editors.id, permission_id: 'writer' },
    { group: 'Nobody yet', permission_id: 'team_admin' },
  ])
  expect(await listPermissions(teamId, user)).toEqual(['team_member', 'writer'])

  const leave = (group: { id: string }) =>
    call(`PATCH /Groups/${group.id}`, { body: patch({ op: 'Remove', path: `members[value eq "${ada.id}"]` }) })
  await leave(writers)
  expect(await listPermissions(teamId, user)).toEqual(['team_member', 'writer'])
  await leave(editors)
  expect(await listPermissions(teamId, user)).toEqual(['team_member'])

  // Renamed to a name that has a role.
  await call(`PATCH /Groups/${editors.id}`, { body: patch({ op: 'Add', path: 'members', value: [{ value: ada.id }] }) })
  await call(`PATCH /Groups/${editors.id}`, {
    body: patch({ op: 'Replace', value: { id: editors.id, displayName: 'nobody YET' } }),
  })
  expect(await listPermissions(teamId, user)).toEqual(['team_admin', 'team_member', 'writer'])

  // What was granted by hand stays.
  await grant(teamId, user, 'writer')
  await setRoles([])
  expect(await listPermissions(teamId, user)).toEqual(['team_member', 'writer'])

  await setRoles([{ group: 'nobody yet', permission_id: 'team_admin' }])
  await call(`PATCH /Users/${ada.id}`, { body: patch({ op: 'Replace', path: 'active', value: 'False' }) })
  await call(`PATCH /Users/${ada.id}`, { body: patch({ op: 'Replace', path: 'active', value: 'True' }) })
  expect(await listPermissions(teamId, user)).toEqual(['team_admin', 'team_member'])
  await call(`DELETE /Groups/${editors.id}`)
  expect(await listPermissions(teamId, user)).toEqual(['team_member'])
})
