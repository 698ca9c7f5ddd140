import { expect, test } from 'vitest'
import { openDirectory, type ScimBody, type TestDirectory } from '../../testing/directory.ts'
import { testProject } from '../../testing/index.ts'

/** What Okta's published reference of its SCIM 2.0 integration sends, in its order and spelling. */
const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User'
const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

const userOf = ({ domain }: TestDirectory, name = 'grace') => ({
  schemas: [coreUser],
  userName: `${name}@${domain}`,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ primary: true, value: `${name}@${domain}`, type: 'work' }],
  displayName: 'Grace Hopper',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
})

const open = async () => openDirectory(await testProject())
const idsOf = (body: ScimBody): string[] => body.Resources.map(({ id }: ScimBody) => id)

test('a user is looked for, created, read, replaced, deactivated and reactivated', async () => {
  const directory = await open()
  const { call, send } = directory
  const given = userOf(directory)
  const query = { filter: `userName eq "${given.userName}"`, startIndex: 1, count: 100 }
  expect(await call('GET /Users', { query })).toMatchObject({ totalResults: 0, Resources: [] })

  const created = await send('POST /Users', { body: given })
  expect(created.status).toBe(201)
  const user = created.body as ScimBody
  expect(user).toMatchObject({ userName: given.userName, externalId: given.externalId, active: true, locale: 'en-US' })
  expect(user).not.toHaveProperty('password')
  expect(await call(`GET /Users/${user.id}`)).toEqual(user)

  const replaced = await call(`PUT /Users/${user.id}`, {
    body: { ...user, name: { givenName: 'Grace', middleName: 'Brewster', familyName: 'Hopper' } },
  })
  expect(replaced).toMatchObject({ id: user.id, name: { middleName: 'Brewster' }, meta: { version: 'W/"2"' } })
  expect(await call(`PUT /Users/${user.id}`, { body: replaced })).toEqual(replaced)

  const off = await call(`PATCH /Users/${user.id}`, { body: patch({ op: 'replace', value: { active: false } }) })
  expect(off).toMatchObject({ active: false, displayName: 'Grace Hopper' })
  // Nobody comes back by an omission.
  const { active: _, ...rest } = replaced
  expect(await call(`PUT /Users/${user.id}`, { body: rest })).toMatchObject({ active: false })
  const on = await call(`PUT /Users/${user.id}`, { body: { ...rest, active: true } })
  expect(on).toMatchObject({ active: true })
})

test('groups are imported in pages, pushed, renamed, and their members are changed', async () => {
  const directory = await open()
  const { call } = directory
  const [grace, ada] = [
    await call('POST /Users', { body: userOf(directory) }),
    await call('POST /Users', { body: { ...userOf(directory, 'ada'), externalId: '00u2' } }),
  ]
  const group = await call('POST /Groups', { body: { schemas: [coreGroup], displayName: 'Navy', members: [] } })
  const other = await call('POST /Groups', {
    body: { schemas: [coreGroup], displayName: 'Army', members: [{ value: ada.id, display: 'ada' }] },
  })
  expect(idsOf(await call('GET /Groups', { query: { startIndex: 1, count: 1 } }))).toEqual([group.id])
  expect(idsOf(await call('GET /Groups', { query: { startIndex: 2, count: 1 } }))).toEqual([other.id])

  const path = `PATCH /Groups/${group.id}`
  await call(path, { body: patch({ op: 'replace', value: { id: group.id, displayName: 'US Navy' } }) })
  const members = [grace, ada].map(({ id, userName }) => ({ value: id, display: userName }))
  await call(path, { body: patch({ op: 'add', path: 'members', value: members }) })
  const swapped = await call(path, {
    body: patch(
      { op: 'remove', path: `members[value eq "${ada.id}"]` },
      { op: 'replace', path: 'members', value: [members[0]] },
    ),
  })
  expect(swapped).toMatchObject({
    displayName: 'US Navy',
    members: [{ value: grace.id, display: 'Grace Hopper' }],
  })
  const put = await call(`PUT /Groups/${group.id}`, {
    body: { schemas: [coreGroup], id: group.id, displayName: 'US Navy', members: [members[1]] },
  })
  expect(put.members).toMatchObject([{ value: ada.id }])
  expect(idsOf(await call('GET /Groups', { query: { filter: `members[value eq "${ada.id}"]` } }))).toEqual([
    group.id,
    other.id,
  ])
  expect(idsOf(await call('GET /Groups', { query: { filter: `members.value eq "${grace.id}"` } }))).toEqual([])
})

test('hundreds of users are pushed one after the other and read in pages, none twice and none missing', async () => {
  const directory = await open()
  const { call } = directory
  const ids: string[] = []
  for (let index = 0; index < 150; index++) {
    ids.push((await call('POST /Users', { body: { ...userOf(directory, `user${index}`), externalId: `${index}` } })).id)
  }
  const found: string[] = []
  for (let startIndex = 1; ; startIndex += 40) {
    const page = await call('GET /Users', { query: { startIndex, count: 40, attributes: 'userName' } })
    expect(page).toMatchObject({ totalResults: 150, startIndex })
    if (page.Resources.length === 0) break
    expect(Object.keys(page.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName'])
    found.push(...idsOf(page))
  }
  expect(found).toEqual(ids)
})
