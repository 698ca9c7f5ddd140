import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { internalProject, newEmail, testServer } from '../testing/index.ts'
import { createPerson, createOwner as newOwner } from '../testing/world.ts'
import { builtInThemeIds } from './project-config/built-in-emails.ts'

const createOwner = async () => newOwner(await testServer())

test('a project is created with every default', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const before = Date.now()
  const response = await internal.send('POST /internal/projects', {
    user: owner,
    body: { display_name: 'First', owner_team_id: owner.teamId },
  })
  expect(response.status).toBe(201)
  const { id, created_at_millis, ...rest } = response.body as { id: string; created_at_millis: number }
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(created_at_millis).toBeGreaterThanOrEqual(before)
  expect(rest).toStrictEqual({
    display_name: 'First',
    description: '',
    logo_url: null,
    full_logo_url: null,
    logo_dark_mode_url: null,
    full_logo_dark_mode_url: null,
    is_production_mode: false,
    owner_role: 'owner',
    owner_team_id: owner.teamId,
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
      second_factor: 'optional',
      second_factor_required_from_millis: null,
      trusted_devices_allowed: true,
      session_keys_required: false,
      session_longest_life_minutes: null,
      session_inactivity_minutes: null,
      sessions_per_user: null,
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

test('a new project defines what members and admins of its teams may do', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const body = { display_name: 'x', owner_team_id: owner.teamId }
  const { id } = await internal.call('POST /internal/projects', { user: owner, body })
  const headers = { 'x-stack-project-id': id, 'x-stack-admin-access-token': owner.access_token }
  const { config_string } = await internal.call('GET /internal/config', { as: 'admin', headers })

  const { permissions } = JSON.parse(config_string).rbac
  const set = (...ids: string[]) => Object.fromEntries(ids.map((permission) => [permission, true]))
  expect(permissions).toEqual({
    team_member: {
      description: expect.stringMatching(/./),
      scope: 'team',
      containedPermissionIds: set('$read_members', '$invite_members'),
    },
    team_admin: {
      description: expect.stringMatching(/./),
      scope: 'team',
      containedPermissionIds: set(
        '$update_team',
        '$delete_team',
        '$read_members',
        '$remove_members',
        '$invite_members',
        '$manage_api_keys',
      ),
    },
  })
})

test('what is given wins over the defaults', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const config = {
    allow_localhost: false,
    credential_enabled: false,
    magic_link_enabled: true,
    create_team_on_sign_up: true,
    oauth_account_merge_strategy: 'raise_error' as const,
    oauth_providers: [{ id: 'github' as const, type: 'standard' as const, client_id: 'id', client_secret: 'secret' }],
    domains: [{ domain: 'https://example.com', handler_path: '/auth' }],
    email_config: {
      type: 'standard' as const,
      host: 'smtp.example.com',
      port: 25,
      username: 'u',
      password: 'p',
      sender_name: 'n',
      sender_email: 'n@example.com',
    },
    email_theme: builtInThemeIds.dark,
    team_creator_default_permissions: [{ id: 'team_member' }],
    team_member_default_permissions: [],
  }
  const given = { display_name: 'Given', description: 'About', is_production_mode: true, owner_team_id: owner.teamId }
  const project = await internal.call('POST /internal/projects', { user: owner, body: { ...given, config } })
  expect(project).toMatchObject({
    ...given,
    config: { ...config, oauth_providers: [{ provider_config_id: 'github', ...config.oauth_providers[0] }] },
  })
  const { items } = await internal.call('GET /internal/projects', { user: owner })
  expect(items).toEqual([project])
})

test('a project can be created in production mode while localhost is still allowed', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const body = { display_name: 'Live', owner_team_id: owner.teamId, is_production_mode: true }
  const project = await internal.call('POST /internal/projects', { user: owner, body })
  expect(project).toMatchObject({ is_production_mode: true, config: { allow_localhost: true } })
})

test('a logo can come with the creation', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const body = { display_name: 'x', owner_team_id: owner.teamId, logo_url: gif, full_logo_url: 'https://example.com/l' }
  const project = await internal.call('POST /internal/projects', { user: owner, body })
  expect((await internal.server.fetch(project.logo_url!)).headers.get('content-type')).toBe('image/gif')
  expect(project.full_logo_url).toBe('https://example.com/l')
})

test('the creator of a project can administer it immediately with their own token', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const body = { display_name: 'x', owner_team_id: owner.teamId }
  const { id } = await internal.call('POST /internal/projects', { user: owner, body })
  const headers = {
    'x-stack-project-id': id,
    'x-stack-admin-access-token': owner.access_token,
    'x-stack-secret-server-key': '',
    'x-stack-super-secret-admin-key': '',
  }
  const keys = await internal.call('GET /internal/api-keys', { as: 'admin', headers })
  expect(keys.items).toEqual([])
  await internal.call('POST /users', { as: 'server', headers, body: { primary_email: newEmail() } })
})

test('a project cannot be given to a team that one is not in', async () => {
  const internal = await internalProject()
  const [owner, other] = [await createOwner(), await createOwner()]
  for (const team_id of [other.teamId, randomUUID()]) {
    const body = { display_name: 'x', owner_team_id: team_id }
    await expect(internal.call('POST /internal/projects', { user: owner, body })).rejects.toMatchObject({
      status: 404,
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { team_id, user_id: owner.id },
    })
  }
  expect((await internal.call('GET /internal/projects', { user: other })).items).toEqual([])
})

test.each([
  {},
  { display_name: 'x' },
  { owner_team_id: randomUUID() },
  { display_name: null, owner_team_id: randomUUID() },
  { display_name: 'x', owner_team_id: null },
  { display_name: 'x', owner_team_id: 'me' },
  { display_name: 'x', owner_team_id: randomUUID(), id: randomUUID() },
  { display_name: 'x', owner_team_id: randomUUID(), config: { nonsense: 1 } },
])('%j does not describe a project', async (body) => {
  const internal = await internalProject()
  const user = await createPerson(internal)
  expect(await internal.send('POST /internal/projects', { user, body })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
})

test('an unknown theme leaves no project behind', async () => {
  const internal = await internalProject()
  const owner = await createOwner()
  const body = { display_name: 'x', owner_team_id: owner.teamId, config: { email_theme: randomUUID() } }
  await expect(internal.call('POST /internal/projects', { user: owner, body })).rejects.toMatchObject({
    status: 400,
    code: undefined,
  })
  expect((await internal.call('GET /internal/projects', { user: owner })).items).toEqual([])
})
