import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { race, separateServer, type TestProject, type TestServer, testProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { removeProject } from '../queries.ts'

const asServer = { as: 'server' as const }
const stores = { 'dataVault.stores': { secrets: { displayName: 'Secrets' }, others: {} } }

let project: TestProject
beforeEach(async () => {
  project = await testProject(stores)
})

const set = (hashed_key: string, encrypted_value: string, { store = 'secrets', in: vault = project } = {}) =>
  vault.send('POST /data-vault/stores/{store}/set', {
    ...asServer,
    params: { store },
    body: { hashed_key, encrypted_value },
  })

const get = (hashed_key: string, { store = 'secrets', in: vault = project } = {}) =>
  vault.send('POST /data-vault/stores/{store}/get', { ...asServer, params: { store }, body: { hashed_key } })

const found = (encrypted_value: string) => ({ status: 200, body: { encrypted_value } })
const noValue = (hashed_key: string, store_id = 'secrets') => ({
  status: 400,
  body: { code: 'DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST', details: { store_id, hashed_key } },
})
const noStore = (store_id: string) => ({
  status: 400,
  body: { code: 'DATA_VAULT_STORE_DOES_NOT_EXIST', details: { store_id } },
})

describe('a value', () => {
  test('is read as it was set, by servers and by admins, without a user', async () => {
    expect(await set('key', 'dmFsdWU=')).toMatchObject({ status: 200, body: { success: true } })
    expect(await get('key')).toMatchObject(found('dmFsdWU='))
    const asAdmin = { as: 'admin' as const, params: { store: 'secrets' }, body: { hashed_key: 'key' } }
    expect(await project.call('POST /data-vault/stores/{store}/get', asAdmin)).toEqual({ encrypted_value: 'dmFsdWU=' })
  })

  test('is overwritten by the next one', async () => {
    await set('key', 'first')
    await set('key', 'second')
    expect(await get('key')).toMatchObject(found('second'))
  })

  test.each([
    ['empty', ''],
    ['not base64', 'not base64 at all! {"json": true}'],
    ['of any script', 'žluťoučký 漢字 🗝️ \n\t\u202e'],
  ])('may be %s', async (_, value) => {
    await set('key', value)
    expect(await get('key')).toMatchObject(found(value))
  })

  test('may have a million characters of any script, encrypted and in base64', async () => {
    const value = randomBytes(4_000_046).toString('base64')
    expect((await set('key', value)).status).toBe(200)
    expect((await get('key')).body).toEqual({ encrypted_value: value })
  })

  test('has a limit of its own, and the other route has the usual one', async () => {
    expect((await set('key', 'x'.repeat(6_000_000))).status).toBe(413)
    expect((await get('x'.repeat(1_500_000))).status).toBe(413)
  })

  test('belongs to the exact text of its key, however long or odd that is', async () => {
    const keys = [
      'k',
      'K',
      'k ',
      ' ',
      'x'.repeat(100_000),
      `${'x'.repeat(100_000)}y`,
      '../secrets',
      '漢字',
      '__proto__',
    ]
    for (const [index, key] of keys.entries()) await set(key, `value ${index}`)
    for (const [index, key] of keys.entries()) expect((await get(key)).body, key).toEqual(found(`value ${index}`).body)
  })

  test('of one store is not that of another', async () => {
    await set('key', 'one')
    expect(await get('key', { store: 'others' })).toMatchObject(noValue('key', 'others'))
    await set('key', 'two', { store: 'others' })
    expect(await get('key')).toMatchObject(found('one'))
    expect(await get('key', { store: 'others' })).toMatchObject(found('two'))
  })

  test('that many set at once is one of theirs, whole', async () => {
    const values = Array.from({ length: 30 }, (_, index) => `${index}:${randomBytes(20_000).toString('base64')}`)
    const { failed } = await race(values.length, (index) => set('key', values[index]!))
    expect(failed).toEqual([])
    const { body } = await get('key')
    expect(values).toContain((body as { encrypted_value: string }).encrypted_value)
    expect(await countValues(project)).toBe(1)
  })
})

describe('errors are reported in this order', () => {
  test('client access, before anything else', async () => {
    for (const route of ['set', 'get']) {
      const answer = await project.send(`POST /data-vault/stores/{store}/${route}`, {
        params: { store: 'nowhere' },
        body: {},
      })
      expect(answer).toMatchObject({
        status: 401,
        body: {
          code: 'INSUFFICIENT_ACCESS_TYPE',
          details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
        },
      })
    }
  })

  test.each([{}, { hashed_key: '' }, { hashed_key: null }])('the body %j, before the store', async (body) => {
    for (const route of ['set', 'get']) {
      const answer = await project.send(`POST /data-vault/stores/{store}/${route}`, {
        ...asServer,
        params: { store: 'nowhere' },
        body: route === 'set' ? { encrypted_value: '', ...body } : body,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test.each([
    'nowhere',
    'Secrets',
    ' ',
    '',
    '__proto__',
    'constructor',
    'a/b',
    'x'.repeat(5000),
  ])('the store %j, which is not configured', async (store) => {
    expect(await set('key', 'value', { store })).toMatchObject(noStore(store))
    expect(await get('key', { store })).toMatchObject(noStore(store))
    expect(await countValues(project)).toBe(0)
  })

  test('a key without a value', async () => {
    expect(await get('nobody set this')).toMatchObject(noValue('nobody set this'))
  })
})

test('a store that is taken out of the settings hides its values, and brings them back', async () => {
  await set('key', 'value')
  const configure = (change: object) =>
    project.call('PATCH /internal/config/override', {
      as: 'admin',
      body: { config_override_string: JSON.stringify(change) },
    })
  await configure({ 'dataVault.stores': { others: {} } })
  expect(await get('key')).toMatchObject(noStore('secrets'))
  expect(await set('key', 'other value')).toMatchObject(noStore('secrets'))
  await configure({ 'dataVault.stores.secrets': { displayName: 'Secrets again' } })
  expect(await get('key')).toMatchObject(found('value'))
})

test('stores are listed with their number of values, and with nothing of the values', async () => {
  const list = (of: TestProject) => of.call('GET /internal/data-vault/stores', { as: 'admin' })
  for (const key of ['a', 'b', 'a']) await set(key, 'value')
  const none = { value_count: 0, has_more: false }
  expect(await list(project)).toEqual({
    stores: [
      { id: 'secrets', display_name: 'Secrets', value_count: 2, has_more: false },
      { id: 'others', display_name: 'Unnamed store', ...none },
    ],
  })
  const other = await testProject(stores)
  expect((await list(other)).stores).toMatchObject([none, none])
  await project.server.platform.db
    .insertInto('data_vault_values')
    .columns([
      'project_id',
      'store_id',
      'key_hash',
      'data_key_encrypted',
      'value_encrypted',
      'created_at',
      'updated_at',
    ])
    .expression(
      sql`SELECT ${project.id}, 'others', int4send(i), '', '', now(), now() FROM generate_series(1, 10001) AS i`,
    )
    .execute()
  expect((await list(project)).stores[1]).toMatchObject({ value_count: 10_000, has_more: true })
})

describe('another project', () => {
  test('does not find stores and values of this one, nor overwrites them', async () => {
    await set('key', 'ours')
    const before = await takeSnapshot(project.server.platform.db, project.id)
    const without = await testProject()
    expect(await get('key', { in: without })).toMatchObject(noStore('secrets'))
    expect(await set('key', 'theirs', { in: without })).toMatchObject(noStore('secrets'))
    const sameNames = await testProject(stores)
    expect(await get('key', { in: sameNames })).toMatchObject(noValue('key'))
    await set('key', 'theirs', { in: sameNames })
    expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)
    expect(await get('key')).toMatchObject(found('ours'))
    expect(await get('key', { in: sameNames })).toMatchObject(found('theirs'))
  })
})

test('the values of a deleted project are gone', async () => {
  await set('key', 'value')
  expect(await countValues(project)).toBe(1)
  await project.call('DELETE /internal/projects/current', { as: 'admin' })
  await removeProject(project.server.platform.db, project.id)
  expect(await countValues(project)).toBe(0)
})

describe('at rest', () => {
  const logLines: string[] = []
  let server: TestServer
  beforeAll(async () => {
    server = await separateServer({ logLines })
  })

  test('the database and the log hold neither what was sent nor what it was sent for', async () => {
    const vault = await createTestProject(server, stores)
    const [key, value] = [randomBytes(32).toString('base64'), randomBytes(60).toString('base64')]
    await set(key, value, { in: vault })
    await get(key, { in: vault })
    await get(`${key} of nobody`, { in: vault })
    await sql`UPDATE data_vault_values SET data_key_encrypted = 'broken' WHERE project_id = ${vault.id}`.execute(
      server.platform.db,
    )
    expect((await get(key, { in: vault })).status).toBe(500)
    await set(key, value, { in: vault })

    const { rows } = await sql<{ row: string; bytes: Buffer }>`
      SELECT v::text AS row, value_encrypted AS bytes FROM data_vault_values v
      WHERE project_id = ${vault.id}`.execute(server.platform.db)
    expect(rows).toHaveLength(1)
    const kept = `${rows[0]!.row} ${rows[0]!.bytes.toString('latin1')}`
    const logged = logLines.join('\n')
    expect(logged).toContain('A request failed')
    for (const secret of [key, value]) {
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64').toString('hex')]) {
        expect(kept).not.toContain(form)
        expect(logged).not.toContain(form)
      }
    }
  })

  test('the same value looks different each time, with another data key', async () => {
    for (let index = 0; index < 20; index++) await set(`key ${index}`, 'always the same')
    const { rows } = await sql<{ values: number; keys: number }>`
      SELECT count(DISTINCT value_encrypted)::int AS values, count(DISTINCT data_key_encrypted)::int AS keys
      FROM data_vault_values WHERE project_id = ${project.id}`.execute(project.server.platform.db)
    expect(rows).toEqual([{ values: 20, keys: 20 }])
  })

  test.each([
    ['key', 'key', 'secrets', true],
    ['store', 'other key', 'others', true],
    ['project', 'other key', 'secrets', false],
  ])('a row that was moved to another %s does not open there', async (_, key, store, isSameProject) => {
    const source = await createTestProject(server, stores)
    const target = isSameProject ? source : await createTestProject(server, stores)
    await set('other key', 'private', { in: source })
    await set(key, 'own', { store, in: target })
    await sql`
      UPDATE data_vault_values AS own
      SET data_key_encrypted = foreign_row.data_key_encrypted, value_encrypted = foreign_row.value_encrypted
      FROM (
        SELECT * FROM data_vault_values WHERE project_id = ${source.id} AND store_id = 'secrets'
        ORDER BY created_at LIMIT 1
      ) AS foreign_row
      WHERE own.project_id = ${target.id} AND own.store_id = ${store}
        AND (own.project_id, own.store_id, own.key_hash)
          <> (foreign_row.project_id, foreign_row.store_id, foreign_row.key_hash)`.execute(server.platform.db)
    expect(await get('other key', { in: source })).toMatchObject(found('private'))
    expect((await get(key, { store, in: target })).status).toBe(500)
  })
})

async function countValues({ id, server }: TestProject): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM data_vault_values WHERE project_id = ${id}`.execute(server.platform.db)
  return rows[0]!.count
}
