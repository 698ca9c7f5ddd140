import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import EndpointPage from './endpoint-page.tsx'
import { ratesOf } from './last-day.tsx'
import { parseDeliverySearch } from './search.ts'

const endpoint = {
  id: 'hook',
  url: 'https://example.com/hooks',
  description: '',
  event_types: null,
  is_enabled: true,
  disabled_reason: null,
  failing_since_millis: null,
  previous_secret_until_millis: null,
  created_at_millis: 0,
  recent_deliveries: { total: 10, failing: 2 },
}

const delivery = {
  id: 'd1',
  type: 'team_membership.created',
  state: 'failed',
  attempts: 9,
  created_at_millis: Date.now(),
  next_attempt_at_millis: null,
  duration_millis: 1240,
  response_status: 503,
  about: [
    { type: 'user', id: 'ada' },
    { type: 'team', id: 'gone' },
  ],
}

const ada = {
  type: 'user',
  id: 'ada',
  display_name: 'Ada',
  primary_email: null,
  profile_image_url: null,
  is_anonymous: false,
  created_at_millis: 0,
  is_deleted: false,
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ from_millis: hour, delivered: hour === 3 ? 8 : 0, failed: 0 }))

const openEndpoint = (answers: Parameters<typeof openPage>[0]['answers'] = {}) =>
  openPage({
    route: 'webhooks/$endpointId',
    url: 'webhooks/hook',
    Page: EndpointPage,
    validateSearch: parseDeliverySearch,
    answers: {
      'GET /internal/webhook-endpoints': () => ({ items: [endpoint] }),
      'GET /internal/webhook-endpoints/hook/last-day': () => ({
        hours: [...hours.slice(1), { ...hours[0], failed: 2 }],
      }),
      'GET /internal/webhook-endpoints/hook/deliveries': () => ({
        items: [delivery],
        pagination: { next_cursor: null },
        subjects: [ada],
      }),
      'PATCH /internal/webhook-endpoints/hook': ({ body }) => ({ ...endpoint, ...body, revision: 1 }),
      'POST /internal/webhook-endpoints/hook/deliveries/resend-failed': () => ({ count: 2, has_more: false }),
      ...answers,
    },
  })

test('deliveries show event, subject, status and duration', async () => {
  await openEndpoint()
  const row = (await screen.findByRole('button', { name: 'team_membership.created' })).closest('tr')!
  expect(within(row).getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/projects/p1/users/ada')
  for (const text of ['a deleted team', 'Failed', '503', '1,240 ms']) expect(row.textContent).toContain(text)
  expect(await screen.findByText('8 of 10 delivered in the last 24 hours')).toBeTruthy()
  expect(screen.getByText('80%')).toBeTruthy()
})

test('deliveries are filtered by status and event', async () => {
  const { requests, urlOf } = await openEndpoint()
  await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Failed')
  await userEvent.selectOptions(await screen.findByLabelText('Event'), 'user.created')
  await screen.findByRole('button', { name: 'team_membership.created' })
  expect(urlOf()).toBe('webhooks/hook?state=failed&event=user.created')
  expect(requests.at(-1)).toBe(
    'GET /internal/webhook-endpoints/hook/deliveries?limit=20&state=failed&type=user.created',
  )
})

test('all failed messages are retried at once', async () => {
  const { requests } = await openEndpoint()
  await userEvent.click(await screen.findByRole('button', { name: 'Retry all failed' }))
  expect(await screen.findByText('2 failed messages are being sent again.')).toBeTruthy()
  expect(requests).toContain('POST /internal/webhook-endpoints/hook/deliveries/resend-failed')
})

test('entries of the audit log are found by typing, and chosen one by one or all', async () => {
  const { requests } = await openEndpoint()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('Selected events'))
  expect(dialog.queryByLabelText(/^audit.password.changed/)).toBeNull()
  await userEvent.type(dialog.getByLabelText('Specific actions'), 'password chang{Enter}')
  await userEvent.click(dialog.getByLabelText(/^audit.password.changed/))
  await userEvent.clear(dialog.getByLabelText('Specific actions'))
  expect(dialog.getByLabelText<HTMLInputElement>(/^audit.password.changed/).checked).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const saved = () => requests.filter((request) => request.startsWith('PATCH'))
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]).toContain('{"event_types":["audit.password.changed"]}')
})

test('two owners who have each added an event can keep both', async () => {
  const saves: unknown[] = []
  await openEndpoint({
    'GET /internal/webhook-endpoints': () => ({ items: [{ ...endpoint, event_types: ['user.created'] }], revision: 7 }),
    'PATCH /internal/webhook-endpoints/hook': ({ headers, body }) => {
      const seen = headers.get('x-stack-resolved-revision')
      saves.push([seen, headers.get('x-stack-keep-theirs') || null, body])
      if (seen) return { ...endpoint, ...body, revision: 10 }
      const theirs = ['user.created', 'team.created']
      const both = [...theirs, 'user.deleted']
      const conflict = { path: 'event_types', name: null, mine: body.event_types, theirs, both, actor: null }
      const details = { revision: 9, conflicts: [{ ...conflict, changed_at_millis: null }] }
      const code = 'SAVE_CONFLICT'
      return Response.json({ code, error: '', details }, { status: 409, headers: { 'x-stack-known-error': code } })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText(/^user.deleted/))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const conflict = within(await screen.findByRole('dialog', { name: 'Someone else changed this too' }))
  const both = conflict.getByLabelText(/^Both/)
  expect(both.closest('label')!.textContent).toBe('Bothuser.created, team.created, user.deleted')
  await userEvent.click(both)
  await userEvent.click(conflict.getByRole('button', { name: 'Save' }))
  await screen.findByText('The endpoint was saved.')
  expect(saves).toEqual([
    [null, null, { event_types: ['user.created', 'user.deleted'] }],
    ['9', null, { event_types: ['user.created', 'team.created', 'user.deleted'] }],
  ])
})

test('the line of an hour without messages continues the one before', () => {
  const hour = (delivered: number, failed: number) => ({ delivered, failed })
  expect(ratesOf([hour(0, 0), hour(1, 1), hour(0, 0), hour(0, 3), hour(0, 0)])).toEqual([0.5, 0.5, 0.5, 0, 0])
})
