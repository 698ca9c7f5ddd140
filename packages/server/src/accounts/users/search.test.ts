import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { refreshSearchText } from './queries.ts'

async function createUser({ call }: TestProject, body: object): Promise<string> {
  return (await call('POST /users', { as: 'server', body })).id
}

async function search({ call }: TestProject, query: string): Promise<string[]> {
  return (await call('GET /users', { as: 'server', query: { query } })).items.map(({ id }) => id)
}

test('a part of the display name or of the email finds a user, in any case', async () => {
  const project = await testProject()
  const ada = await createUser(project, { display_name: 'Ada Lovelace', primary_email: 'countess@example.com' })
  const grace = await createUser(project, { display_name: 'Grace Hopper', primary_email: 'amazing@navy.mil' })

  for (const query of ['Ada Lovelace', 'LOVE', 'a', 'Ada L', 'COUNTESS@', 's@ex', 'countess@example.com', 'd']) {
    expect(await search(project, query), query).toContain(ada)
  }
  expect(await search(project, 'love')).toEqual([ada])
  expect(await search(project, 'hop')).toEqual([grace])
  expect(await search(project, 'a')).toEqual([ada, grace])
  expect(await search(project, 'nobody at all')).toEqual([])
  expect(await search(project, '')).toEqual([ada, grace])
})

test('letters beyond ASCII are found in any case', async () => {
  const project = await testProject()
  const names = ['ÅNGSTRÖM', 'Ольга', 'ΟΔΥΣΣΕΥΣ', 'İpek', '李小龙', '🦄 Rider']
  const ids = await Promise.all(names.map((display_name) => createUser(project, { display_name })))
  const found: [string, number][] = [
    ['ångstr', 0],
    ['ÖM', 0],
    ['оль', 1],
    ['ЛЬГА', 1],
    ['οδυσσευς', 2],
    ['ΟΔΥΣ', 2],
    ['Ευσ', 2],
    ['İPE', 3],
    ['小龙', 4],
    ['🦄 r', 5],
  ]
  for (const [query, index] of found) expect(await search(project, query), query).toEqual([ids[index]])
})

test.each([
  '%',
  '_',
  '\\',
  "'",
  '%%',
  "' OR '1'='1",
  '\\%',
  '*',
  '"',
  "'--",
  '{',
  '?',
  '$1',
  '\n',
])('%j is searched for as it is', async (text) => {
  const project = await testProject()
  await createUser(project, { display_name: 'Somebody else', primary_email: 'else@example.com' })
  const id = await createUser(project, { display_name: `before ${text} after` })
  expect(await search(project, text)).toEqual([id])
  expect(await search(project, `e ${text} a`)).toEqual([id])
})

test('every contact channel counts, not only the primary one', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  const id = await createUser(project, { primary_email: 'first@example.com' })
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('contact_channels')
      .values({
        project_id: project.id,
        user_id: id,
        id: randomUUID(),
        type: 'email',
        value: 'second@example.org',
        is_primary: false,
        is_verified: false,
        used_for_auth: false,
        created_at: new Date(),
      })
      .execute()
    await refreshSearchText(trx, project.id, id)
  })
  expect(await search(project, 'second@')).toEqual([id])
  expect(await search(project, 'first@')).toEqual([id])
  expect(await search(project, 'comsecond')).toEqual([])
})

test('a search sees changes of name and email at once', async () => {
  const project = await testProject()
  const id = await createUser(project, { display_name: 'Old Name', primary_email: 'old@example.com' })
  const patch = (body: object) =>
    project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: id }, body })

  await patch({ display_name: 'New Name' })
  expect(await search(project, 'old name')).toEqual([])
  expect(await search(project, 'new name')).toEqual([id])
  expect(await search(project, 'old@')).toEqual([id])
  await patch({ primary_email: 'new@example.com' })
  expect(await search(project, 'old@')).toEqual([])
  expect(await search(project, 'new@')).toEqual([id])
  await patch({ primary_email: null, display_name: null })
  expect(await search(project, 'new')).toEqual([])
})

test('a whole id finds its user, whatever stands around it', async () => {
  const project = await testProject()
  const id = await createUser(project, { display_name: 'Ada' })
  const mention = await createUser(project, { display_name: `Friend of ${id}` })
  expect((await search(project, id)).sort()).toEqual([id, mention].sort())
  for (const query of [` ${id} `, `"${id}"`, `<${id}>`, `${id}!`]) {
    expect(await search(project, query), query).toEqual([id])
  }
  for (const query of [id.slice(0, 35), `_${id}`, `x${id}`, `${id}.`]) {
    expect(await search(project, query), query).not.toContain(id)
  }
  expect(await search(project, ` ${id.toUpperCase()} `)).toEqual([])
})

test('a search stays within its project', async () => {
  const project = await testProject()
  const other = await testProject()
  const foreign = await createUser(other, { display_name: 'Ada', primary_email: 'ada@example.com' })
  expect(await search(project, 'ada')).toEqual([])
  expect(await search(project, foreign)).toEqual([])
})

test('what is found comes in pages too', async () => {
  const project = await testProject()
  const ids: string[] = []
  for (const name of ['match 1', 'other', 'match 2', 'match 3']) {
    ids.push(await createUser(project, { display_name: name }))
  }
  const query = { query: 'MATCH', limit: 2 }
  const first = await project.call('GET /users', { as: 'server', query })
  expect(first.items.map(({ id }) => id)).toEqual([ids[0], ids[2]])
  expect(first.pagination.next_cursor).toBe(ids[3])
  const second = await project.call('GET /users', { as: 'server', query: { ...query, cursor: ids[3] } })
  expect(second.items.map(({ id }) => id)).toEqual([ids[3]])
})

test('a long text is found by all of it, wherever it differs from what others have', async () => {
  const project = await testProject()
  const names = [
    '🦄🦄🦄🦄🦄🦄🦄🦄 unicorn 🦄🦄🦄🦄',
    'A common beginning and one end',
    'A common beginning and another end',
    '100% of_ten \\ "quoted" <b>text</b>',
    `${'x'.repeat(150)}y`,
  ]
  const ids: string[] = []
  for (const display_name of names) ids.push(await createUser(project, { display_name }))
  for (const [index, name] of names.entries()) expect(await search(project, name), name).toEqual([ids[index]])
  expect(await search(project, 'a COMMON beginning and')).toEqual([ids[1], ids[2]])
  expect(await search(project, 'a common beginning, and')).toEqual([])
  expect(await search(project, `${'x'.repeat(150)}z`)).toEqual([])
  expect(await search(project, '🦄🦄🦄🦄🦄🦄🦄🦄 unicorn 🦄🦄🦄🦄🦄')).toEqual([])
})
