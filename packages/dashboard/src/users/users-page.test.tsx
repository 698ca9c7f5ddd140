import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { BulkActionDialog } from './bulk-actions.tsx'
import { parseUserSearch } from './search.ts'
import UsersPage from './users-page.tsx'

const ada = {
  id: 'ada',
  display_name: 'Ada',
  primary_email: 'ada@example.com',
  primary_email_verified: true,
  profile_image_url: null,
  auth_methods: ['password'],
  requires_totp_mfa: false,
  passkey_mfa_enabled: false,
  is_anonymous: false,
  is_restricted: false,
  signed_up_at_millis: Date.now(),
  last_active_at_millis: null,
}
const acme = { id: 'acme', display_name: 'Acme', profile_image_url: null }

const open = (url = 'users', owner: object = {}) =>
  openPage({
    owner,
    route: 'users',
    url,
    Page: UsersPage,
    validateSearch: parseUserSearch,
    project: { config: { oauth_providers: [{ id: 'github' }] } } as never,
    answers: {
      'GET /internal/users': ({ query }) => ({
        items: query.restricted === 'true' ? [] : [ada],
        pagination: { next_cursor: null },
        total_users: 342,
      }),
      'GET /internal/teams': () => ({ items: [acme], pagination: { next_cursor: null } }),
      'GET /teams/acme': () => acme,
    },
  })

const lastList = (requests: string[]) =>
  requests.findLast((request) => request.startsWith('GET /internal/users'))!.replace('GET /internal/users?', '')
const usual = 'order_by=signed_up_at&desc=true'

/** The table renders only the rows in view, and jsdom has no layout. */
const findList = () => screen.findByText('1 user on this page')

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(() => localStorage.clear())

test('filters by address and team, and shows each filter as a chip that removes it', async () => {
  const { requests, urlOf } = await open()
  await findList()
  expect(lastList(requests)).toBe(`${usual}&limit=50`)
  await userEvent.click(screen.getByText('Filter'))
  await userEvent.selectOptions(screen.getByLabelText('Email address'), 'Verified')
  await userEvent.click(await screen.findByLabelText(/Acme/))
  expect(urlOf()).toBe('users?verified=true&team=acme')
  const chips = within(screen.getByLabelText('Active filters'))
  expect(await chips.findByText('Acme')).toBeTruthy()
  expect(lastList(requests)).toBe(`${usual}&primary_email_verified=true&team_id=acme&limit=50`)
  await userEvent.click(chips.getByLabelText('Remove filter: Verified'))
  expect(urlOf()).toBe('users?team=acme')
  expect(screen.queryByText('Clear filters')).toBeNull()
})

test('reads the filters from the URL, and clears them if no user matches', async () => {
  const { requests, urlOf } = await open('users?query=12&signedUpUntil=2026-03-31&sort=active&restricted=true&odd=1')
  expect(await screen.findByText('No users match')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Search by name, email or ID').value).toBe('12')
  const until = new Date(2026, 3, 1).getTime()
  expect(lastList(requests)).toBe(
    `order_by=last_active_at&desc=true&query=12&restricted=true&signed_up_until_millis=${until}&limit=50`,
  )
  await userEvent.click(screen.getByText('Clear search and filters'))
  expect(await findList()).toBeTruthy()
  expect(urlOf()).toBe('users?sort=active')
})

test('sorts by a column, then in the other direction', async () => {
  const { requests, urlOf } = await open()
  await findList()
  await userEvent.click(screen.getByText('Last active'))
  expect(urlOf()).toBe('users?sort=active')
  await userEvent.click(await screen.findByText('Last active'))
  expect(urlOf()).toBe('users?sort=active&oldest=true')
  expect(lastList(requests)).toBe('order_by=last_active_at&desc=false&limit=50')
  expect(screen.getByText('Last active').closest('th')!.getAttribute('aria-sort')).toBe('ascending')
})

test('sorts names from A to Z first', async () => {
  const { requests, urlOf } = await open('users?oldest=true')
  await findList()
  await userEvent.click(screen.getByText('User'))
  expect(urlOf()).toBe('users?sort=name')
  expect(lastList(requests)).toBe('order_by=name&desc=false&limit=50')
  await userEvent.click(await screen.findByText('User'))
  expect(urlOf()).toBe('users?sort=name&oldest=true')
  expect(lastList(requests)).toBe('order_by=name&desc=true&limit=50')
  expect(screen.getByText('User').closest('th')!.getAttribute('aria-sort')).toBe('descending')
})

test('tells how many users there are and how many match', async () => {
  await open()
  expect(await screen.findByText('342 users')).toBeTruthy()
  await userEvent.click(screen.getByText('Filter'))
  await userEvent.selectOptions(screen.getByLabelText('Email address'), 'Verified')
  expect(await screen.findByText('1 of 342 users')).toBeTruthy()
})

test('saves filters as a view of the owner, shows it again and deletes it', async () => {
  const saved: unknown[] = []
  const other = { name: 'Restricted', search: { restricted: true, odd: 1 } }
  const clientMetadata = { theme: 'dark', latchkey_user_views: { p1: [other, 'odd'], p2: [] } }
  const setClientMetadata = async (metadata: unknown) => void saved.push(metadata)
  const { urlOf } = await open('users?query=ada%40example.com&sort=name', { clientMetadata, setClientMetadata })
  await findList()
  await userEvent.click(screen.getByText('Views'))
  await userEvent.click(await screen.findByText('Save this view'))
  await userEvent.type(await screen.findByLabelText('Name'), 'Restricted')
  await userEvent.click(screen.getByText('Save'))
  expect(await screen.findByText('There is a view with this name already.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Name'), ' Adas')
  await userEvent.click(screen.getByText('Save'))
  const view = { name: 'Restricted Adas', search: { query: 'ada@example.com', sort: 'name' } }
  const kept = { name: 'Restricted', search: { restricted: true } }
  await expect
    .poll(() => saved, { timeout: 20_000 })
    .toEqual([{ theme: 'dark', latchkey_user_views: { p1: [kept, view], p2: [] } }])
  expect({ ...localStorage, ...sessionStorage }).toEqual({})
  await userEvent.click(screen.getByText('Views'))
  await userEvent.click(await screen.findByText('Restricted'))
  await expect.poll(urlOf, { timeout: 20_000 }).toBe('users?restricted=true')
  await userEvent.click(await screen.findByRole('button', { name: 'Restricted' }))
  await userEvent.click(await screen.findByText('Delete “Restricted”'))
  await expect
    .poll(() => saved.at(-1), { timeout: 20_000 })
    .toEqual({
      theme: 'dark',
      latchkey_user_views: { p1: [], p2: [] },
    })
})

test('searches when typing pauses, and starts at the first page', async () => {
  const { requests, urlOf } = await open('users?cursor=second')
  await findList()
  await userEvent.type(screen.getByLabelText('Search by name, email or ID'), ' ada ')
  await expect.poll(urlOf, { timeout: 20_000 }).toBe('users?query=ada')
  await expect.poll(() => lastList(requests), { timeout: 20_000 }).toBe(`${usual}&query=ada&limit=50`)
  expect(requests.filter((request) => request.includes('query='))).toHaveLength(1)
})

test('remembers the chosen columns', async () => {
  localStorage.setItem('latchkey-user-columns', '["twoFactor","odd"]')
  await open()
  await findList()
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['', 'User', 'Two-factor', 'Signed up', 'Actions'])
})

test('signs users out on all devices, and out of the apps with access to their accounts', async () => {
  const users = [ada, { ...ada, id: 'grace', display_name: 'Grace' }]
  const { requests } = await openPage({
    route: 'users',
    url: 'users',
    Page: () => <BulkActionDialog action="revoke-sessions" users={users} onClose={() => {}} onFinish={() => {}} />,
    answers: {
      'DELETE /auth/sessions': () => ({ success: true }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke sessions' }))
  await screen.findByText('The sessions of 2 users were revoked.')
  const sent = requests.filter((request) => request.startsWith('DELETE'))
  expect(sent.toSorted()).toEqual(['DELETE /auth/sessions?user_id=ada', 'DELETE /auth/sessions?user_id=grace'])
})
