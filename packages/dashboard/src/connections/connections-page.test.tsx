// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ConnectionPage from './connection-page.tsx'
import ConnectionsPage from './connections-page.tsx'
import { parseConnectionSearch } from './search.ts'

const acme = {
  id: 'c1',
  team_id: 't1',
  team_display_name: 'Acme',
  type: 'saml',
  provider_id: 'sso_c1',
  display_name: 'Acme sign-in',
  is_active: false,
  callback_url: 'https://auth.example/acs',
  saml: {
    provider: null,
    metadata_url: null,
    metadata_read_at_millis: null,
    metadata_failing_since_millis: null,
    is_idp_initiated_allowed: false,
    service_provider: {
      entity_id: 'https://auth.example/metadata',
      acs_url: 'https://auth.example/acs',
      metadata_url: 'https://auth.example/metadata',
      certificate: 'PEM',
    },
  },
  attributes: { id: null, email: null, display_name: null, profile_image_url: null, groups: null },
  roles: { default_permission_id: null, groups: [] },
  created_at_millis: 1,
  updated_at_millis: 1,
  last_sign_in_at_millis: null,
  last_test: null,
}
const provider = {
  entity_id: 'https://idp.example',
  sign_in_url: 'https://idp.example/sso',
  certificates: [{ fingerprint: 'ab'.repeat(32), expires_at_millis: Date.UTC(2100, 0) }],
}
const ready = { ...acme, saml: { ...acme.saml, provider, metadata_url: 'https://idp.example/metadata' } }
const domain = {
  id: 'd1',
  team_id: 't1',
  team_display_name: 'Acme',
  domain: 'acme.example',
  is_proven: false,
  record: { type: 'TXT', name: '_latchkey.acme.example', value: 'latchkey=abc' },
  created_at_millis: 1,
  proven_at_millis: null,
  checked_at_millis: null,
  failing_since_millis: null,
}
const list = (items: object[]) => ({ items, is_paginated: true, pagination: { next_cursor: null } })

const openConnection = (connection: object, answers = {}) =>
  openPage({
    route: 'connections/$connectionId',
    url: 'connections/c1?preset=entra-id',
    Page: ConnectionPage,
    validateSearch: parseConnectionSearch,
    answers: {
      'GET /connections/c1': () => connection,
      'GET /team-permission-definitions': () => list([{ id: 'admin', contained_permission_ids: [] }]),
      ...answers,
    },
  })

test('lists connections with their teams and states, and checks a domain', async () => {
  const user = userEvent.setup()
  await openPage({
    route: 'connections',
    Page: ConnectionsPage,
    answers: {
      'GET /connections': () => list([acme, { ...ready, id: 'c2', display_name: 'Globex', is_active: true }]),
      'GET /connection-domains': () => list([domain]),
      'POST /connection-domains/d1/check': () => ({ ...domain, result: 'missing' }),
    },
  })
  const row = await screen.findByRole('row', { name: /Acme sign-in/ })
  within(row).getByText('Not set up')
  within(row).getByRole('link', { name: 'Acme' })
  within(screen.getByRole('row', { name: /Globex/ })).getByText('Active')
  await user.click(await screen.findByRole('button', { name: 'acme.example' }))
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByText(/The record was not found/)
})

test('shows the steps of a preset with the values of the connection, and saves the metadata', async () => {
  const user = userEvent.setup()
  const { requests } = await openConnection(acme, { 'PATCH /connections/c1': () => ready })
  const steps = await screen.findAllByRole('listitem')
  expect(steps.some((step) => step.textContent?.includes('Identifier (Entity ID)https://auth.example/metadata'))).toBe(
    true,
  )
  expect(screen.queryByRole('button', { name: 'Test sign-in' })).toBeNull()
  await user.type(screen.getByLabelText('Metadata URL, or its XML'), 'https://idp.example/metadata')
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  await screen.findByText(/settings of the identity provider were saved/)
  const sent = requests.find((request) => request.startsWith('PATCH /connections/c1'))!
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toMatchObject({
    saml: { metadata_url: 'https://idp.example/metadata', is_idp_initiated_allowed: false },
  })
})

test('shows whom the last test would have signed in, and why an address does not count', async () => {
  const test = {
    status: 'succeeded',
    happened_at_millis: 2,
    user: {
      account_id: 'subject-1',
      email: 'ada@acme.example',
      is_email_verified: false,
      display_name: 'Ada',
      profile_image_url: null,
      groups: ['Engineers'],
      permission_ids: ['admin'],
    },
  }
  const user = userEvent.setup()
  const { requests } = await openConnection({ ...ready, last_test: test }, { 'PATCH /connections/c1': () => ready })
  await screen.findByText('ada@acme.example')
  screen.getByText(/not verified, because its domain is not proven/)
  screen.getByText('Engineers')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('People can sign in with Acme sign-in.')
  expect(requests).toContain('PATCH /connections/c1 {"is_active":true}')
})

test('a group without a name is not saved', async () => {
  const user = userEvent.setup()
  const { requests } = await openConnection(ready)
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const save = screen.getAllByRole('button', { name: 'Save' }).at(-1)!
  await user.click(save)
  await screen.findByText('Enter the name of every group, or remove it.')
  expect(requests.some((request) => request.startsWith('PATCH'))).toBe(false)
})
