import { describe, expect, test } from 'vitest'
import { race, type TestProject, testProject } from '../testing/index.ts'
import { builtInThemeIds } from './project-config/built-in-emails.ts'

const schemaError = { status: 400, body: { code: 'SCHEMA_ERROR' } }

function actions({ call, send }: TestProject) {
  return {
    read: () => call('GET /internal/projects/current', { as: 'admin' }),
    patch: (body: object) => call('PATCH /internal/projects/current', { as: 'admin', body }),
    patchConfig: async (config: object) =>
      (await call('PATCH /internal/projects/current', { as: 'admin', body: { config } })).config,
    sendConfig: (config: object) => send('PATCH /internal/projects/current', { as: 'admin', body: { config } }),
    rendered: async () => JSON.parse((await call('GET /internal/config', { as: 'admin' })).config_string),
  }
}

test('an admin sees every setting of a fresh project', async () => {
  const project = await testProject()
  const { read } = actions(project)
  const { created_at_millis, ...rest } = await read()
  expect(Number.isInteger(created_at_millis)).toBe(true)
  expect(rest).toStrictEqual({
    id: project.id,
    display_name: 'Test project',
    description: '',
    logo_url: null,
    full_logo_url: null,
    logo_dark_mode_url: null,
    full_logo_dark_mode_url: null,
    is_production_mode: false,
    owner_team_id: null,
    revision: 0,
    config: {
      allow_localhost: true,
      sign_up_enabled: true,
      credential_enabled: true,
      magic_link_enabled: false,
      passkey_enabled: false,
      client_team_creation_enabled: false,
      client_user_deletion_enabled: false,
      allow_user_api_keys: false,
      allow_team_api_keys: false,
      create_team_on_sign_up: false,
      client_role_changes_enabled: false,
      marketing_opt_in: false,
      step_up_required: false,
      session_longest_life_minutes: null,
      session_inactivity_minutes: null,
      sessions_per_user: null,
      second_factor: 'optional',
      second_factor_required_from_millis: null,
      trusted_devices_allowed: true,
      session_keys_required: false,
      oauth_account_merge_strategy: 'link_method',
      oauth_providers: [],
      enabled_oauth_providers: [],
      domains: [],
      email_config: { type: 'shared' },
      email_theme: builtInThemeIds.light,
      team_creator_default_permissions: [{ id: 'team_admin' }],
      team_member_default_permissions: [{ id: 'team_member' }],
      user_default_permissions: [],
    },
  })
})

test.each(['GET', 'PATCH', 'DELETE'])('%s is for admins alone', async (method) => {
  const { send } = await testProject()
  for (const as of ['client', 'server'] as const) {
    const request = method === 'GET' ? { as } : { as, body: { nonsense: 1 } }
    expect(await send(`${method} /internal/projects/current`, request)).toMatchObject({
      status: 401,
      body: {
        code: 'INSUFFICIENT_ACCESS_TYPE',
        details: { actual_access_type: as, allowed_access_types: ['admin'] },
      },
    })
  }
})

test('what is not named stays, and an empty change changes nothing', async () => {
  const { read, patch } = actions(await testProject())
  const changed = await patch({ display_name: 'Renamed', config: { magic_link_enabled: true } })
  expect(await patch({})).toEqual(changed)
  expect(await patch({ config: {} })).toEqual(changed)
  expect(await read()).toEqual(changed)
  expect(changed).toMatchObject({
    display_name: 'Renamed',
    config: { magic_link_enabled: true, allow_localhost: true },
  })
})

test('a description is kept, and null empties it', async () => {
  const { patch } = actions(await testProject())
  expect((await patch({ description: 'About us' })).description).toBe('About us')
  expect((await patch({ display_name: 'x' })).description).toBe('About us')
  expect((await patch({ description: null })).description).toBe('')
})

test('production mode can be on with settings of development, about which clients and the dashboard warn', async () => {
  const { patch } = actions(await testProject())
  const config = { allow_localhost: true, domains: [{ domain: 'http://localhost:3000', handler_path: '/' }] }
  const changed = await patch({ is_production_mode: true, config })
  expect(changed).toMatchObject({ is_production_mode: true, config: { allow_localhost: true } })
  expect((await patch({ is_production_mode: false })).is_production_mode).toBe(false)
})

test.each([
  ['allow_localhost', ['domains', 'allowLocalhost']],
  ['sign_up_enabled', ['auth', 'allowSignUp']],
  ['credential_enabled', ['auth', 'password', 'allowSignIn']],
  ['magic_link_enabled', ['auth', 'otp', 'allowSignIn']],
  ['passkey_enabled', ['auth', 'passkey', 'allowSignIn']],
  ['client_team_creation_enabled', ['teams', 'allowClientTeamCreation']],
  ['client_user_deletion_enabled', ['users', 'allowClientUserDeletion']],
  ['allow_user_api_keys', ['apiKeys', 'enabled', 'user']],
  ['allow_team_api_keys', ['apiKeys', 'enabled', 'team']],
  ['create_team_on_sign_up', ['teams', 'createPersonalTeamOnSignUp']],
  ['client_role_changes_enabled', ['teams', 'allowClientRoleChanges']],
  ['marketing_opt_in', ['emails', 'isMarketingOptIn']],
])('%s is the setting %j of the configuration', async (name, path) => {
  const { patchConfig, rendered, read } = actions(await testProject())
  const { config: before } = await read()
  for (const value of [true, false]) {
    expect(await patchConfig({ [name]: value })).toEqual({ ...before, [name]: value })
    expect(path.reduce((node, key) => node[key], await rendered())).toBe(value)
  }
})

test.each(['link_method', 'raise_error', 'allow_duplicates'])('accounts are merged by %s', async (strategy) => {
  const { patchConfig } = actions(await testProject())
  const config = { oauth_account_merge_strategy: strategy }
  expect(await patchConfig(config)).toMatchObject(config)
})

test.each([
  { id: 'x' },
  { owner_team_id: null },
  { created_at_millis: 1 },
  { display_name: null },
  { display_name: {} },
  { logo_url: 'no url' },
  { logo_url: '' },
  { config: null },
  { config: { nonsense: true } },
  { config: { magic_link_enabled: null } },
  { config: { magic_link_enabled: 'maybe' } },
  { config: { oauth_account_merge_strategy: 'other' } },
  { config: { enabled_oauth_providers: [] } },
  { config: { domains: [{ domain: 'https://example.com' }] } },
  { config: { domains: [{ domain: 'https://example.com', handler_path: 'handler' }] } },
  { config: { domains: [{ domain: 'example.com', handler_path: '/' }] } },
  { config: { domains: [{ domain: 'ftp://example.com', handler_path: '/' }] } },
  { config: { domains: [{ domain: 'https://', handler_path: '/' }] } },
  { config: { domains: [{ domain: 'https://example..com', handler_path: '/' }] } },
  { config: { domains: [{ domain: 'https://example.com/*', handler_path: '/' }] } },
  { config: { user_default_permissions: [{ id: 'Not An Id' }] } },
  { config: { user_default_permissions: [{ id: '__proto__.x' }] } },
  { config: { team_creator_default_permissions: [{ id: '$no_system_permission' }] } },
  { config: { team_member_default_permissions: ['team_member'] } },
])('%j is a schema error and changes nothing', async (body) => {
  const project = await testProject()
  const before = await actions(project).read()
  const change = { ...body, is_production_mode: true }
  expect(await project.send('PATCH /internal/projects/current', { as: 'admin', body: change })).toMatchObject(
    schemaError,
  )
  expect(await actions(project).read()).toEqual(before)
})

describe('trusted domains', () => {
  test('are replaced as a whole, sorted, and leave localhost alone', async () => {
    const { patchConfig, rendered } = actions(await testProject())
    const domains = [
      { domain: 'https://b.example.com', handler_path: '/auth' },
      { domain: 'http://a.example.com:8080', handler_path: '/handler' },
      { domain: 'https://*.example.com', handler_path: '/handler' },
    ]
    const sorted = [domains[1], domains[2], domains[0]]
    expect(await patchConfig({ domains })).toMatchObject({ domains: sorted, allow_localhost: true })
    for (const id of Object.keys((await rendered()).domains.trustedDomains)) {
      expect(id).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/)
    }
    expect((await patchConfig({ allow_localhost: false })).domains).toEqual(sorted)
    expect(await patchConfig({ domains: [domains[0]] })).toMatchObject({
      domains: [domains[0]],
      allow_localhost: false,
    })
    expect((await patchConfig({ domains: [] })).domains).toEqual([])
  })

  test('without a base URL are not shown', async () => {
    const { read } = actions(await testProject({ 'domains.trustedDomains.later': { handlerPath: '/handler' } }))
    expect((await read()).config.domains).toEqual([])
  })
})

describe('default permissions', () => {
  test('are replaced as a whole, sorted, without those that have no definition of their scope', async () => {
    const { patchConfig } = actions(
      await testProject({ 'rbac.permissions.reader': { scope: 'project' }, 'rbac.permissions.no_scope': {} }),
    )
    const ids = (...list: string[]) => list.map((id) => ({ id }))
    expect(
      await patchConfig({
        team_creator_default_permissions: ids('team_member', '$update_team', 'gone', 'team_admin', 'reader'),
        team_member_default_permissions: ids('$read_members'),
        user_default_permissions: ids('team_admin', '$read_members', 'reader', 'no_scope'),
      }),
    ).toMatchObject({
      team_creator_default_permissions: ids('$update_team', 'team_admin', 'team_member'),
      team_member_default_permissions: ids('$read_members'),
      user_default_permissions: ids('reader'),
    })
    expect(await patchConfig({ team_creator_default_permissions: [] })).toMatchObject({
      team_creator_default_permissions: [],
      team_member_default_permissions: ids('$read_members'),
    })
  })
})

test('an email theme is one that exists', async () => {
  const { patchConfig, sendConfig } = actions(await testProject())
  expect(await patchConfig({ email_theme: builtInThemeIds.dark })).toMatchObject({ email_theme: builtInThemeIds.dark })
  expect(await sendConfig({ email_theme: '6f9b1d0e-0000-4000-8000-000000000000' })).toMatchObject({
    status: 400,
    body: expect.any(String),
  })
})

test('parallel changes of different settings are all kept', async () => {
  const { patchConfig, read } = actions(await testProject())
  const flags = ['magic_link_enabled', 'passkey_enabled', 'create_team_on_sign_up', 'allow_user_api_keys']
  const { failed } = await race(flags.length, (index) => patchConfig({ [flags[index]!]: true }))
  expect(failed).toEqual([])
  expect((await read()).config).toMatchObject(Object.fromEntries(flags.map((flag) => [flag, true])))
})
