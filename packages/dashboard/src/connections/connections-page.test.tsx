import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ConnectionPage from './connection-page.tsx'
import ConnectionsPage from './connections-page.tsx'
import { RequiredCard } from './required-card.tsx'
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
  setup_link: null,
  revision: 7,
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
      'GET /internal/traces': () => ({ ...list([]), subjects: [] }),
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
  await user.type(screen.getByLabelText('Metadata URL, or the XML of its file'), 'https://idp.example/metadata')
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  await screen.findByText(/settings of the identity provider were saved/)
  const sent = requests.find((request) => request.startsWith('PATCH /connections/c1'))!
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toMatchObject({
    saml: { metadata_url: 'https://idp.example/metadata', is_idp_initiated_allowed: false },
  })
})

test('keeps and changes the attribute that says who somebody is', async () => {
  const user = userEvent.setup()
  const connection = { ...ready, attributes: { ...acme.attributes, id: 'employee' } }
  const { requests } = await openConnection(connection, { 'PATCH /connections/c1': () => connection })
  expect(await screen.findByLabelText('Account ID')).toHaveProperty('value', 'employee')
  await user.type(screen.getByLabelText('Email'), 'mail')
  await user.click(screen.getAllByRole('button', { name: 'Save' }).at(-1)!)
  await screen.findByText('The attributes were saved.')
  const sent = requests.find((request) => request.startsWith('PATCH /connections/c1'))!
  expect(sent).toContain('"id":"employee","email":"mail"')
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

test('sends a set-up link, which is shown once, and withdraws it', async () => {
  const user = userEvent.setup()
  let link: object | null = null
  const { requests } = await openPage({
    route: 'connections/$connectionId',
    url: 'connections/c1',
    Page: ConnectionPage,
    validateSearch: parseConnectionSearch,
    answers: {
      'GET /connections/c1': () => ({ ...acme, setup_link: link }),
      'GET /internal/traces': () => ({ ...list([]), subjects: [] }),
      'GET /team-permission-definitions': () => list([]),
      'POST /connections/c1/setup-link': () => {
        const times = { created_at_millis: 1, expires_at_millis: Date.now() + 86_400_000 }
        link = { state: 'sent', ...times, opened_at_millis: null, finished_at_millis: null }
        return { url: 'https://auth.example/dashboard/set-up#secret', expires_at_millis: times.expires_at_millis }
      },
      'DELETE /connections/c1/setup-link': () => {
        link = null
        return { success: true }
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send set-up link for Acme sign-in' }))
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByText('https://auth.example/dashboard/set-up#secret')
  await user.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(screen.queryByText(/#secret/)).toBeNull()
  await screen.findByText('Never opened')
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw link' }))
  await screen.findByText('The set-up link was withdrawn.')
  expect(requests).toContain('DELETE /connections/c1/setup-link')
})

test('a viewer sees how far a set-up has come, and cannot send a link', async () => {
  const times = { created_at_millis: 1, expires_at_millis: Date.now() + 86_400_000 }
  const link = { state: 'opened', ...times, opened_at_millis: 2, finished_at_millis: null }
  await openPage({
    route: 'connections',
    Page: ConnectionsPage,
    project: { owner_role: 'viewer' },
    answers: {
      'GET /connections': () => list([{ ...acme, setup_link: link }]),
      'GET /connection-domains': () => list([]),
    },
  })
  await screen.findByText('In progress')
  const send = screen.getByRole('button', { name: 'Send set-up link for Acme sign-in' })
  expect((send as HTMLButtonElement).disabled).toBe(true)
})

test('lists the last sign-ins that failed, each with the way to what led there', async () => {
  const failure = {
    id: 'trace-1',
    kind: 'oauth',
    code: 'INVALID_AUTHORIZATION_CODE',
    status: 400,
    route: null,
    event_type: null,
    happened_at_millis: 1,
    last_at_millis: 1,
    count: 3,
    user_id: null,
    typed_unknown_address: false,
    ip_address: null,
    user_agent: null,
    references: [],
    email_id: null,
    endpoint_id: null,
    event_id: null,
    steps: [{ step: 'connection-refused', connection_id: 'c1', reason: 'The assertion is for another audience.' }],
  }
  const { requests } = await openConnection(ready, {
    'GET /internal/traces': () => ({ ...list([failure]), subjects: [] }),
  })
  const row = await screen.findByRole('row', { name: /The assertion is for another audience/ })
  expect(row.textContent).toContain('3 times')
  expect(within(row).getByRole('link').getAttribute('href')).toMatch(/\/failures\?id=trace-1$/)
  expect(requests).toContain('GET /internal/traces?connection_id=c1&limit=10')
})

test('two owners who change the same decide whose change stays', async () => {
  const user = userEvent.setup()
  const conflict = { path: 'attributes', name: 'Acme sign-in', changed_at_millis: 1, actor: null }
  const sides = { mine: { email: 'mail' }, theirs: { email: 'address' } }
  let isResolved = false
  const { requests } = await openConnection(ready, {
    'PATCH /connections/c1': () => {
      if (isResolved) return ready
      isResolved = true
      const details = { revision: 9, conflicts: [{ ...conflict, ...sides }] }
      const headers = { 'x-stack-known-error': 'SAVE_CONFLICT' }
      return Response.json({ code: 'SAVE_CONFLICT', error: '', details }, { status: 409, headers })
    },
  })
  await user.type(await screen.findByLabelText('Email'), 'mail')
  const card = screen.getByLabelText('Email').closest('form')!
  await user.click(within(card).getByRole('button', { name: 'Save' }))
  const field = within(await screen.findByRole('group', { name: 'Acme sign-in: attributes' }))
  await user.click(field.getByLabelText(/Theirs/))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests.filter((each) => each.startsWith('PATCH'))).toHaveLength(2))
})

test('names the member for emergencies, and says what a team without a directory does not learn', async () => {
  const member = { user_id: 'u1', display_name: 'Ada Lovelace', primary_email: 'ada@acme.example' }
  await openPage({
    route: 'teams/$teamId',
    url: 'teams/t1',
    Page: () => <RequiredCard teamId="t1" />,
    answers: {
      'GET /teams/t1/required-connection': () => ({
        is_required: true,
        required_at_millis: 1,
        break_glass_user_id: 'u1',
        break_glass_member: member,
        unready_members: [],
        unready_count: 0,
        revision: 7,
      }),
      'GET /directories': () => list([]),
    },
  })
  const link = await screen.findByRole('link', { name: 'Ada Lovelace' })
  expect(link.getAttribute('href')).toMatch(/\/users\/u1$/)
  screen.getByText(/Without a directory, the provider cannot report who has left/)
})
