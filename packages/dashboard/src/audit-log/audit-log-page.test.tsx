// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import AuditLogPage from './audit-log-page.tsx'
import { parseAuditSearch } from './search.ts'

const entryOf = (id: string, action: string) => ({
  id,
  action,
  actor: { type: 'owner', id: 'grace', description: null },
  target: { type: 'user', id: `target-${id}` },
  ip_address: null,
  user_agent: null,
  request_id: null,
  details: { display_name: id },
  happened_at_millis: Date.now(),
})

const entries = [entryOf('e1', 'user.created'), entryOf('e2', 'team.created')]

/** A log that filters by action and has one entry per page. */
const openLog = (url = 'audit-log') =>
  openPage({
    route: 'audit-log',
    url,
    Page: AuditLogPage,
    validateSearch: parseAuditSearch,
    answers: {
      'GET /internal/owners': () => ({
        items: [{ user_id: 'grace', display_name: 'Grace', primary_email: null }],
      }),
      'GET /internal/audit-entries': ({ query: { action, actor_id, cursor } }) => {
        const found = entries.filter((entry) => !action || entry.action === action)
        if (actor_id === 'nobody') return { items: [], pagination: { next_cursor: null } }
        const start = cursor ? Number(cursor) : 0
        const next = start + 1 < found.length ? String(start + 1) : null
        return { items: found.slice(start, start + 1), pagination: { next_cursor: next } }
      },
    },
  })

const isDisabled = (button: string) => screen.getByText(button).closest('button')!.disabled
/** Finding rows by their role takes seconds, because the page lists all actions. */
const findAction = (action: string) => screen.findByText(action, { selector: 'code' })

test('filters by action and ID, and keeps the filters in the URL', async () => {
  const { requests, urlOf } = await openLog()
  expect((await findAction('user.created')).closest('tr')!.textContent).toContain('Grace')
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'team.created')
  expect(await findAction('team.created')).toBeTruthy()
  expect(urlOf()).toBe('audit-log?action=team.created')
  await userEvent.type(screen.getByLabelText('Actor ID'), 'nobody')
  expect(await screen.findByText('No entries match')).toBeTruthy()
  expect(requests.at(-1)).toBe('GET /internal/audit-entries?actor_id=nobody&action=team.created&limit=50')
  await userEvent.click(screen.getByText('Clear filters'))
  expect(await findAction('user.created')).toBeTruthy()
  expect(urlOf()).toBe('audit-log')
  expect(screen.getByLabelText<HTMLInputElement>('Actor ID').value).toBe('')
})

test('sends days as midnight in the time zone of the browser, the last one included', async () => {
  const { requests } = await openLog('audit-log?from=2026-03-01&until=2026-03-31&actor=7')
  await findAction('user.created')
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
  expect(await findAction('team.created')).toBeTruthy()
  expect(urlOf()).toContain('cursor=')
  expect(isDisabled('Next')).toBe(true)
  await userEvent.click(screen.getByText('Previous'))
  expect(await findAction('user.created')).toBeTruthy()
  expect(urlOf()).toBe('audit-log')
})

test('shows the details of an entry, which lead to all entries about its target', async () => {
  const { urlOf } = await openLog()
  await findAction('user.created')
  await userEvent.click(screen.getByText('Details', { selector: 'button span' }))
  const dialog = screen.getByRole('dialog', { name: 'user.created' })
  expect(within(dialog).getByText('target-e1')).toBeTruthy()
  expect(within(dialog).getByText('"e1"')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('link', { name: 'All about this target' }))
  expect(urlOf()).toBe('audit-log?target=target-e1')
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
  await findAction('user.created')
  await userEvent.click(screen.getByText('Export CSV'))
  expect(await screen.findByText('2 entries were exported.')).toBeTruthy()
  const text = await readText(saved[0]!)
  expect(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[2]),
  ).toEqual(['action', 'user.created', 'team.created'])
})

function readText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
}
