import { expect, test } from 'vitest'
import { type TestProject, testProject } from '../../testing/index.ts'

const fitting = {
  'rbac.permissions.reader': { scope: 'project' },
  'oauthProvider.scopes.invoices:read': { displayName: 'Read invoices', permissionId: 'reader' },
  'oauthProvider.resources.api': {
    uri: 'https://api.example.com',
    displayName: 'The API',
    isDefault: true,
    scopes: { 'invoices:read': true },
  },
  'oauthProvider.claims.plan': { scope: 'profile', metadata: 'server', key: 'plan' },
}

const write = ({ send }: TestProject, settings: object) =>
  send('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify(settings) },
  })

test('settings of the OAuth provider that fit together are saved', async () => {
  expect(await write(await testProject(), fitting)).toMatchObject({ status: 200 })
})

test.each<[object, string]>([
  [{ 'oauthProvider.resources.mcp': { displayName: 'MCP' } }, 'oauthProvider.resources.mcp.uri is required.'],
  [
    { 'oauthProvider.resources.mcp': { uri: 'https://mcp.example.com', isDefault: true } },
    'oauthProvider.resources.mcp.isDefault: The API is the default resource already.',
  ],
  [
    { 'oauthProvider.resources.mcp': { uri: 'https://api.example.com' } },
    'oauthProvider.resources.mcp.uri: The API has this URI already.',
  ],
  [
    { 'oauthProvider.resources.api.scopes.unknown': true },
    'oauthProvider.resources.api.scopes: there is no scope unknown.',
  ],
  [
    { 'oauthProvider.claims.tier': { scope: 'unknown', metadata: 'client', key: 'tier' } },
    'oauthProvider.claims.tier.scope: there is no scope unknown.',
  ],
  [
    { 'oauthProvider.claims.sub': { scope: 'openid', metadata: 'client', key: 'sub' } },
    'oauthProvider.claims.sub: sub has a meaning of its own.',
  ],
  [
    { 'oauthProvider.scopes.write': { permissionId: 'unknown' } },
    'oauthProvider.scopes.write.permissionId: there is no permission unknown.',
  ],
  [{ 'oauthProvider.scopes.openid': {} }, 'There is no setting "oauthProvider.scopes.openid".'],
  [
    { 'oauthProvider.scopes.invoices:read': null },
    'oauthProvider.resources.api.scopes: there is no scope invoices:read.',
  ],
  [{ 'oauthProvider.consentUrl': 'javascript:alert(1)' }, 'must be an http or https URL'],
])('%j is refused: %s', async (settings, mistake) => {
  const project = await testProject(fitting)
  const refused = await write(project, settings)
  expect(refused).toMatchObject({ status: 400, body: expect.stringContaining(mistake) })
  const { config_string } = await project.call('GET /internal/config', { as: 'admin' })
  expect(JSON.parse(config_string).oauthProvider).toMatchObject({
    resources: { api: { displayName: 'The API', isDefault: true } },
    claims: { plan: { scope: 'profile' } },
  })
})

test('the configuration editor is told the same', async () => {
  const project = await testProject()
  const { revision } = await project.call('GET /internal/config/override', { as: 'admin' })
  const config_override_string = JSON.stringify({ oauthProvider: { resources: { api: { displayName: 'The API' } } } })
  const refused = await project.send('PUT /internal/config/override', {
    as: 'admin',
    body: { config_override_string, revision },
  })
  expect(refused).toMatchObject({ status: 400, body: '[WARNING] oauthProvider.resources.api.uri is required.' })
})

test('a scope, with what refers to it, is removed at once', async () => {
  const project = await testProject(fitting)
  const settings = {
    'oauthProvider.scopes.invoices:read': null,
    'oauthProvider.resources.api.scopes.invoices:read': null,
  }
  expect(await write(project, settings)).toMatchObject({ status: 200 })
})
