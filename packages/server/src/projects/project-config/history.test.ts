import { describe, expect, test } from 'vitest'
import { race, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'

const override = 'GET /internal/config/override'

function actions({ call, send }: TestProject) {
  const as = 'admin'
  const read = async () => {
    const { config_override_string, revision } = await call(override, { as })
    return { tree: JSON.parse(config_override_string), revision }
  }
  return {
    read,
    patch: (settings: object) =>
      call('PATCH /internal/config/override', { as, body: { config_override_string: JSON.stringify(settings) } }),
    put: (tree: unknown, revision: number) =>
      send('PUT /internal/config/override', { as, body: { config_override_string: JSON.stringify(tree), revision } }),
    list: (query: { limit?: number; cursor?: string } = {}) => call('GET /internal/config/changes', { as, query }),
    restore: (revision: number, current: number) =>
      call('POST /internal/config/changes/{revision}/restore', {
        as,
        params: { revision },
        body: { revision: current },
      }),
    readConfig: async () => JSON.parse((await call('GET /internal/config', { as })).config_string),
  }
}

const github = { type: 'github', isShared: false, clientId: 'id', clientSecret: 'top-secret', allowSignIn: true }

describe('the whole configuration as one text', () => {
  test('has what differs from the defaults, and no secret', async () => {
    const { patch, read } = actions(await testProject())
    await patch({ 'auth.oauth.providers.github': github, 'emails.server.password': 'smtp-secret' })
    const { tree } = await read()
    expect(tree.auth.oauth.providers.github).toEqual({ ...github, clientSecret: '(secret)' })
    expect(tree.emails).toEqual({ server: { password: '(secret)' } })
    expect(tree).not.toHaveProperty('apiKeys')
  })

  test('can be replaced: what it does not name is back at its default, and secrets stay', async () => {
    const { patch, read, put, readConfig } = actions(await testProject())
    await patch({ 'auth.oauth.providers.github': github, 'auth.allowSignUp': false })
    const { tree, revision } = await read()
    tree.auth.oauth.providers.github.clientId = 'another'
    delete tree.auth.allowSignUp
    expect(await put(tree, revision)).toMatchObject({ status: 200, body: { revision: revision + 1 } })
    expect((await readConfig()).auth).toMatchObject({
      allowSignUp: true,
      oauth: { providers: { github: { clientId: 'another', clientSecret: 'top-secret' } } },
    })
  })

  test('is refused with the path of the mistake, or of a secret that nobody stored', async () => {
    const { read, put } = actions(await testProject())
    const { revision } = await read()
    expect(await put({ auth: { allowSignUp: 'yes' } }, revision)).toMatchObject({
      status: 400,
      body: expect.stringContaining('auth.allowSignUp must be of type boolean'),
    })
    const invented = { auth: { oauth: { providers: { github: { ...github, clientSecret: '(secret)' } } } } }
    expect(await put(invented, revision)).toMatchObject({
      status: 400,
      body: expect.stringContaining('auth.oauth.providers.github.clientSecret'),
    })
    expect((await read()).revision).toBe(revision)
  })

  test('is not overwritten by somebody who read an older one', async () => {
    const { patch, read, put, readConfig } = actions(await testProject())
    const { tree, revision } = await read()
    await patch({ 'auth.otp.allowSignIn': true })
    expect(await put({ ...tree, users: { allowClientUserDeletion: true } }, revision)).toMatchObject({ status: 409 })
    expect(await readConfig()).toMatchObject({
      auth: { otp: { allowSignIn: true } },
      users: { allowClientUserDeletion: false },
    })
  })

  test('is saved by one of many who read the same', async () => {
    const { read, put } = actions(await testProject())
    const { tree, revision } = await read()
    const { succeeded } = await race(6, (index) => put({ ...tree, branding: { radius: index } }, revision))
    expect(succeeded.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await read()).revision).toBe(revision + 1)
  })
})

describe('the history', () => {
  test('tells who changed what, newest first and page by page', async () => {
    const project = await testProject()
    const { patch, list } = actions(project)
    await patch({ 'auth.allowSignUp': false })
    await patch({ 'auth.allowSignUp': false })
    await patch({ 'branding.radius': 4 })
    const { items, pagination } = await list({ limit: 1 })
    expect(items).toMatchObject([
      { actor: { type: 'admin-key', name: expect.any(String) }, changes: [{ path: 'branding.radius', to: 4 }] },
    ])
    const older = await list({ limit: 1, cursor: pagination.next_cursor! })
    expect(older.items).toMatchObject([{ changes: [{ path: 'auth.allowSignUp', from: true, to: false }] }])
  })

  test('names the entries whose settings have changed, also once they are gone', async () => {
    const { patch, list } = actions(await testProject())
    const offer = 'payments.offers.o-7f3a'
    const price = `${offer}.prices.once.EUR`
    const sellFor = (EUR: string) =>
      patch({ [offer]: { displayName: 'Pro plan', customerType: 'user', prices: { once: { EUR } } } })
    await sellFor('5')
    await sellFor('9')
    await patch({ [offer]: null })
    const { items } = await list({ limit: 2 })
    expect(items[1]!.changes).toEqual([{ path: price, name: 'Pro plan', from: '5', to: '9' }])
    expect(items[0]!.changes).toContainEqual({ path: price, name: 'Pro plan', from: '9' })
  })

  test('names what values are IDs of', async () => {
    const { patch, list } = actions(await testProject())
    const themeId = '5f1c9d3e-58e5-4f0c-9d3a-0c6f7f1f2a11'
    const theme = { displayName: 'Spring', tsxSource: 'export function EmailTheme() { return null }' }
    await patch({ [`emails.themes.${themeId}`]: theme })
    await patch({ 'emails.selectedThemeId': themeId })
    await patch({ 'payments.groups.g-1': { displayName: 'Plans' }, 'payments.groups.g-2': { displayName: 'Extras' } })
    const offer = { displayName: 'Pro plan', customerType: 'user', prices: { once: { EUR: '5' } } }
    await patch({ 'payments.offers.o-1': { ...offer, groupId: 'g-1' } })
    await patch({ 'payments.offers.o-1': { ...offer, groupId: 'g-2' } })
    const { items } = await list({ limit: 4 })
    expect(items[0]!.changes).toMatchObject([{ name: 'Pro plan', from_name: 'Plans', to_name: 'Extras' }])
    expect(items[3]!.changes).toMatchObject([{ to: themeId, from_name: expect.any(String), to_name: 'Spring' }])
  })

  test('has changes by every route that makes some', async () => {
    const project = await testProject()
    const { list } = actions(project)
    const before = (await list()).items.length
    await project.call('PATCH /internal/projects/current', { as: 'admin', body: { config: { passkey_enabled: true } } })
    await project.call('POST /team-permission-definitions', { as: 'admin', body: { id: 'billing' } })
    expect((await list()).items.length).toBe(before + 2)
  })

  test('restores what was there before a change', async () => {
    const project = await testProject()
    const { patch, list, restore, read, readConfig } = actions(project)
    const before = await readConfig()
    await patch({ 'auth.allowSignUp': false, 'branding.light': { primary: '#ff0000' } })
    await patch({ 'auth.otp.allowSignIn': true })
    const [, first] = (await list()).items
    const { revision } = await read()
    const restored = await restore(first!.revision, revision)
    expect(restored).toEqual({ revision: revision + 1, missing_secrets: [] })
    expect(await readConfig()).toEqual(before)
    await expect(restore(first!.revision, revision)).rejects.toMatchObject({ status: 409 })
    await expect(restore(999, revision + 1)).rejects.toMatchObject({ status: 404 })
    expect(await listAuditEntries(project, 'project.config_changed')).toHaveLength(3)
  })

  test('keeps no secrets: current ones stay, removed ones have to be entered again', async () => {
    const project = await testProject()
    const { patch, list, restore, read, readConfig } = actions(project)
    await patch({ 'auth.oauth.providers.github': github, 'emails.server.password': 'smtp-secret' })
    await patch({ 'auth.oauth.providers.github': null, 'emails.server.password': 'rotated' })
    const { rows } = await readStored(project)
    expect(JSON.stringify(rows)).not.toMatch(/top-secret|smtp-secret/)
    const [newest] = (await list()).items
    const { missing_secrets } = await restore(newest!.revision, (await read()).revision)
    expect(missing_secrets).toEqual(['auth.oauth.providers.github.clientSecret'])
    const config = await readConfig()
    expect(config.auth.oauth.providers.github).not.toHaveProperty('clientSecret')
    expect(config.emails.server.password).toBe('rotated')
  })

  test('shows what a change replaced, without secrets, to this project only', async () => {
    const project = await testProject()
    const { patch, list } = actions(project)
    await patch({ 'auth.oauth.providers.github': github })
    await patch({ 'branding.radius': 4 })
    const { revision } = (await list()).items[0]!
    const params = { revision }
    const shown = await project.call('GET /internal/config/changes/{revision}', { as: 'admin', params })
    expect(JSON.parse(shown.config_override_string).auth.oauth.providers.github.clientSecret).toBe('(secret)')
    const other = await testProject()
    const refused = await other.send('GET /internal/config/changes/{revision}', {
      as: 'admin',
      params: { revision: String(revision) },
    })
    expect(refused.status).toBe(404)
    expect((await actions(other).list()).items).toEqual([])
  })

  test('has the newest hundred changes', async () => {
    const { patch, list } = actions(await testProject())
    for (let radius = 0; radius < 103; radius++) await patch({ 'branding.radius': radius % 30 })
    const { items, pagination } = await list({ limit: 100 })
    expect(items).toHaveLength(100)
    expect(pagination.next_cursor).toBe(null)
    expect(items[0]).toMatchObject({ changes: [{ to: 102 % 30 }] })
  })
})

async function readStored({ id, server }: TestProject) {
  const rows = await server.platform.db.selectFrom('config_changes').selectAll().where('project_id', '=', id).execute()
  return { rows }
}
