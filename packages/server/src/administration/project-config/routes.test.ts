import { describe, expect, test } from 'vitest'
import { openOverride, sealOverride } from '../../projects/project-config/seal.ts'
import { race, type TestProject, testProject } from '../../testing/index.ts'

function actions({ call, send }: TestProject) {
  return {
    read: async () => JSON.parse((await call('GET /internal/config', { as: 'admin' })).config_string),
    patch: (override: unknown) =>
      call('PATCH /internal/config/override', {
        as: 'admin',
        body: { config_override_string: JSON.stringify(override) },
      }),
    sendText: (config_override_string: unknown) =>
      send('PATCH /internal/config/override', { as: 'admin', body: { config_override_string } }),
  }
}

const github = { type: 'github', isShared: false, clientId: 'id', clientSecret: 'secret', allowSignIn: true }
const google = { ...github, type: 'google' }

test('a fresh project has the whole configuration', async () => {
  const { read } = actions(await testProject())
  const config = await read()
  expect(config).toMatchObject({
    sourceOfTruth: { type: 'hosted' },
    auth: {
      allowSignUp: true,
      password: { allowSignIn: true },
      otp: { allowSignIn: false },
      passkey: { allowSignIn: false },
      oauth: { accountMergeStrategy: 'link_method', providers: {} },
    },
    domains: { allowLocalhost: true, trustedDomains: {} },
    teams: { createPersonalTeamOnSignUp: false, allowClientTeamCreation: false },
    users: { allowClientUserDeletion: false },
    apiKeys: { enabled: { team: false, user: false } },
    emails: { server: { isShared: true, provider: 'smtp' } },
    payments: { groups: {}, offers: {}, items: {} },
    dataVault: { stores: {} },
    workflows: { availableWorkflows: {} },
  })
  expect(config.payments).not.toHaveProperty('autoPay')
  expect(JSON.stringify(config)).not.toMatch(/null|"[^"]*\.[^"]*":/)
})

test('the configuration is a matter of admins', async () => {
  const { send } = await testProject()
  const refused = {
    status: 401,
    body: { code: 'INSUFFICIENT_ACCESS_TYPE', details: { allowed_access_types: ['admin'] } },
  }
  for (const as of ['client', 'server'] as const) {
    expect(await send('GET /internal/config', { as })).toMatchObject(refused)
    expect(await send('PATCH /internal/config/override', { as, body: { x: 1 } })).toMatchObject(refused)
  }
})

test('a patch returns an empty object and takes effect at once', async () => {
  const project = await testProject()
  const { patch, read } = actions(project)
  expect(await patch({ 'auth.otp.allowSignIn': true })).toStrictEqual({})
  expect((await read()).auth.otp.allowSignIn).toBe(true)
  expect((await project.call('GET /projects/current')).config.magic_link_enabled).toBe(true)
})

test.each([
  {},
  { config_override_string: '' },
  { config_override_string: '{}' },
])('%j changes nothing', async (body) => {
  const project = await testProject()
  const before = await actions(project).read()
  expect(await project.call('PATCH /internal/config/override', { as: 'admin', body })).toStrictEqual({})
  expect(await actions(project).read()).toEqual(before)
})

test.each([
  { config_override_string: null },
  { config_override_string: {} },
  { other: '{}' },
  'text',
])('%j is a schema error', async (body) => {
  const { send } = await testProject()
  expect(await send('PATCH /internal/config/override', { as: 'admin', body })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
})

describe('a patch that is not accepted changes nothing and says why in plain text', () => {
  test.each([
    ['{"auth.allowSignUp":false,}', /^(?!\[)./],
    ['{', /^(?!\[)./],
    ['[]', /^\[FORMAT ERROR\] /],
    ['null', /^\[FORMAT ERROR\] /],
    ['{"auth.allowSignUp":false,"a..b":1}', /^\[FORMAT ERROR\] .*"a\.\.b"/],
    ['{"auth.allowSignUp":false,"nonsense":1}', /^\[ERROR\] .*"nonsense"/],
    ['{"auth.allowSignUp":"false"}', /^\[ERROR\] auth\.allowSignUp /],
    ['{"auth.allowSignUp":false,"emails.server.port":65536}', /^\[WARNING\] emails\.server\.port/],
    ['{"auth.allowSignUp":false,"sourceOfTruth":{"type":"hosted"}}', /^\[ERROR\] .*"sourceOfTruth"/],
  ])('%s', async (text, message) => {
    const { sendText, read } = actions(await testProject())
    const response = await sendText(text)
    expect(response).toMatchObject({ status: 400, body: expect.stringMatching(message) })
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-stack-known-error')).toBeNull()
    expect((await read()).auth.allowSignUp).toBe(true)
  })

  test.each([
    ['the key __proto__', '{"__proto__":{"polluted":1}}'],
    ['__proto__ inside of it', '{"payments.items":{"__proto__":{"polluted":1}}}'],
    ['a path through constructor', '{"constructor.prototype.polluted":1}'],
    ['the key constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['constructor inside of it', '{"payments.items":{"constructor":{"prototype":{"polluted":1}}}}'],
    ['an entry called constructor', '{"payments.items.constructor":{}}'],
    ['an entry called constructor inside of it', '{"payments.items":{"constructor":{}}}'],
    ['ten thousand levels', `{"payments.items":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['U+0000', '{"payments.items.a":{"displayName":"\\u0000"}}'],
    ['a key twice', '{"auth.allowSignUp":true,"auth.allowSignUp":false}'],
  ])('%s', async (_, text) => {
    const { sendText, read } = actions(await testProject())
    expect(await sendText(text)).toMatchObject({ status: 400, body: expect.any(String) })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((await read()).payments.items).toEqual({})
  })
})

describe('record entries', () => {
  test('added by key path stay beside each other, and are removed by null', async () => {
    const { patch, read } = actions(await testProject())
    await patch({ 'auth.oauth.providers.github': github })
    await patch({ 'auth.oauth.providers.google': google })
    expect(Object.keys((await read()).auth.oauth.providers).sort()).toEqual(['github', 'google'])
    await patch({ 'auth.oauth.providers.github': null })
    expect(Object.keys((await read()).auth.oauth.providers)).toEqual(['google'])
    await patch({ 'auth.oauth.providers.github': null })
  })

  test('updated by their key lose what the new value does not have', async () => {
    const { patch, read } = actions(await testProject())
    await patch({ 'auth.oauth.providers.github': github })
    await patch({ 'auth.oauth.providers.github': { type: 'github', isShared: true, allowSignIn: true } })
    expect((await read()).auth.oauth.providers.github).toEqual({
      type: 'github',
      isShared: true,
      allowSignIn: true,
      allowConnectedAccounts: false,
    })
  })

  test('are removed out of an object that was stored as a whole', async () => {
    const { patch, read } = actions(await testProject())
    await patch({ 'auth.oauth': { providers: { github, google } } })
    await patch({ 'auth.oauth.providers.github': null })
    expect(Object.keys((await read()).auth.oauth.providers)).toEqual(['google'])
    await patch({ 'auth.oauth.providers.github': google })
    expect((await read()).auth.oauth.providers.github.type).toBe('google')
    await patch({ 'auth.oauth': {} })
    expect((await read()).auth.oauth.providers).toEqual({})
  })

  test('change in one member by key path', async () => {
    const { patch, read } = actions(await testProject())
    await patch({ 'auth.oauth.providers': { github, google } })
    await patch({ 'auth.oauth.providers.github.clientSecret': 'new secret' })
    const { providers } = (await read()).auth.oauth
    expect(providers.github).toMatchObject({ ...github, clientSecret: 'new secret' })
    expect(providers.google).toMatchObject(google)
  })
})

test('a section replaces all that was stored below it', async () => {
  const { patch, read } = actions(await testProject())
  await patch({ 'payments.items.a': {}, 'payments.groups.g': { displayName: 'G' } })
  await patch({ payments: { items: { b: {} } } })
  const { items, groups } = (await read()).payments
  expect(Object.keys(items)).toEqual(['b'])
  expect(groups).toEqual({})
})

test.each<[string, object, object]>([
  ['one setting', { 'auth.password.allowSignIn': false }, { 'auth.password.allowSignIn': null }],
  ['a setting in an object', { 'domains.allowLocalhost': false }, { domains: { allowLocalhost: null } }],
  ['a section', { 'auth.password.allowSignIn': false, 'auth.otp.allowSignIn': true }, { auth: null }],
  ['permissions', { 'rbac.permissions': {}, 'rbac.defaultPermissions.teamCreator': {} }, { rbac: null }],
])('null brings back what a new project has: %s', async (_, change, nulls) => {
  const { read, patch } = actions(await testProject())
  const fresh = await read()
  await patch(change)
  expect(await read()).not.toEqual(fresh)
  await patch(nulls)
  expect(await read()).toEqual(fresh)
})

test('null beside a value below it leaves the value', async () => {
  const { read, patch } = actions(await testProject())
  await patch({ auth: null, 'auth.password': { allowSignIn: false } })
  expect((await read()).auth).toMatchObject({ allowSignUp: true, password: { allowSignIn: false } })
})

test('null brings a plain setting back to what it is in a new project', async () => {
  const { patch, read } = actions(await testProject())
  await patch({ 'auth.allowSignUp': false, 'auth.oauth.accountMergeStrategy': 'raise_error' })
  await patch({ 'auth.allowSignUp': null, 'auth.oauth.accountMergeStrategy': null, 'domains.allowLocalhost': null })
  const { auth, domains } = await read()
  expect(auth.allowSignUp).toBe(true)
  expect(auth.oauth.accountMergeStrategy).toBe('link_method')
  expect(domains.allowLocalhost).toBe(true)
  await patch({ teams: { allowClientTeamCreation: true, createPersonalTeamOnSignUp: null } })
  expect((await read()).teams).toMatchObject({ allowClientTeamCreation: true, createPersonalTeamOnSignUp: false })
})

test('fifty parallel patches of different keys are all kept', async () => {
  const { patch, read } = actions(await testProject())
  const { failed } = await race(50, (index) => patch({ [`payments.items.item_${index}`]: {} }))
  expect(failed).toEqual([])
  expect(Object.keys((await read()).payments.items)).toHaveLength(50)
})

describe('secrets', () => {
  const storedText = async ({ server, id }: TestProject) => {
    const { db } = server.platform
    const row = await db.selectFrom('projects').select('config_override').where('id', '=', id).executeTakeFirstOrThrow()
    return JSON.stringify(row.config_override)
  }

  test.each([
    [{ 'emails.server.password': 'hidden password' }],
    [{ 'emails.server': { password: 'hidden password' } }],
    [{ emails: { server: { password: 'hidden password' } } }],
  ])('of the SMTP server given as %j are readable in responses and encrypted in the database', async (override) => {
    const project = await testProject()
    const { patch, read } = actions(project)
    await patch(override)
    expect((await read()).emails.server.password).toBe('hidden password')
    expect(await storedText(project)).not.toContain('hidden password')
    await patch({ 'auth.allowSignUp': false })
    expect((await read()).emails.server.password).toBe('hidden password')
  })

  test.each([
    [{ 'auth.oauth.providers.x.clientSecret': 'hidden secret' }],
    [{ 'auth.oauth.providers.x': { clientSecret: 'hidden secret' } }],
    [{ auth: { oauth: { providers: { x: { clientSecret: 'hidden secret' } } } } }],
  ])('of a provider given as %j are readable in responses and encrypted in the database', async (override) => {
    const project = await testProject()
    const { patch, read } = actions(project)
    await patch(override)
    expect((await read()).auth.oauth.providers.x.clientSecret).toBe('hidden secret')
    expect(await storedText(project)).not.toContain('hidden secret')
  })

  test('of one project cannot be read in another, nor in another place', async () => {
    const { secrets } = (await testProject()).server.platform
    const sealed = sealOverride({ 'emails.server.password': 'hidden password' }, 'one', secrets)
    expect(openOverride(sealed, 'one', secrets)).toEqual({ 'emails.server.password': 'hidden password' })
    expect(() => openOverride(sealed, 'other', secrets)).toThrow()
    const moved = { 'auth.oauth.providers.x.clientSecret': sealed['emails.server.password'] }
    expect(() => openOverride(moved, 'one', secrets)).toThrow()
  })
})

test('the stored override has at most a million characters, and so has a change of it', async () => {
  const { sendText, patch, read } = actions(await testProject())
  const keys = ['6f9b1d0e-0000-4000-8000-000000000000', '6f9b1d0e-0000-4000-8000-000000000001'] as const
  const theme = (length: number) => ({ displayName: 'Large', tsxSource: 'x'.repeat(length) })
  await patch({ [`emails.themes.${keys[0]}`]: theme(900_000) })
  expect(await sendText(JSON.stringify({ [`emails.themes.${keys[1]}`]: theme(200_000) }))).toMatchObject({
    status: 400,
    body: expect.any(String),
  })
  expect(await sendText(JSON.stringify({ [`emails.themes.${keys[0]}`]: theme(5_000_000) }))).toMatchObject({
    status: 400,
    body: expect.stringContaining('at most 1000000 characters'),
  })
  const themes = Object.keys((await read()).emails.themes)
  expect(themes).toContain(keys[0])
  expect(themes).not.toContain(keys[1])
})
