// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ClientPage from './client-page.tsx'
import ClientsPage from './clients-page.tsx'
import GeneralPage from './general-page.tsx'
import ScopesPage from './scopes-page.tsx'
import { parseClientSearch } from './search.ts'

const client = {
  id: '6b1f0a3e-6f0e-4c5e-9a53-0c2f4f8a1b11',
  type: 'web',
  display_name: 'Ledger',
  redirect_uris: ['https://ledger.example.com/callback'],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  scopes: null,
  skips_consent: false,
  is_self_registered: false,
  secrets: [
    { id: 's1', ending: 'a1b2', created_at_millis: 2, expires_at_millis: null, last_used_at_millis: null },
    { id: 's2', ending: 'c3d4', created_at_millis: 1, expires_at_millis: Date.UTC(2100, 0), last_used_at_millis: 1 },
  ],
  user_count: 3,
  created_at_millis: 1,
  updated_at_millis: 1,
  last_used_at_millis: null,
  expires_at_millis: null,
  revision: 7,
}
const provider = {
  isEnabled: true,
  scopes: { 'invoices:read': { displayName: 'Read your invoices', permissionId: 'reader' } },
  resources: { api: { displayName: 'Invoice API', uri: 'https://api.example.com', scopes: {}, isDefault: true } },
  claims: { plan: { scope: 'invoices:read', metadata: 'server', key: 'plan' } },
  allowMetadataDocuments: true,
  allowRegistration: false,
}
const pageOf = (items: object[]) => ({ items, is_paginated: true, pagination: { next_cursor: null } })
const config = (oauthProvider: object | undefined) => ({
  'GET /internal/config': () => ({
    config_string: JSON.stringify({ rbac: { permissions: { reader: {} } }, oauthProvider }),
    revision: 7,
  }),
  'PATCH /internal/config/override': () => ({ revision: 8 }),
})

const findSave = (requests: string[]) => {
  const save = requests.find((each) => each.startsWith('PATCH /internal/config/override'))
  return save && JSON.parse(JSON.parse(save.slice(save.indexOf('{'))).config_override_string)
}

test('is switched on, and then shows where apps find it', async () => {
  const user = userEvent.setup()
  const { requests } = await openPage({ route: 'oauth-provider', Page: GeneralPage, answers: config(undefined) })
  expect((await screen.findByLabelText<HTMLInputElement>('Metadata documents')).checked).toBe(true)
  expect(screen.queryByText('Issuer')).toBeNull()
  await user.click(screen.getByLabelText('Let other apps sign users in'))
  await screen.findByText('The OAuth provider is on.')
  expect(findSave(requests)).toEqual({ 'oauthProvider.isEnabled': true })
})

test('shows the issuer with the discovery addresses, and saves the consent page', async () => {
  const user = userEvent.setup()
  const { requests } = await openPage({ route: 'oauth-provider', Page: GeneralPage, answers: config(provider) })
  expect(await screen.findByRole('button', { name: 'Copy issuer' })).toBeTruthy()
  expect(screen.getByText(/\/oauth\/[^/]+\/\.well-known\/openid-configuration$/)).toBeTruthy()
  expect(screen.getByText(/\/\.well-known\/oauth-authorization-server\/oauth\/[^/]+$/)).toBeTruthy()
  const url = screen.getByLabelText('URL')
  await user.type(url, 'app.example.com')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter the whole URL, with https:// in front.')).toBeTruthy()
  await user.clear(url)
  await user.type(url, 'https://app.example.com/consent')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The consent page was saved.')
  expect(findSave(requests)).toEqual({ 'oauthProvider.consentUrl': 'https://app.example.com/consent' })
})

const openClients = (items: object[], answers = {}) =>
  openPage({
    route: 'oauth-provider/clients',
    Page: ClientsPage,
    validateSearch: parseClientSearch,
    answers: { ...config(provider), 'GET /oauth-clients': () => pageOf(items), ...answers },
  })

test('an owner registers a client, corrects its redirect URI and gets its secret once', async () => {
  const user = userEvent.setup()
  const { requests } = await openClients([], {
    'POST /oauth-clients': () => ({ ...client, client_secret: 'ocs_secret' }),
  })
  await screen.findByText('No clients yet')
  await user.click(screen.getAllByRole('button', { name: 'Register client' })[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Ledger')
  await user.type(dialog.getByLabelText('Redirect URIs'), 'http://ledger.example.com/callback')
  await user.click(dialog.getByRole('button', { name: 'Register client' }))
  expect(dialog.getByText('http://ledger.example.com/callback must use https.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Redirect URIs'))
  await user.type(dialog.getByLabelText('Redirect URIs'), 'https://ledger.example.com/callback')
  await user.click(dialog.getByRole('button', { name: 'Register client' }))
  await screen.findByText('Save the secret now')
  expect(screen.getByRole('region', { name: '.env' }).textContent).toContain('OAUTH_CLIENT_SECRET=ocs_secret')
  const sent = requests.find((each) => each.startsWith('POST /oauth-clients'))!
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toEqual({
    type: 'web',
    display_name: 'Ledger',
    redirect_uris: ['https://ledger.example.com/callback'],
  })
})

test('lists clients with their users, and says which registered themselves', async () => {
  const other = { ...client, id: 'other', display_name: 'Editor', is_self_registered: true, user_count: 1_000 }
  await openClients([client, other])
  const table = await screen.findByRole('group', { name: 'Clients' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first!.textContent).toContain('Ledger')
  expect(first!.textContent).toContain('3')
  expect(second!.textContent).toContain('Registered itself')
  expect(second!.textContent).toContain('1,000+')
})

const openClient = (shown: object, answers = {}) =>
  openPage({
    route: 'oauth-provider/clients/$clientId',
    url: `oauth-provider/clients/${client.id}`,
    Page: ClientPage,
    answers: { ...config(provider), [`GET /oauth-clients/${client.id}`]: () => shown, ...answers },
  })

test('an owner limits the scopes of a client, and replaces and ends its secrets', async () => {
  const user = userEvent.setup()
  let basis: string | null = null
  const { requests } = await openClient(client, {
    [`PATCH /oauth-clients/${client.id}`]: ({ headers }: { headers: Headers }) => {
      basis = headers.get('x-stack-revision')
      return client
    },
    [`POST /oauth-clients/${client.id}/rotate-secret`]: () => ({ ...client, client_secret: 'ocs_new' }),
    [`DELETE /oauth-clients/${client.id}/secrets/s2`]: () => client,
  })
  await user.click(await screen.findByLabelText('Only some'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Choose at least one scope.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /^invoices:read/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The client was saved.')
  expect(requests).toContain(`PATCH /oauth-clients/${client.id} {"scopes":["invoices:read"]}`)
  expect(basis).toBe('7')

  await user.click(screen.getByRole('button', { name: 'Replace secret' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/The secret that is about to expire stops working immediately/)).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('The current secret still works for'), '0')
  await user.click(dialog.getByRole('button', { name: 'Replace secret' }))
  await screen.findByText('Save the new secret now')
  expect(requests).toContain(`POST /oauth-clients/${client.id}/rotate-secret {"old_secret_expires_at_millis":0}`)
  await user.click(screen.getByRole('button', { name: 'I have saved it' }))
  await user.click(screen.getByRole('button', { name: 'End the secret that ends in c3d4' }))
  await user.click(await screen.findByRole('button', { name: 'End secret' }))
  await waitFor(() => expect(requests).toContain(`DELETE /oauth-clients/${client.id}/secrets/s2`))
})

test('a service has neither redirects nor users', async () => {
  await openClient({ ...client, type: 'machine', redirect_uris: [], user_count: 0 })
  await screen.findByRole('heading', { name: 'Secret' })
  expect(screen.queryByLabelText('Redirect URIs')).toBeNull()
  expect(screen.queryByLabelText('Do not ask for consent')).toBeNull()
  expect(screen.queryByText('Users with access')).toBeNull()
})

test('a client that registered itself always asks for consent', async () => {
  await openClient({ ...client, is_self_registered: true })
  await screen.findByLabelText('Redirect URIs')
  expect(screen.queryByLabelText('Do not ask for consent')).toBeNull()
})

const openScopes = () => openPage({ route: 'oauth-provider/scopes', Page: ScopesPage, answers: config(provider) })

test('says that what is defined has no effect while the provider is off', async () => {
  await openPage({
    route: 'oauth-provider/scopes',
    Page: ScopesPage,
    answers: config({ ...provider, isEnabled: false }),
  })
  await screen.findByText(/The provider is off/)
  expect(screen.getByRole('link', { name: 'Switch it on' })).toBeTruthy()
})

test('a scope is added with a permission, and deleted with the claims that belong to it', async () => {
  const user = userEvent.setup()
  const { requests } = await openScopes()
  await user.click(await screen.findByRole('button', { name: 'Add scope' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Scope'), 'openid')
  await user.type(dialog.getByLabelText('Name'), 'Change your invoices')
  await user.selectOptions(dialog.getByLabelText('Needs the permission'), 'reader')
  await user.click(dialog.getByRole('button', { name: 'Add scope' }))
  expect(dialog.getByText('Every project has this scope.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Scope'))
  await user.type(dialog.getByLabelText('Scope'), 'invoices:write')
  await user.click(dialog.getByRole('button', { name: 'Add scope' }))
  await screen.findByText('The scope invoices:write was saved.')
  expect(findSave(requests)).toEqual({
    'oauthProvider.scopes.invoices:write': { displayName: 'Change your invoices', permissionId: 'reader' },
  })

  requests.length = 0
  await user.click(screen.getByRole('button', { name: 'Delete the scope invoices:read' }))
  await screen.findByText(/The claim plan goes with it/)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('The scope invoices:read was deleted.')
  expect(findSave(requests)).toEqual({ 'oauthProvider.scopes.invoices:read': null, 'oauthProvider.claims.plan': null })
})

test('a new default resource takes the place of the earlier one', async () => {
  const user = userEvent.setup()
  const { requests } = await openScopes()
  await user.click(await screen.findByRole('button', { name: 'Add resource' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'MCP server')
  await user.type(dialog.getByLabelText('URI'), 'https://api.example.com')
  await user.click(dialog.getByRole('button', { name: 'Add resource' }))
  expect(dialog.getByText('Invoice API has this URI.')).toBeTruthy()
  await user.type(dialog.getByLabelText('URI'), '/mcp')
  await user.click(dialog.getByRole('checkbox', { name: /^invoices:read/ }))
  await user.click(dialog.getByLabelText('Default resource'))
  const lifetime = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Access tokens are valid for' })
  expect(lifetime.selectedOptions[0]?.text).toBe('10 minutes')
  await user.selectOptions(lifetime, '1 hour')
  await user.click(dialog.getByRole('button', { name: 'Add resource' }))
  await screen.findByText('MCP server was saved.')
  expect(findSave(requests)).toEqual({
    'oauthProvider.resources.api.isDefault': false,
    'oauthProvider.resources.mcp-server': {
      displayName: 'MCP server',
      uri: 'https://api.example.com/mcp',
      scopes: { 'invoices:read': true },
      isDefault: true,
      accessTokenMinutes: 60,
    },
  })
})

test('a claim is read from metadata with a scope, and a refusal of the server is shown at its name', async () => {
  const user = userEvent.setup()
  const { requests } = await openPage({
    route: 'oauth-provider/scopes',
    Page: ScopesPage,
    answers: {
      ...config(provider),
      'PATCH /internal/config/override': () =>
        new Response('[WARNING] oauthProvider.claims.sub: sub has a meaning of its own. Choose another name.', {
          status: 400,
        }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add claim' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Claim'), 'sub')
  await user.type(dialog.getByLabelText('Key'), 'sub')
  await user.selectOptions(dialog.getByLabelText('With the scope'), 'email')
  await user.click(dialog.getByRole('button', { name: 'Add claim' }))
  await dialog.findByText(/has a meaning of its own/)
  expect(findSave(requests)).toEqual({
    'oauthProvider.claims.sub': { scope: 'email', metadata: 'client_read_only', key: 'sub' },
  })
})
