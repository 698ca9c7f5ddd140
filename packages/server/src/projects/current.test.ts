import { expect, test } from 'vitest'
import { testProject } from '../testing/index.ts'

test('apps of every level see the same public facts of a fresh project', async () => {
  const { call, id } = await testProject()
  for (const as of ['client', 'server', 'admin'] as const) {
    expect(await call('GET /projects/current', { as })).toStrictEqual({
      id,
      display_name: 'Test project',
      logo_url: null,
      full_logo_url: null,
      logo_dark_mode_url: null,
      full_logo_dark_mode_url: null,
      config: {
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: false,
        passkey_enabled: false,
        client_team_creation_enabled: false,
        client_user_deletion_enabled: false,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        second_factor: 'optional',
        second_factor_required_from_millis: null,
        trusted_devices_allowed: true,
        enabled_oauth_providers: [],
      },
    })
  }
})

test('every public flag is shown as it is set', async () => {
  const { call } = await testProject({
    'auth.allowSignUp': false,
    'auth.password.allowSignIn': false,
    'auth.otp.allowSignIn': true,
    'auth.passkey.allowSignIn': true,
    'teams.allowClientTeamCreation': true,
    'users.allowClientUserDeletion': true,
    'apiKeys.enabled.user': true,
    'apiKeys.enabled.team': true,
    'auth.secondFactor': { policy: 'required', requiredFromMillis: 4_000_000_000_000, allowTrustedDevices: false },
  })
  expect((await call('GET /projects/current')).config).toEqual({
    sign_up_enabled: false,
    credential_enabled: false,
    magic_link_enabled: true,
    passkey_enabled: true,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    allow_user_api_keys: true,
    allow_team_api_keys: true,
    second_factor: 'required',
    second_factor_required_from_millis: 4_000_000_000_000,
    trusted_devices_allowed: false,
    enabled_oauth_providers: [],
  })
})

test('providers that sign in are shown by their id alone, sorted', async () => {
  const { call } = await testProject({
    'auth.oauth.providers': {
      x: { type: 'x', allowSignIn: true, isShared: true },
      google: { type: 'google', allowSignIn: true, isShared: false, clientId: 'id', clientSecret: 'secret' },
      github: { type: 'github', allowSignIn: false, isShared: true },
      apple: { allowSignIn: true, isShared: true },
    },
  })
  const { config } = await call('GET /projects/current')
  expect(config.enabled_oauth_providers).toStrictEqual([{ id: 'google' }, { id: 'x' }])
})

test('an access type without a project id is told so before anything else', async () => {
  const { server } = await testProject()
  for (const path of ['/projects/current', '/internal/projects', '/internal/projects/current', '/internal/config']) {
    const headers = { 'x-stack-access-type': 'admin' }
    const response = await server.fetch(`/api/v1${path}`, { headers })
    expect(await response.json()).toMatchObject({
      code: 'ACCESS_TYPE_WITHOUT_PROJECT_ID',
      details: { request_type: 'admin' },
    })
  }
})

test.each([
  '6f9b1d0e-0000-4000-8000-000000000000',
  'any text',
  'INTERNAL',
  "'; DROP TABLE projects",
  '0'.repeat(2_000),
])('the project id %s names no project, even with wrong keys', async (projectId) => {
  const { send } = await testProject()
  expect(
    await send('GET /projects/current', { as: 'server', headers: { 'x-stack-project-id': projectId } }),
  ).toMatchObject({ status: 400, body: { code: 'CURRENT_PROJECT_NOT_FOUND', details: { project_id: projectId } } })
})

test('keys of one project do not open another', async () => {
  const project = await testProject()
  const other = await testProject()
  const code = {
    client: 'INVALID_PUBLISHABLE_CLIENT_KEY',
    server: 'INVALID_SECRET_SERVER_KEY',
    admin: 'INVALID_SUPER_SECRET_ADMIN_KEY',
  }
  for (const as of ['client', 'server', 'admin'] as const) {
    expect(
      await project.send('GET /projects/current', { as, headers: { 'x-stack-project-id': other.id } }),
    ).toMatchObject({ status: 401, body: { code: code[as], details: { project_id: other.id } } })
  }
})

test('an empty key counts as none', async () => {
  const { send } = await testProject()
  expect(
    await send('GET /projects/current', { as: 'server', headers: { 'x-stack-secret-server-key': '' } }),
  ).toMatchObject({ status: 401, body: { code: 'SERVER_AUTHENTICATION_REQUIRED' } })
  expect(
    await send('GET /projects/current', { as: 'admin', headers: { 'x-stack-super-secret-admin-key': '' } }),
  ).toMatchObject({ status: 401, body: { code: 'ADMIN_AUTHENTICATION_REQUIRED' } })
})

test('keys for access tokens are there for known projects only', async () => {
  const { id, server } = await testProject()
  const fetchKeys = (projectId: string) => server.fetch(`/api/v1/projects/${projectId}/.well-known/jwks.json`)
  const response = await fetchKeys(id)
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  for (const key of ((await response.json()) as { keys: object[] }).keys) {
    expect(key).toStrictEqual({
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      kid: expect.any(String),
      x: expect.any(String),
      y: expect.any(String),
    })
  }
  for (const unknown of ['6f9b1d0e-0000-4000-8000-000000000000', 'x', '%00', '%E0%A4%A']) {
    const { status, headers } = await fetchKeys(unknown)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
  }
})
