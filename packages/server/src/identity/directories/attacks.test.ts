import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDirectory, proveDomain, type ScimBody, sendAs } from '../../testing/directory.ts'
import { goodPassword, newEmail, race, type TestProject, testProject } from '../../testing/index.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'
import { scimEndpoints } from './scim/endpoints.ts'

const patch = (...Operations: object[]) => ({ Operations })
let people = 0
const newName = () => `person-${++people}`

async function open() {
  const project = await testProject({ 'auth.password.allowSignIn': true })
  const directory = await openDirectory(project)
  const add = (body: object = {}): Promise<ScimBody> =>
    directory.call('POST /Users', { body: { userName: `${newName()}@${directory.domain}`, ...body } })
  return { project, directory, add, ...directory }
}

const listMembers = async (project: TestProject, team_id: string) =>
  (await project.call('GET /users', { as: 'server', query: { team_id } })).items.map(({ id }) => id)

test('a token opens its directory only, and nothing but a token opens it', async () => {
  const { project, directory, add } = await open()
  const { id } = await add()
  const neighbour = await openDirectory(project)
  const stranger = await openDirectory(await testProject())
  const tokens = [
    neighbour.token,
    stranger.token,
    directory.token.slice(0, -1),
    `${directory.token}x`,
    directory.token.toUpperCase(),
    project.keys.secretServerKey,
    project.keys.superSecretAdminKey,
    directory.id,
    '',
  ]
  for (const token of tokens) {
    const answer = await sendAs(project, directory.id, token)(`GET /Users/${id}`)
    expect(answer, token).toMatchObject({ status: 401, body: { status: '401' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
  // Keys of the project in its own headers do not help.
  const headers = { ...project.headers('admin'), authorization: '' }
  expect((await directory.send('GET /Users', { headers })).status).toBe(401)
  for (const other of [neighbour, stranger]) {
    expect((await other.send(`GET /Users/${id}`)).status).toBe(404)
    expect((await other.send(`DELETE /Users/${id}`)).status).toBe(404)
    const group = await other.call('POST /Groups', { body: { displayName: 'Group' } })
    const add = { op: 'add', path: 'members', value: [{ value: id }] }
    expect(await other.send(`PATCH /Groups/${group.id}`, { body: patch(add) })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
  }
  expect((await directory.call('GET /Users')).totalResults).toBe(1)
})

const endpoints = Object.keys(scimEndpoints)

test.each(endpoints)('%s is for the token of this directory only', async (endpoint) => {
  const { project, directory, id } = await open()
  const neighbour = await openDirectory(project)
  const stranger = await openDirectory(await testProject())
  const deleted = await openDirectory(project)
  const params = { directory_id: deleted.id }
  await project.call('DELETE /directories/{directory_id}', { as: 'server', params })
  const { token: current } = await project.call('POST /directories/{directory_id}/rotate-token', {
    as: 'server',
    params: { directory_id: id },
    body: { old_token_expires_at_millis: 0 },
  })
  const [method] = endpoint.split(' ')
  const route = endpoint.replace('{id}', randomUUID())
  const request = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
  const tokens = {
    none: '',
    'another directory': neighbour.token,
    'another project': stranger.token,
    'a deleted directory': deleted.token,
    expired: directory.token,
    'a server key': project.keys.secretServerKey,
  }
  for (const [name, token] of Object.entries(tokens)) {
    expect(await sendAs(project, id, token)(route, request), name).toMatchObject({
      status: 401,
      body: { status: '401' },
    })
  }
  expect((await sendAs(project, id, current)(route, request)).status).not.toBe(401)
})

test('a token is not accepted as anything else', async () => {
  const { project, directory } = await open()
  const headers = { authorization: `Bearer ${directory.token}` }
  expect((await project.send('GET /users', { as: 'client', headers })).status).toBe(401)
  const asKey = { 'x-stack-secret-server-key': directory.token }
  expect(await project.send('GET /users', { as: 'server', headers: asKey })).toMatchObject({
    body: { code: 'INVALID_SECRET_SERVER_KEY' },
  })
})

test('IDs of the project mean nothing in a directory, and IDs in a body are ignored', async () => {
  const { project, directory, add, teamId } = await open()
  const victim = await createPerson(project)
  for (const route of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const body = route === 'GET' || route === 'DELETE' ? {} : { body: { userName: 'x', Operations: [] } }
    expect((await directory.send(`${route} /Users/${victim.id}`, body)).status).toBe(404)
  }
  const user = await add({ id: victim.id, externalId: victim.id, user_id: victim.id, meta: { location: 'x' } })
  expect(user.id).not.toBe(victim.id)
  expect(await listMembers(project, teamId)).not.toContain(victim.id)
  await directory.call(`PATCH /Users/${user.id}`, {
    body: patch({ op: 'replace', value: { id: victim.id, user_id: victim.id, title: 'x' } }),
  })
  for (const path of ['id', 'ID', 'meta', 'groups']) {
    const body = patch({ op: 'replace', path, value: victim.id })
    expect(await directory.send(`PATCH /Users/${user.id}`, { body })).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    })
  }
  expect(await listMembers(project, teamId)).not.toContain(victim.id)
  expect((await directory.send('GET /Users/__proto__')).status).toBe(404)
  // The ID that the provider gives is nobody's: two users may even have the same.
  expect((await add({ externalId: victim.id })).id).not.toBe(user.id)
})

test('an address outside of the proven domain is refused, and the answer does not tell whether it exists', async () => {
  const { project, directory, add, teamId, domain } = await open()
  const victim = await createPerson(project)
  const other = await openDirectory(project)
  const user = await add()
  const addresses = [
    victim.email,
    newEmail(),
    `ada@sub.${domain}`,
    `ada@${other.domain}`,
    `ada@${domain}.evil.example`,
    `ada@${domain.replace('company', 'compаny')}`,
  ]
  for (const email of addresses) {
    const refused = (answer: { status: number; body: unknown }) => {
      expect(answer, email).toMatchObject({ status: 409, body: { detail: expect.stringContaining('has not proven') } })
      expect(answer.body).not.toHaveProperty('scimType')
    }
    refused(await directory.send('POST /Users', { body: { userName: email } }))
    refused(await directory.send('POST /Users', { body: { userName: `me@${domain}`, emails: [{ value: email }] } }))
    refused(
      await directory.send(`PATCH /Users/${user.id}`, {
        body: patch({ op: 'replace', path: 'userName', value: email }),
      }),
    )
  }
  expect(await listMembers(project, teamId)).toHaveLength(1)
})

test('what is no address is not taken for one', async () => {
  const { directory, domain } = await open()
  for (const name of ['no address', 'a@b@', '@', 'ada@@', 'a"b@', '<ada@', 'ada,eve@']) {
    const userName = name.endsWith('@') ? `${name}${domain}` : name
    const body = { userName: 'x', emails: [{ value: name === '@' ? '@' : userName }] }
    expect(await directory.send('POST /Users', { body })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
  }
})

test('an international domain is the same however it is spelled', async () => {
  const { project, directory, teamId } = await open()
  await proveDomain(project, teamId, 'xn--bcher-kva.example')
  const created = await directory.send('POST /Users', { body: { userName: 'Ada@BÜCHER.example' } })
  expect(created.status).toBe(201)
  for (const userName of ['ada@bücher.example', 'ADA@xn--BCHER-kva.example', 'ada@bu\u0308cher.example']) {
    expect((await directory.send('POST /Users', { body: { userName } })).status, userName).toBe(409)
  }
  const { items } = await project.call('GET /users', { as: 'server' })
  expect(items.map(({ primary_email }) => primary_email)).toEqual(['ada@xn--bcher-kva.example'])
})

test('whoever signed up with an address and never proved it does not get into the team', async () => {
  const { project, directory, teamId, domain } = await open()
  const squatter = await project.signUp(`boss@${domain}`)
  await directory.call('POST /Users', { body: { userName: `boss@${domain}` } })
  expect(await listMembers(project, teamId)).not.toContain(squatter.user_id)
  const credentials = { email: `boss@${domain}`, password: goodPassword }
  expect((await project.send('POST /auth/password/sign-in', { body: credentials })).status).toBe(400)
})

test('an account that somebody else created for an address is handed over without their way in', async () => {
  const { project, directory, teamId, domain } = await open()
  const email = `boss@${domain}`
  const squatter = await project.signUp(email)
  // Its owner clicked on the link without looking.
  const { db } = project.server.platform
  const change = { is_verified: true, verified_at: new Date() }
  await db.updateTable('contact_channels').set(change).where('project_id', '=', project.id).execute()
  await directory.call('POST /Users', { body: { userName: email } })
  expect(await listMembers(project, teamId)).toEqual([squatter.user_id])
  expect((await project.send('POST /auth/password/sign-in', { body: { email, password: goodPassword } })).status).toBe(
    400,
  )
  const headers = { 'x-stack-refresh-token': squatter.refresh_token }
  expect((await project.send('POST /auth/sessions/current/refresh', { headers })).status).toBe(401)
})

test('an address that was given to somebody else does not bring back its former owner', async () => {
  const { project, directory, add, domain, teamId } = await open()
  const email = `ada@${domain}`
  const former = await add({ userName: email })
  const [formerId] = await listMembers(project, teamId)
  await directory.call(`DELETE /Users/${former.id}`)
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: formerId! },
    body: { primary_email: newEmail(), primary_email_verified: true },
  })
  await add({ userName: email })
  const members = await listMembers(project, teamId)
  expect(members).toHaveLength(1)
  expect(members).not.toContain(formerId)
})

test('names of prototypes are names like any other, and mean nothing', async () => {
  const { directory, add } = await open()
  const { id } = await add()
  const raw = (body: string) => directory.send(`PATCH /Users/${id}`, { body })
  for (const member of ['"__proto__": {"polluted": 1}', '"constructor": {"prototype": {"polluted": 1}}']) {
    for (const body of [
      `{"Operations":[{"op":"add","value":{${member}}}]}`,
      `{"Operations":[{"op":"add","path":"name","value":{${member}}}]}`,
      `{${member},"userName":"x"}`,
    ]) {
      expect(await raw(body)).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } })
    }
  }
  const paths = [
    '__proto__',
    '__proto__.polluted',
    'constructor.prototype',
    'name.__proto__',
    'name.constructor',
    'emails[type eq "work"].__proto__',
    'emails[__proto__ eq "work"].value',
    'emails[constructor eq "x"].type',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:__proto__',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.__proto__',
    'toString',
  ]
  for (const path of paths) {
    for (const op of ['add', 'replace', 'remove']) {
      const { status } = await directory.send(`PATCH /Users/${id}`, { body: patch({ op, path, value: 'polluted' }) })
      expect([200, 400], path).toContain(status)
    }
  }
  const add2 = { op: 'add', value: { toString: 'x', hasOwnProperty: 'y', valueOf: { x: 1 }, constructor: 'z' } }
  expect((await directory.send(`PATCH /Users/${id}`, { body: patch(add2) })).status).toBe(200)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(await directory.call(`GET /Users/${id}`)).sort()).toEqual(
    expect.arrayContaining(['active', 'id', 'meta', 'schemas', 'userName']),
  )
})

test('a filter that cannot be understood is refused rather than ignored', async () => {
  const { directory, add } = await open()
  await add()
  for (const filter of [
    'password eq "x"',
    'user_id eq "x"',
    'groups eq "x"',
    'was_created eq true',
    '__proto__ eq "x"',
    'constructor pr',
    'emails.__proto__ eq "x"',
    'emails[password eq "x"]',
    'members eq "x"',
    'name eq "x"',
    'userName',
    'userName eq',
    'userName eq "x',
    'userName eq x',
    'userName eq null',
    'userName eq 5',
    'userName gt "a"',
    'active co "t"',
    'active eq "perhaps"',
    'meta.created gt "yesterday"',
    'meta.created gt "9999999-01-01"',
    'a.b.c.d.e eq "x"',
    'emails[type[a eq "b"] eq "x"]',
    '',
    ' ',
    '*',
    'userName eq "x" and',
    "userName eq 'x'",
    'userName eq "x"; DROP TABLE users',
    '1 eq 1',
    `${'('.repeat(300)}userName pr${')'.repeat(300)} and password pr`,
    '('.repeat(20_000),
    `userName eq "${'x'.repeat(2_000)}"`,
    Array(40).fill('userName pr').join(' or '),
  ]) {
    const answer = await directory.send('GET /Users', { query: { filter } })
    expect(answer, filter).toMatchObject({ status: 400, body: { status: '400', scimType: 'invalidFilter' } })
  }
})

test('a filter is compared, never run', async () => {
  const { directory, add } = await open()
  await add()
  for (const value of ["' OR '1'='1", "x') OR true --", '%', '_', '$1', "'; DELETE FROM users; --", 'CORP\\\\ada']) {
    for (const attribute of ['userName', 'externalId', 'title', 'emails.value', 'id']) {
      const filter = `${attribute} eq "${value}"`
      expect(await directory.call('GET /Users', { query: { filter } }), filter).toMatchObject({ totalResults: 0 })
    }
  }
  expect(await directory.call('GET /Users', { query: { filter: 'userName co "%"' } })).toMatchObject({
    totalResults: 0,
  })
})

test('a path that leads nowhere is refused', async () => {
  const { directory, add } = await open()
  const { id } = await add()
  for (const path of [
    'a.b.c',
    'name.givenName.x',
    'emails[type eq "work"].value.x',
    'emails[type eq "work"',
    'emails[]',
    '[type eq "work"]',
    'name[type eq "work"].givenName',
    'userName.x',
    'emails[[type eq "work"]]',
    '..',
    'x'.repeat(501),
    `emails[${'('.repeat(200)}type eq "work"${')'.repeat(200)}].value.value`,
  ]) {
    const answer = await directory.send(`PATCH /Users/${id}`, { body: patch({ op: 'add', path, value: 'x' }) })
    expect(answer, path).toMatchObject({
      status: 400,
      body: { scimType: expect.stringMatching(/invalid(Path|Filter)/) },
    })
  }
})

test('requests that are too large, too many or of another type are refused', async () => {
  const { directory, add } = await open()
  const { id } = await add()
  const path = `PATCH /Users/${id}`
  const title = (value: string) => ({ op: 'add', path: 'title', value })
  const refused = async (body: unknown, status: number) =>
    expect(await directory.send(path, { body }), String(JSON.stringify(body)).slice(0, 80)).toMatchObject({
      status,
      body: { status: String(status) },
    })
  await refused({ Operations: [title('x'.repeat(300_000))] }, 413)
  await refused({ Operations: Array(1_001).fill(title('x')) }, 400)
  await refused({ Operations: [title('x'.repeat(1_001))] }, 400)
  await refused({ Operations: [{ op: 'add', path: 'emails', value: Array(51).fill({ value: 'x' }) }] }, 400)
  await refused({ Operations: [{ op: 'move', path: 'title', value: 'x' }] }, 400)
  await refused({ Operations: [{ op: 'remove' }] }, 400)
  await refused({ Operations: [{ op: 'add', value: 'x' }] }, 400)
  await refused({ Operations: [{ op: 'add', path: 5, value: 'x' }] }, 400)
  await refused({ Operations: 'all' }, 400)
  await refused([], 400)
  await refused('{', 400)
  await refused('{"Operations":[],"Operations":[]}', 400)
  await refused(`${'['.repeat(1_000)}${']'.repeat(1_000)}`, 400)
  await refused({ Operations: [{ op: 'replace', path: 'active', value: 'perhaps' }] }, 400)
  await refused({ Operations: [{ op: 'replace', path: 'name', value: 'Ada' }] }, 400)
  const headers = { 'content-type': 'text/html' }
  expect((await directory.send(path, { body: '{}', headers })).status).toBe(415)
  const many = Array.from({ length: 1_001 }, () => ({ value: randomUUID() }))
  const group = await directory.call('POST /Groups', { body: { displayName: 'All' } })
  const all = patch({ op: 'add', path: 'members', value: many })
  expect(await directory.send(`PATCH /Groups/${group.id}`, { body: all })).toMatchObject({
    status: 400,
    body: { scimType: 'tooMany' },
  })
  expect((await directory.call(`GET /Users/${id}`)).meta.version).toBe('W/"1"')
})

test('a directory that is deleted during a synchronisation leaves nothing behind', async () => {
  const { project, directory, domain } = await open()
  const params = { directory_id: directory.id }
  const { succeeded, failed } = await race<unknown>(12, async (index) =>
    index === 5
      ? project.call('DELETE /directories/{directory_id}', { as: 'server', params })
      : (await directory.send('POST /Users', { body: { userName: `${newName()}@${domain}` } })).status,
  )
  expect(failed).toEqual([])
  for (const status of succeeded) expect([201, 401, { success: true }]).toContainEqual(status)
  const { db } = project.server.platform
  for (const table of ['directories', 'directory_users', 'directory_tokens', 'directory_operations'] as const) {
    expect(await db.selectFrom(table).selectAll().where('project_id', '=', project.id).execute()).toEqual([])
  }
  expect((await directory.send('GET /Users')).status).toBe(401)
})

test('a team that is deleted during a synchronisation leaves nothing behind', async () => {
  const { project, directory, domain, teamId } = await open()
  const { failed } = await race<unknown>(12, async (index) =>
    index === 5
      ? project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } })
      : directory.send('POST /Users', { body: { userName: `${newName()}@${domain}` } }),
  )
  expect(failed).toEqual([])
  const { db } = project.server.platform
  expect(await db.selectFrom('directory_users').selectAll().where('project_id', '=', project.id).execute()).toEqual([])
})

test('people and groups that change at once end up with what their groups give', async () => {
  const project = await testProject({ 'rbac.permissions.writer': { scope: 'team' } })
  const directory = await openDirectory(project)
  const { listPermissions } = teamActions(project)
  await project.call('PATCH /directories/{directory_id}', {
    as: 'server',
    params: { directory_id: directory.id },
    body: { roles: [{ group: 'Writers', permission_id: 'writer' }] },
  })
  const user = await directory.call('POST /Users', { body: { userName: `${newName()}@${directory.domain}` } })
  const [id] = await listMembers(project, directory.teamId)
  const group = await directory.call('POST /Groups', { body: { displayName: 'Writers' } })
  const asMember = (op: string) =>
    patch(
      op === 'add'
        ? { op, path: 'members', value: [{ value: user.id }] }
        : { op, path: `members[value eq "${user.id}"]` },
    )
  for (let round = 0; round < 5; round++) {
    await race(6, (index) =>
      index % 2
        ? directory.send(`PATCH /Users/${user.id}`, {
            body: patch({ op: 'replace', value: { active: index !== 3 } }),
          })
        : directory.send(`PATCH /Groups/${group.id}`, { body: asMember(index === 2 ? 'remove' : 'add') }),
    )
    await directory.call(`PATCH /Users/${user.id}`, { body: patch({ op: 'replace', value: { active: true } }) })
    const { members } = await directory.call(`GET /Groups/${group.id}`)
    const expected = members.length === 1 ? ['team_member', 'writer'] : ['team_member']
    expect(await listPermissions(directory.teamId, { id: id! })).toEqual(expected)
  }
})
