import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { openPage } from '../testing/open-page.tsx'
import NewProjectPage from './new-project-page.tsx'

const page = (items: object[]) => ({ items, is_paginated: true, pagination: { next_cursor: null } })

async function open({ hasDevelopmentProvider }: { hasDevelopmentProvider: boolean }) {
  Object.assign(settings, { hasDevelopmentProvider })
  const user = userEvent.setup()
  const { requests } = await openPage({
    route: 'new',
    Page: NewProjectPage,
    answers: {
      'GET /internal/projects': () => page([]),
      'GET /teams': () => page([{ id: 't1', display_name: 'Team' }]),
      'POST /internal/projects': () => ({ id: 'p2' }),
      'POST /internal/api-keys': () => ({ publishable_client_key: 'pck_1' }),
    },
  })
  await screen.findByRole('heading', { name: 'Create your first project' })
  return { user, requests }
}

test('offers Google and GitHub on development servers, where they need no keys', async () => {
  const { user, requests } = await open({ hasDevelopmentProvider: true })
  await user.type(screen.getByLabelText('Name'), 'Fieldnotes')
  await user.click(screen.getByRole('checkbox', { name: /GitHub/ }))
  await user.click(screen.getByRole('button', { name: 'Create project' }))
  await waitFor(() => expect(requests.some((request) => request.startsWith('POST /internal/projects '))).toBe(true))
  const sent = requests.find((request) => request.startsWith('POST /internal/projects '))!
  expect(JSON.parse(sent.slice(sent.indexOf('{'))).config).toEqual({
    credential_enabled: true,
    magic_link_enabled: true,
    passkey_enabled: false,
    step_up_required: true,
    client_role_changes_enabled: true,
    marketing_opt_in: true,
    oauth_providers: [{ id: 'github', type: 'shared' }],
  })
})

test('does not offer them elsewhere', async () => {
  await open({ hasDevelopmentProvider: false })
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(screen.queryByText('Google')).toBeNull()
})

test('asks for another method beside passkeys, which cannot sign up', async () => {
  const { user } = await open({ hasDevelopmentProvider: false })
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' })
  const choose = (name: RegExp) => user.click(screen.getByRole('checkbox', { name }))
  await choose(/Email and password/)
  await choose(/Magic link/)
  expect(create.disabled).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  await choose(/Passkey/)
  expect(create.disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toBe('Users cannot sign up with a passkey. Choose another method too.')
  await choose(/Magic link/)
  expect(create.disabled).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})
