import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import AuditLogPage from './audit-log-page.tsx'
import { parseAuditSearch } from './search.ts'

const entryOf = (id: string, action: string, about: { type: string; id: string }, details: object | null = null) => ({
  id,
  action,
  actor: { type: 'owner', id: 'grace', description: null },
  target: about,
  ip_address: null,
  user_agent: null,
  request_id: null,
  details,
  happened_at_millis: Date.now(),
})

const signUp = { path: 'auth.allowSignUp', from: true, to: false }
const entries = [
  entryOf('e1', 'user.created', { type: 'user', id: 'ada' }),
  entryOf('e2', 'project.config_changed', { type: 'project', id: 'p1' }, { changes: [signUp] }),
]

const subject = (type: string, id: string, display_name: string) => ({
  type,
  id,
  display_name,
  primary_email: `${id}@example.com`,
  profile_image_url: null,
  is_anonymous: false,
  created_at_millis: Date.UTC(2026, 2, 3, 12),
  is_deleted: false,
})

/** A log that filters by action and has one entry per page. */
const openLog = (url = 'audit-log') =>
  openPage({
    route: 'audit-log',
    url,
    Page: AuditLogPage,
    validateSearch: parseAuditSearch,
    answers: {
      'GET /users': ({ query: { query } }) => ({
        items: [{ id: 'nobody', display_name: 'Noam', primary_email: null, profile_image_url: null }].filter(() =>
          'noam'.startsWith(query ?? ''),
        ),
      }),
      'GET /internal/owners': () => ({
        items: [{ user_id: 'grace', display_name: 'Grace', primary_email: null, profile_image_url: null }],
      }),
      'GET /connections': () => ({ items: [{ id: 'c1', display_name: 'Acme sign-in' }] }),
      'GET /oauth-clients': ({ query: { query = '' } }) => ({
        items: [{ id: 'oc1', display_name: 'Ledger' }].filter(
          ({ id, display_name }) => id === query || display_name.toLowerCase().includes(query),
        ),
      }),
      'GET /internal/teams': () => ({ items: [] }),
      'GET /internal/webhook-endpoints': () => ({ items: [] }),
      'GET /internal/api-keys': () => ({ items: [{ id: 'key', description: 'Nightly import' }] }),
      'GET /internal/audit-entries': ({ query: { action, actor_id, cursor } }) => {
        const subjects = [subject('owner', 'grace', 'Grace'), subject('user', 'ada', 'Ada')]
        const found = entries.filter((entry) => !action || entry.action === action)
        if (actor_id === 'nobody') return { items: [], pagination: { next_cursor: null }, subjects }
        const start = cursor ? Number(cursor) : 0
        const next = start + 1 < found.length ? String(start + 1) : null
        return { items: found.slice(start, start + 1), pagination: { next_cursor: next }, subjects }
      },
    },
  })

const isDisabled = (button: string) => screen.getByText(button).closest('button')!.disabled
const findEntry = (sentence: string) => screen.findByRole('button', { name: `Details: ${sentence}` })
const created = 'Grace created the user Ada'
const turnedOff = 'Grace turned off sign-up'
const openFilter = (label: RegExp) => userEvent.click(screen.getByRole('button', { name: label }))

test('says what happened in sentences, and shows who is meant on focus', async () => {
  await openLog()
  const row = (await findEntry(created)).closest('tr')!
  expect(row.textContent).toContain(created)
  const ada = within(row).getByRole('link', { name: 'Ada' })
  expect(ada.getAttribute('href')).toBe('/projects/p1/users/ada')
  await userEvent.tab()
  while (document.activeElement !== ada) await userEvent.tab()
  const card = await screen.findByRole('dialog', { name: 'Ada' })
  expect(card.textContent).toContain('ada@example.com')
  expect(card.textContent).toContain('Signed up Mar 3, 2026')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(within(card).getByRole('button', { name: 'Copy ID' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(ada)
})

test('picks actions and people by typing, and keeps the filters in the URL', async () => {
  const { requests, urlOf } = await openLog()
  await findEntry(created)
  await openFilter(/^Action/)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Action' }), 'settings')
  await userEvent.click(screen.getByRole('radio', { name: 'Settings changed' }))
  expect(await findEntry(turnedOff)).toBeTruthy()
  expect(urlOf()).toBe('audit-log?action=project.config_changed')
  await openFilter(/^By/)
  await userEvent.type(screen.getByRole('searchbox', { name: 'By' }), 'noam')
  await userEvent.click(await screen.findByRole('radio', { name: /^Noam/ }))
  expect(await screen.findByText('No entries match')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'By Noam' })).toBeTruthy()
  expect(requests.at(-1)).toBe('GET /internal/audit-entries?actor_id=nobody&action=project.config_changed&limit=50')
  await userEvent.click(screen.getByText('Clear filters'))
  expect(await findEntry(created)).toBeTruthy()
  expect(urlOf()).toBe('audit-log')
  expect(screen.getByRole('button', { name: 'By Anyone' })).toBeTruthy()
})

test('finds connections and OAuth clients by name, and names them after a reload', async () => {
  const { urlOf } = await openLog()
  await findEntry(created)
  await openFilter(/^About/)
  const search = screen.getByRole('searchbox', { name: 'About' })
  await userEvent.type(search, 'acme')
  expect(await screen.findByRole('radio', { name: /^Acme sign-in/ })).toBeTruthy()
  await userEvent.clear(search)
  await userEvent.type(search, 'ledger')
  await userEvent.click(await screen.findByRole('radio', { name: /^Ledger/ }))
  await waitFor(() => expect(urlOf()).toBe('audit-log?target=oc1'))
  cleanup()
  await openLog('audit-log?target=c1')
  expect(await screen.findByRole('button', { name: 'About Acme sign-in' })).toBeTruthy()
})

test('names the person that a link filters by', async () => {
  await openLog('audit-log?target=ada')
  expect(await screen.findByRole('button', { name: 'About Ada' })).toBeTruthy()
})

test('offers presets of time, whose start does not move', async () => {
  const { requests, urlOf } = await openLog()
  await findEntry(created)
  const before = Date.now()
  await userEvent.selectOptions(screen.getByLabelText('Time'), 'Last 24 hours')
  await waitFor(() => expect(urlOf()).toBe('audit-log?range=day'))
  await waitFor(() => expect(requests.at(-1)).toContain('from_millis='))
  const from = Number(new URLSearchParams(requests.at(-1)!.split('?')[1]).get('from_millis'))
  expect(from).toBeGreaterThanOrEqual(before - 86_400_000)
  expect(from).toBeLessThanOrEqual(Date.now() - 86_400_000)
  expect(new Set(requests.filter((request) => request.includes('from_millis'))).size).toBe(1)
  expect(screen.queryByLabelText('From')).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Time'), 'Custom')
  expect(await screen.findByLabelText('From')).toBeTruthy()
})

test('sends days as midnight in the time zone of the browser, the last one included', async () => {
  const { requests } = await openLog('audit-log?from=2026-03-01&until=2026-03-31&actor=7')
  await findEntry(created)
  const [from, until] = [new Date(2026, 2, 1).getTime(), new Date(2026, 3, 1).getTime()]
  expect(requests.find((request) => request.includes('audit-entries'))).toBe(
    `GET /internal/audit-entries?actor_id=7&from_millis=${from}&until_millis=${until}&limit=50`,
  )
})

test('goes to the next page and back', async () => {
  const { urlOf } = await openLog()
  await screen.findByText('1 entry on this page')
  expect(isDisabled('Previous')).toBe(true)
  await userEvent.click(screen.getByText('Next'))
  expect(await findEntry(turnedOff)).toBeTruthy()
  expect(urlOf()).toContain('cursor=')
  expect(isDisabled('Next')).toBe(true)
  await userEvent.click(screen.getByText('Previous'))
  expect(await findEntry(created)).toBeTruthy()
  expect(urlOf()).toBe('audit-log')
})

test('opens an entry with its values before and after, and its JSON on demand', async () => {
  const { urlOf } = await openLog('audit-log?action=project.config_changed')
  await userEvent.click(await findEntry(turnedOff))
  const dialog = screen.getByRole('dialog', { name: turnedOff })
  const change = within(dialog).getByRole('list', { name: 'Changes' })
  expect(change.textContent).toBe('Sign-upBefore: OnAfter: Off')
  const json = within(dialog).getByText('Show as JSON').closest('details')!
  expect(json.open).toBe(false)
  expect(json.textContent).toContain('"auth.allowSignUp"')
  await userEvent.click(within(dialog).getByRole('link', { name: 'All by this actor' }))
  expect(urlOf()).toBe('audit-log?actor=grace')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('exports all pages of what is filtered', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob)
    return 'blob:'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await openLog()
  await findEntry(created)
  await userEvent.click(screen.getByText('Export CSV'))
  expect(await screen.findByText('2 entries were exported.')).toBeTruthy()
  const text = await readText(saved[0]!)
  expect(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[2]),
  ).toEqual(['action', 'user.created', 'project.config_changed'])
})

function readText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
}
