// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import Palette from './palette.tsx'

// jsdom measures and scrolls nothing.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => {}

const list = (...items: object[]) => ({ items, is_paginated: true, pagination: { next_cursor: null } })

test('Enter opens the first result, also if others have arrived before', async () => {
  let sendUsers = () => {}
  const isSent = new Promise<void>((resolve) => {
    sendUsers = resolve
  })
  const user = userEvent.setup()
  await openPage({
    route: 'users',
    Page: () => (
      <Palette project={{ id: 'p1', display_name: 'Fieldnotes', owner_role: 'owner' } as never} onClose={() => {}} />
    ),
    answers: {
      'GET /internal/projects': () => list(),
      'GET /internal/teams': () => list({ id: 't1', display_name: 'Adamant', profile_image_url: null }),
      'GET /users': async ({ query }) => {
        if (query.query === 'adaq') await isSent
        return list({ id: query.query, display_name: `Found by ${query.query}`, primary_email: null })
      },
    },
  })
  await user.type(await screen.findByRole('combobox'), 'ad')
  await screen.findByText('Found by ad')
  await user.type(screen.getByRole('combobox'), 'aq')
  await screen.findByText('Adamant')
  sendUsers()
  await screen.findByText('Found by adaq')
  await waitFor(() => {
    const selected = screen
      .getAllByRole('option')
      .filter((option) => option.ariaSelected === 'true' || option.getAttribute('aria-selected') === 'true')
    expect(selected.map((option) => option.textContent)).toEqual([expect.stringContaining('Found by adaq')])
  })
})
