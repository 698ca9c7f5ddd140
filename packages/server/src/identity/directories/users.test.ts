import { expect, test } from 'vitest'
import { openDirectory, type ScimBody, type TestDirectory } from '../../testing/directory.ts'
import { race, type TestProject, testProject } from '../../testing/index.ts'
import { giveAccess, liveGrants } from '../../testing/oauth-grants.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'

let people = 0
const newName = () => `person-${++people}`

async function open(settings = {}) {
  const project = await testProject(settings)
  const directory = await openDirectory(project)
  const add = (body: object = {}): Promise<ScimBody> =>
    directory.call('POST /Users', { body: { userName: `${newName()}@${directory.domain}`, ...body } })
  return { project, directory, add, ...directory, ...teamActions(project) }
}

const patch = (...Operations: object[]) => ({ Operations })
const switchTo = (directory: TestDirectory, id: string, active: boolean) =>
  directory.call(`PATCH /Users/${id}`, { body: patch({ op: 'replace', value: { active } }) })

async function findUser(project: TestProject, email: string) {
  const { items } = await project.call('GET /users', { as: 'server', query: { query: email } })
  return items.find(({ primary_email }) => primary_email === email)!
}

const signIn = (project: TestProject, user_id: string) =>
  project.call('POST /auth/sessions', { as: 'server', body: { user_id } })
const isSignedIn = async (project: TestProject, { refresh_token }: { refresh_token: string }) =>
  (await project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } }))
    .status === 200
const isMember = async (project: TestProject, teamId: string, userId: string) => {
  const { items } = await project.call('GET /teams', { as: 'server', query: { user_id: userId } })
  return items.some(({ id }) => id === teamId)
}

/** Somebody who used the app before the company came. */
const createUser = (project: TestProject, email: string, isVerified = true) =>
  project.call('POST /users', {
    as: 'server',
    body: { primary_email: email, primary_email_verified: isVerified, primary_email_auth_enabled: true },
  })

test('nobody is sent an email, whatever happens', async () => {
  const { project, directory, add } = await open()
  const existing = await createUser(project, `existing@${directory.domain}`)
  const joined = await add({ userName: existing.primary_email })
  const made = await add()
  for (const { id } of [joined, made]) {
    await switchTo(directory, id, false)
    await switchTo(directory, id, true)
    await directory.call(`DELETE /Users/${id}`)
  }
  const { db } = project.server.platform
  expect(await db.selectFrom('outgoing_emails').select('kind').where('project_id', '=', project.id).execute()).toEqual(
    [],
  )
})

test('an account that existed is joined, and neither named nor changed by the directory', async () => {
  const { project, directory, add, teamId, domain } = await open()
  const email = `existing@${domain}`
  const existing = await createUser(project, email)
  const user = await add({ userName: email.toUpperCase(), displayName: 'The Boss' })
  expect(await isMember(project, teamId, existing.id)).toBe(true)
  await directory.call(`PATCH /Users/${user.id}`, {
    body: patch({ op: 'replace', value: { displayName: 'Another', userName: `moved@${domain}` } }),
  })
  expect(await findUser(project, email)).toMatchObject({ id: existing.id, display_name: null, primary_email: email })
})

test('deactivation takes somebody out of the team and touches nothing outside of it', async () => {
  const { project, directory, add, teamId, createTeam, addMember, domain } = await open({
    'apiKeys.enabled': { user: true, team: true },
  })
  await listenToEvents(project)
  const existing = await createUser(project, `existing@${domain}`)
  const otherTeam = await createTeam()
  await addMember(otherTeam, existing)
  const session = await signIn(project, existing.id)
  const key = await project.call('POST /user-api-keys', {
    as: 'server',
    body: { user_id: existing.id, description: 'Script', expires_at_millis: null },
  })
  const { id } = await add({ userName: existing.primary_email })
  await switchTo(directory, id, false)

  expect(await isMember(project, teamId, existing.id)).toBe(false)
  expect(await isMember(project, otherTeam, existing.id)).toBe(true)
  expect(await isSignedIn(project, session)).toBe(true)
  const check = { as: 'server' as const, body: { api_key: key.value } }
  expect((await project.send('POST /user-api-keys/check', check)).status).toBe(200)
  expect((await listEvents(project, 'session.ended')).length).toBe(0)
})

test('a person whom only the company has loses sessions, keys and invitations too, and comes back as the same person', async () => {
  const { project, directory, add, teamId, createMember, domain } = await open({
    'apiKeys.enabled': { user: true, team: true },
    'teams.createPersonalTeamOnSignUp': true,
  })
  await listenToEvents(project)
  const colleague = await createMember(teamId)
  const email = `${newName()}@${domain}`
  const { id } = await add({ userName: email })
  const person = await findUser(project, email)
  const session = await signIn(project, person.id)
  const key = await project.call('POST /user-api-keys', {
    as: 'server',
    body: { user_id: person.id, description: 'Script', expires_at_millis: null },
  })
  const invitation = { team_id: teamId, email, callback_url: 'http://localhost:3000' }
  await project.call('POST /team-invitations/send-code', { as: 'server', body: invitation })
  await giveAccess(project, person.id)
  await switchTo(directory, id, false)

  expect(await liveGrants(project, person.id)).toEqual([])
  expect(await isSignedIn(project, session)).toBe(false)
  expect(await listEvents(project, 'session.ended')).toMatchObject([
    { data: { user_id: person.id, reason: 'user_deactivated' } },
  ])
  const check = { as: 'server' as const, body: { api_key: key.value } }
  expect(await project.send('POST /user-api-keys/check', check)).toMatchObject({ body: { code: 'API_KEY_REVOKED' } })
  const invitations = await project.call('GET /team-invitations', { as: 'server', query: { team_id: teamId } })
  expect(invitations.items).toEqual([])
  expect(await isMember(project, teamId, colleague.id)).toBe(true)

  await switchTo(directory, id, true)
  expect(await isMember(project, teamId, person.id)).toBe(true)
})

test('an account that the directory made follows its name and address, until somebody else has changed them', async () => {
  const { project, directory, add, domain } = await open()
  const email = `${newName()}@${domain}`
  const { id } = await add({ userName: email, displayName: 'Ada' })
  const { id: userId } = await findUser(project, email)
  const change = (value: object) => directory.call(`PATCH /Users/${id}`, { body: patch({ op: 'replace', value }) })
  const read = () => project.call('GET /users/{user_id}', { as: 'server', params: { user_id: userId } })
  await change({ displayName: 'Ada King', userName: `king-${email}` })
  expect(await read()).toMatchObject({
    display_name: 'Ada King',
    primary_email: `king-${email}`,
    primary_email_verified: true,
  })
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: userId },
    body: { display_name: 'Countess', primary_email: 'ada@elsewhere.example' },
  })
  await change({ displayName: 'Augusta', userName: `augusta-${email}` })
  expect(await read()).toMatchObject({ display_name: 'Countess', primary_email: 'ada@elsewhere.example' })
})

test('of two who create the same user at once, one is told that the name is taken', async () => {
  const { project, directory } = await open()
  const body = { userName: `${newName()}@${directory.domain}` }
  const { succeeded } = await race(8, (index) =>
    directory.send('POST /Users', { body: { userName: index % 2 ? body.userName : body.userName.toUpperCase() } }),
  )
  expect(succeeded.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  for (const { status, body } of succeeded) {
    if (status === 409) expect(body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  }
  expect(await project.call('GET /users', { as: 'server' })).toMatchObject({ items: { length: 1 } })
})

test('names and addresses are unique within the directory, also after a change', async () => {
  const { directory, add, domain } = await open()
  const ada = await add({ userName: 'ada', emails: [{ value: `ada@${domain}` }] })
  const grace = await add({ userName: 'grace', emails: [{ value: `grace@${domain}` }] })
  const taken = { status: 409, body: { scimType: 'uniqueness' } }
  const create = (body: object) => directory.send('POST /Users', { body })
  expect(await create({ userName: 'ADA', emails: [{ value: `new@${domain}` }] })).toMatchObject(taken)
  expect(await create({ userName: 'new', emails: [{ value: `ADA@${domain}` }] })).toMatchObject(taken)
  const change = (value: object) =>
    directory.send(`PATCH /Users/${grace.id}`, { body: patch({ op: 'replace', value }) })
  expect(await change({ userName: 'Ada' })).toMatchObject(taken)
  expect(await change({ emails: [{ value: `ada@${domain}` }] })).toMatchObject(taken)
  expect(
    await directory.send(`PATCH /Users/${ada.id}`, { body: patch({ op: 'remove', path: 'userName' }) }),
  ).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
})

test('versions keep two clients from overwriting each other', async () => {
  const { directory, add } = await open()
  const { id } = await add()
  const read = await directory.send(`GET /Users/${id}`)
  expect(read.headers.get('etag')).toBe('W/"1"')
  expect((await directory.send(`GET /Users/${id}`, { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(304)
  const change = (title: string, version: string) =>
    directory.send(`PATCH /Users/${id}`, {
      body: patch({ op: 'add', path: 'title', value: title }),
      headers: { 'if-match': version },
    })
  expect((await change('Countess', 'W/"1"')).headers.get('etag')).toBe('W/"2"')
  expect(await change('Duchess', 'W/"1"')).toMatchObject({ status: 412, body: { status: '412' } })
  expect((await change('Countess', '*')).headers.get('etag')).toBe('W/"2"')
  expect((await directory.send(`DELETE /Users/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(412)
})

test('pages start at the first user and have at most 200', async () => {
  const { add, call, send } = await open()
  const ids = [(await add()).id, (await add()).id]
  for (const startIndex of [0, -5, 1]) {
    const page = await call('GET /Users', { query: { startIndex } })
    expect(page).toMatchObject({ startIndex: 1, itemsPerPage: 2, totalResults: 2 })
    expect(page.Resources.map(({ id }: ScimBody) => id)).toEqual(ids)
  }
  expect(await call('GET /Users', { query: { count: 0 } })).toMatchObject({ totalResults: 2, Resources: [] })
  expect(await call('GET /Users', { query: { count: -1 } })).toMatchObject({ Resources: [] })
  expect(await call('GET /Users', { query: { startIndex: 3 } })).toMatchObject({ totalResults: 2, Resources: [] })
  expect(await call('GET /Users', { query: { count: 100_000, sortBy: 'userName' } })).toMatchObject({ itemsPerPage: 2 })
  for (const query of [{ count: 'many' }, { startIndex: '1.5' }, { startIndex: '1e9' }]) {
    expect((await send('GET /Users', { query })).status).toBe(400)
  }
})

test('filters find exactly whom they describe', async () => {
  const { add, call, domain } = await open()
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const ada = await add({
    userName: 'ada',
    emails: [
      { value: `ada@${domain}`, type: 'work' },
      { value: 'ada@home.example', type: 'home' },
    ],
    name: { givenName: 'Ada "the first"', familyName: 'Lovelace' },
    [enterprise]: { department: 'Engines' },
  })
  const grace = await add({
    userName: 'grace',
    emails: [{ value: `grace@${domain}` }],
    title: 'Admiral',
    active: false,
  })
  const find = async (filter: string) =>
    (await call('GET /Users', { query: { filter } })).Resources.map(({ id }: ScimBody) => id)
  const cases: [string, object[]][] = [
    ['userName eq "ADA"', [ada]],
    ['userName sw "gr" or userName ew "DA"', [ada, grace]],
    ['USERNAME Co "rac"', [grace]],
    [`id eq "${ada.id}"`, [ada]],
    ['active eq false', [grace]],
    ['active eq "True"', [ada]],
    ['not (active eq true)', [grace]],
    ['title pr', [grace]],
    ['title ne "Admiral"', [ada]],
    ['not (title pr)', [ada]],
    ['name.givenName eq "ada \\"the first\\""', [ada]],
    [`${enterprise}:department eq "engines"`, [ada]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada"', [ada]],
    [`emails[type eq "work"].value eq "ADA@${domain}"`, [ada]],
    ['emails[type eq "home" and value co "home"]', [ada]],
    ['emails.value eq "ada@home.example"', [ada]],
    ['emails co "home.example"', [ada]],
    ['meta.created gt "2020-01-01T00:00:00Z" and meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['meta.created gt "2020-01-01T00:00:00Z"', [ada, grace]],
    [`meta.lastModified eq "${ada.meta.lastModified}" and userName eq "ada"`, [ada]],
    ['externalId eq "unknown"', []],
  ]
  for (const [filter, users] of cases) {
    expect(await find(filter), filter).toEqual(users.map((user) => (user as ScimBody).id))
  }
})

test('what the server can do is described', async () => {
  const { call, send, directory } = await open()
  expect(await call('GET /ServiceProviderConfig')).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    filter: { supported: true, maxResults: 200 },
  })
  expect((await call('GET /ResourceTypes')).Resources.map(({ id }: ScimBody) => id)).toEqual(['User', 'Group'])
  expect(await call('GET /ResourceTypes/User')).toMatchObject({ endpoint: '/Users' })
  const schemas = await call('GET /Schemas')
  expect(schemas.totalResults).toBe(3)
  for (const { id } of schemas.Resources) expect((await call(`GET /Schemas/${id}`)).id).toBe(id)
  const userName = schemas.Resources[0].attributes.find(({ name }: ScimBody) => name === 'userName')
  expect(userName).toMatchObject({ required: true, uniqueness: 'server', caseExact: false })
  for (const path of ['/Schemas/__proto__', '/ResourceTypes/constructor', '/Devices', '/Users/1/2']) {
    expect((await send(`GET ${path}`)).status, path).toBe(404)
  }
  expect(await send('POST /Bulk', { body: {} })).toMatchObject({ status: 501, body: { status: '501' } })
  const head = await directory.send('HEAD /Users').catch(() => undefined)
  expect(head?.status ?? 405).toBe(405)
})
