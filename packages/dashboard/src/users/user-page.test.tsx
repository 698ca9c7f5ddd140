import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { parseUserTab } from './search.ts'
import UserPage from './user-page.tsx'

const at = (text: string) => new Date(`${text}:00`).getTime()
const ada = {
  id: 'ada',
  display_name: 'Ada',
  primary_email: 'ada@example.com',
  primary_email_verified: true,
  profile_image_url: 'https://example.com/ada.png',
  oauth_providers: [],
  locale: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  passkey_mfa_enabled: false,
  requires_totp_mfa: true,
  is_anonymous: false,
  client_metadata: { plan: 'pro' },
  client_read_only_metadata: null,
  server_metadata: null,
  signed_up_at_millis: at('2026-03-01T10:00'),
  last_active_at_millis: at('2026-03-01T10:00'),
}
const entry = (id: string, action: string, when: string, more: object = {}) => ({
  id,
  action,
  happened_at_millis: at(when),
  actor: { type: 'user', id: 'ada', description: null },
  target: { type: 'user', id: 'ada' },
  details: { method: 'password' },
  ip_address: '203.0.113.7',
  user_agent: null,
  request_id: null,
  ...more,
})
const page = (items: object[]) => ({ items, is_paginated: true, pagination: { next_cursor: null }, subjects: [] })
const entries: Record<string, object[]> = {
  'user.signed_in': [
    entry('1', 'user.signed_in', '2026-03-02T09:30'),
    entry('2', 'user.signed_in', '2026-03-01T10:00'),
  ],
  'user.sign_in_failed': [entry('3', 'user.sign_in_failed', '2026-03-02T09:29')],
  'user.restricted': [entry('4', 'user.restricted', '2026-03-03T12:00', { actor: { type: 'owner', id: 'grace' } })],
}
const grace = { type: 'owner', id: 'grace', display_name: 'Grace', primary_email: 'g@example.com', is_anonymous: false }
const subscription = {
  id: 'sub',
  offer_id: 'pro',
  offer_display_name: 'Pro',
  quantity: 1,
  status: 'active',
  price: { USD: '19', interval: [1, 'month'] },
  period_end_millis: at('2026-04-01T00:00'),
  cancel_at_period_end: false,
  test_mode: false,
}
const purchase = {
  id: 'handbook',
  type: 'one_time',
  created_at_millis: at('2026-03-01T10:00'),
  customer_type: 'user',
  customer_id: 'ada',
  quantity: 1,
  test_mode: true,
  offer_display_name: 'Handbook',
  price: { USD: '49' },
  status: null,
}

const open = (url = '', answers: Record<string, () => unknown> = {}) =>
  openPage({
    route: 'users/$userId',
    url: `users/ada${url}`,
    Page: UserPage,
    validateSearch: parseUserTab,
    project: { config: { oauth_providers: [], domains: [] } } as never,
    answers: {
      'GET /users/ada': () => ada,
      'GET /users/ada/restriction': () => ({
        is_restricted: false,
        reason: null,
        restricted_at_millis: null,
        until_millis: null,
      }),
      'GET /internal/users': () => ({
        ...page([{ ...ada, last_active_at_millis: null, auth_methods: ['password'] }]),
        total_users: 1,
      }),
      'GET /internal/audit-entries': ({ query }: { query: Record<string, string> }) => ({
        ...page(entries[query.action!] ?? []),
        subjects: [grace],
      }),
      'GET /contact-channels': () => page([]),
      'GET /passkeys': () => page([]),
      'GET /auth/trusted-devices': () => page([]),
      'GET /oauth-providers': () => page([]),
      'GET /auth/sessions': () => page([]),
      'GET /internal/payments/customers/user/ada': () => ({ subscriptions: [subscription], default_offers: [] }),
      'GET /internal/payments/transactions': () => ({ transactions: [purchase], next_cursor: null, subjects: [] }),
      'GET /internal/config': () => ({ config_string: '{"payments":{"items":{},"offers":{},"groups":{}}}' }),
      ...answers,
    },
  })

test('names the ways to sign in, also through a company', async () => {
  const listed = { ...ada, last_active_at_millis: null, auth_methods: ['password', 'connection'] }
  await open('', { 'GET /internal/users': () => ({ ...page([listed]), total_users: 1 }) })
  expect(await screen.findByText('Password, Company sign-in')).toBeTruthy()
})

test('shows a picture, badges, exact dates, and the same last activity as the list', async () => {
  await open()
  expect(await screen.findByText(/Signed up Mar 1, 2026, 10:00/)).toBeTruthy()
  expect(await screen.findByText(/Never active/)).toBeTruthy()
  expect(document.querySelector('.ui-page-header img')!.getAttribute('src')).toBe(ada.profile_image_url)
  const header = within(document.querySelector<HTMLElement>('.ui-page-header')!)
  expect(header.getByText('Verified')).toBeTruthy()
  expect(header.getByText('Two-factor')).toBeTruthy()
})

test('says that a passkey is a second factor, too', async () => {
  await open('', { 'GET /users/ada': () => ({ ...ada, requires_totp_mfa: false, passkey_mfa_enabled: true }) })
  expect(await screen.findByText('Two-factor', { selector: '.ui-page-header *' })).toBeTruthy()
  expect((await screen.findByText('Two-factor', { selector: 'dt' })).nextElementSibling!.textContent).toBe('On')
})

test('tells who restricted a user and when', async () => {
  const restricted = {
    is_restricted: true,
    reason: 'Spam',
    restricted_at_millis: at('2026-03-03T12:00'),
    until_millis: null,
  }
  await open('', { 'GET /users/ada/restriction': () => restricted })
  expect(await screen.findByText('by Grace', { exact: false })).toBeTruthy()
  expect(screen.getByText(/Restricted Mar 3, 2026, 12:00/)).toBeTruthy()
})

test('loads the metadata editor only when it is opened', async () => {
  await open()
  expect(await screen.findByText('"pro"')).toBeTruthy()
  expect(document.querySelector('.ui-code-editor')).toBeNull()
  await userEvent.click(screen.getByLabelText('Edit Client metadata'))
  expect(document.querySelector('.ui-code-editor')).not.toBeNull()
  await userEvent.click(screen.getByText('Close'))
  expect(document.querySelector('.ui-code-editor')).toBeNull()
})

test('shows sign-ins and failed attempts by day, newest first', async () => {
  await open('?tab=sign-in')
  const section = (await screen.findByText('Sign-ins')).closest('section')!
  await within(section).findByText('Mar 2, 2026')
  const lines = [...section.querySelectorAll('h3, li')].map((each) => each.textContent)
  expect(lines).toEqual([
    'Mar 2, 2026',
    expect.stringMatching(/^Signed in with a password from 203\.0\.113\.7.*9:30/),
    expect.stringMatching(/^Could not sign in with a password.*9:29/),
    'Mar 1, 2026',
    expect.stringMatching(/^Signed in with a password.*10:00/),
  ])
})

test('cancels a subscription at the end of its period or now', async () => {
  const { requests } = await open('?tab=payments', {
    'POST /internal/payments/subscriptions/sub/cancel': () => ({ success: true }),
  })
  const asked = () => requests.filter((request) => request.startsWith('POST')).map((each) => each.split(' ').at(-1))
  await userEvent.click(await screen.findByText('Cancel'))
  await userEvent.click(screen.getByText('Cancel subscription'))
  expect(await screen.findByText('Pro will end on Apr 1, 2026.')).toBeTruthy()
  await userEvent.click(await screen.findByText('Cancel'))
  await userEvent.click(screen.getByText('Now'))
  await userEvent.click(screen.getByText('Cancel subscription'))
  expect(await screen.findByText('Pro was canceled.')).toBeTruthy()
  expect(asked()).toEqual(['{"when":"period_end"}', '{"when":"now"}'])
})

test('refunds a purchase after asking', async () => {
  const { requests } = await open('?tab=payments', {
    'POST /internal/payments/purchases/handbook/refund': () => ({ success: true }),
  })
  await userEvent.click(await screen.findByText('Refund'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/This was a test purchase, so no money is returned\./)).toBeTruthy()
  await userEvent.click(dialog.getByText('Refund'))
  expect(await screen.findByText('Handbook was refunded.')).toBeTruthy()
  expect(requests).toContain('POST /internal/payments/purchases/handbook/refund')
})

test('says how many devices the user trusts, and forgets them after asking', async () => {
  const { requests } = await open('?tab=sign-in', {
    'GET /auth/recovery-codes': () => ({ remaining: 10, created_at_millis: 1 }),
    'GET /auth/trusted-devices': () => page([{ id: 'd1' }, { id: 'd2' }]),
    'DELETE /auth/trusted-devices/ada': () => ({ success: true }),
  })
  expect(await screen.findByText('2 devices')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Forget trusted devices' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByText('Forget trusted devices'))
  expect(await screen.findByText('The trusted devices were forgotten.')).toBeTruthy()
  expect(requests).toContain('DELETE /auth/trusted-devices/ada')
})

test('shows the apps and agents with access, and ends it after a question', async () => {
  const grant = {
    id: 'grant-1',
    user_id: 'ada',
    client: {
      id: 'https://notes.example.com/client.json',
      display_name: 'Field Notes',
      host: 'notes.example.com',
      is_verified: false,
      type: null,
    },
    scopes: [
      { id: 'email', display_name: null, description: null },
      { id: 'notes:read', display_name: 'Read your notes', description: null },
    ],
    team: { id: 'acme', display_name: 'Acme' },
    created_at_millis: at('2026-03-01T10:00'),
    expires_at_millis: null,
    last_used_at_millis: at('2026-03-02T10:00'),
    last_used_ip_info: { ip: '203.0.113.7', cityName: 'Zürich', countryCode: 'CH' },
    last_used_user_agent: null,
  }
  let grants = [grant]
  const { requests } = await open('?tab=apps', {
    'GET /oauth-provider/grants': () => page(grants),
    'DELETE /oauth-provider/grants/ada/grant-1': () => {
      grants = []
      return { success: true }
    },
  })
  for (const text of ['Field Notes', 'notes.example.com', 'Not verified', 'email, Read your notes', 'Acme']) {
    expect(await screen.findByText(text), text).toBeTruthy()
  }
  expect(screen.getByText('Zürich, Switzerland')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End access' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('End the access of Field Notes?')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'End access' }))
  expect(await screen.findByText('No app or agent has access to this account.')).toBeTruthy()
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([
    'DELETE /oauth-provider/grants/ada/grant-1',
  ])
})

test.each([
  ['all sessions of a user is one request, which ends the access of apps, too', 'Revoke all', '/auth/sessions'],
  ['one session leaves the others alone', 'Revoke', '/auth/sessions/phone'],
])('revoking %s', async (_, button, path) => {
  const sessions = [{ id: 'phone', user_id: 'ada', created_at: at('2026-03-01T10:00'), is_impersonation: false }]
  const { requests } = await open('?tab=sign-in', {
    'GET /auth/recovery-codes': () => ({ remaining: 10, created_at_millis: 1 }),
    'GET /auth/sessions': () => page(sessions),
    'DELETE /auth/sessions/phone': () => ({ success: true }),
    'DELETE /auth/sessions': () => ({ success: true }),
  })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await screen.findByText(/ revoked\.$/)
  const sent = requests.filter((request) => request.startsWith('DELETE')).map((request) => request.split('?')[0])
  expect(sent).toEqual([`DELETE ${path}`])
})
