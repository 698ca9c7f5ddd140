import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import FailuresPage from './failures-page.tsx'
import { parseFailureSearch } from './search.ts'

const now = Date.now()
const traceOf = (id: string, changes: object) => ({
  id,
  kind: 'sign-in',
  code: 'EMAIL_PASSWORD_MISMATCH',
  status: 400,
  route: 'POST /auth/password/sign-in',
  event_type: null,
  happened_at_millis: now,
  last_at_millis: now,
  count: 1,
  user_id: null,
  typed_unknown_address: false,
  ip_address: '203.0.113.7',
  user_agent: 'Browser',
  references: ['1a2b-3c4d-5e6f'],
  email_id: null,
  endpoint_id: null,
  event_id: null,
  steps: [],
  ...changes,
})

const untrusted = traceOf('untrusted', {
  kind: 'oauth',
  code: 'REDIRECT_URL_NOT_WHITELISTED',
  route: 'GET /auth/oauth/callback/{provider}',
  steps: [{ step: 'untrusted-url', url: 'https://app.example.com/handler' }],
})
const wrong = traceOf('wrong', { user_id: 'ada', count: 3, steps: [{ step: 'password', problem: 'wrong-password' }] })
const subjects = [
  {
    type: 'user',
    id: 'ada',
    display_name: 'Ada',
    primary_email: 'ada@example.com',
    profile_image_url: null,
    is_anonymous: false,
    created_at_millis: now,
    is_deleted: false,
  },
]

const openFailures = (url = 'failures', project = {}) =>
  openPage({
    route: 'failures',
    url,
    Page: FailuresPage,
    validateSearch: parseFailureSearch,
    project: { config: { domains: [] } as never, ...project },
    answers: {
      'GET /internal/traces': ({ query }) => ({
        items: query.address ? [] : [untrusted, wrong],
        is_paginated: true,
        pagination: { next_cursor: null },
        subjects,
      }),
      'GET /internal/traces/untrusted': () => ({ ...untrusted, related: [traceOf('first', { code: 'X' })], subjects }),
      'GET /internal/traces/wrong': () => ({ ...wrong, related: [], subjects }),
      'GET /internal/traces/gone': () => new Response('There is no such trace.', { status: 404 }),
      'GET /internal/config': () => ({ config_string: '{}', revision: 7 }),
      'PATCH /internal/config/override': () => ({ success: true, revision: 8 }),
    },
  })

test('lists what failed with its reason, user and number', async () => {
  await openFailures()
  await screen.findByRole('link', { name: 'The password was wrong.' })
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows[0]!.textContent).toContain('The callback https://app.example.com/handler is not trusted.')
  expect(rows[1]!.textContent).toContain('The password was wrong.')
  expect(rows[1]!.textContent).toContain('3 times')
  expect(within(rows[1]!).getByRole('link', { name: 'Ada' })).toBeTruthy()
})

test('finds by address and reference, and asks nothing for half of one', async () => {
  const { requests } = await openFailures()
  const field = await screen.findByRole('searchbox', { name: 'Email address or reference' })
  await userEvent.type(field, '1a2b')
  expect(await screen.findByText('Nothing to look for yet')).toBeTruthy()
  await userEvent.type(field, '-3c4d-5e6f')
  await waitFor(() => expect(requests.at(-1)).toContain('reference=1a2b-3c4d-5e6f'))
  await userEvent.clear(field)
  await userEvent.type(field, 'nobody@example.com')
  expect(await screen.findByText('No failures match')).toBeTruthy()
  expect(requests.at(-1)).toContain('address=nobody@example.com')
})

test('tells the story of a failure, and what else failed on the way', async () => {
  const { urlOf } = await openFailures()
  await userEvent.click(await screen.findByRole('link', { name: /is not trusted/ }))
  expect(await screen.findByRole('heading', { name: 'Provider sign-in failed' })).toBeTruthy()
  expect(urlOf()).toBe('failures?id=untrusted')
  expect(screen.getByText('The same round trip')).toBeTruthy()
  expect(screen.getByText('1a2b-3c4d-5e6f')).toBeTruthy()
})

test('trusts the domain of a URL after asking whose it is', async () => {
  const { requests } = await openFailures('failures?id=untrusted')
  await userEvent.click(await screen.findByRole('button', { name: 'Trust this URL' }))
  const dialog = await screen.findByRole('dialog', { name: 'Trust https://app.example.com?' })
  expect(dialog.textContent).toContain('Only trust it if it is yours')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Trust it' }))
  await waitFor(() =>
    expect(requests.some((request) => request.startsWith('PATCH /internal/config/override'))).toBe(true),
  )
  const saved = requests.find((request) => request.startsWith('PATCH'))!
  expect(saved).toContain('\\"baseUrl\\":\\"https://app.example.com\\"')
})

test('does not offer to trust a URL to a role that may not, or one that is trusted by now', async () => {
  await openFailures('failures?id=untrusted', { owner_role: 'support' })
  await screen.findByRole('heading', { name: 'Provider sign-in failed' })
  expect(screen.queryByRole('button', { name: 'Trust this URL' })).toBeNull()
  cleanup()
  const domains = [{ domain: 'https://app.example.com', handler_path: '/handler' }]
  await openFailures('failures?id=untrusted', { config: { domains } })
  expect(await screen.findByText('https://app.example.com is trusted by now.')).toBeTruthy()
})

test('says that a failure is no longer kept', async () => {
  await openFailures('failures?id=gone')
  expect(await screen.findByText(/kept for 14 days/)).toBeTruthy()
})
