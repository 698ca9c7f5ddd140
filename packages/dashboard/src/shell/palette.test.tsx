import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import Palette from './palette.tsx'

// jsdom measures and scrolls nothing.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => {}

const list = (...items: object[]) => ({ items, is_paginated: true, pagination: { next_cursor: null } })

test('Enter opens the first result, also if others have arrived before', async () => {
  let sendUsers = () => {}
  const isSent = new Promise<void>((resolve) => {
    sendUsers = resolve
  })
  const user = userEvent.setup()
  const { requests } = await openPage({
    route: 'users',
    Page: () => (
      <Palette project={{ id: 'p1', display_name: 'Fieldnotes', owner_role: 'owner' } as never} onClose={() => {}} />
    ),
    answers: {
      'GET /internal/projects': () => list(),
      'GET /internal/teams': ({ query }) =>
        query.query === 'zoe' ? list({ id: 't1', display_name: 'Zoetrope', profile_image_url: null }) : list(),
      'GET /users': async ({ query }) => {
        if (query.query !== 'zoe') return list()
        await isSent
        return list({ id: 'zoe', display_name: 'Zoe Lovelace', primary_email: null })
      },
    },
  })
  const field = await screen.findByRole('combobox')
  await user.type(field, 'zzz')
  await screen.findByText('No matches.')
  await waitFor(() => expect(requests).toContain('GET /internal/teams?query=zzz&limit=5'))
  await user.clear(field)
  await user.type(field, 'zoe')
  await screen.findByText('Zoetrope')
  sendUsers()
  await screen.findByText('Zoe Lovelace')
  await waitFor(() => {
    const selected = screen.getAllByRole('option', { selected: true })
    expect(selected.map((option) => option.textContent)).toEqual([expect.stringContaining('Zoe Lovelace')])
  })
})

test.each([
  ['payments/offers/$offerId', 'payments/offers/pro', 'Copy offer ID', 'pro'],
  ['webhooks/$endpointId', 'webhooks/e1', 'Copy endpoint ID', 'e1'],
  ['connections/$connectionId', 'connections/c1', 'Copy connection ID', 'c1'],
  ['oauth-provider/clients/$clientId', 'oauth-provider/clients/oc1', 'Copy client ID', 'oc1'],
])('copies the ID of what the page %s is about', async (route, url, title, id) => {
  const user = userEvent.setup()
  await openPage({
    route,
    url,
    Page: () => (
      <Palette project={{ id: 'p1', display_name: 'Fieldnotes', owner_role: 'owner' } as never} onClose={() => {}} />
    ),
    answers: { 'GET /internal/projects': () => list() },
  })
  await user.click(await screen.findByRole('option', { name: title }))
  expect(await navigator.clipboard.readText()).toBe(id)
  expect(await screen.findByText(/ID was copied\.$/)).toBeTruthy()
})
