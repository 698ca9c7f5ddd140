import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

const config = { oauth_provider_enabled: true as const }

const place = { regionCode: null, tzIdentifier: null, latitude: null, longitude: null }

const grant = (id: string, more: object = {}) => ({
  id,
  user_id: '22222222-2222-4222-8222-222222222222',
  client: {
    id: 'https://notes.example.com/client.json',
    display_name: 'Field Notes',
    host: 'notes.example.com',
    is_verified: false,
    type: null,
  },
  scopes: [
    { id: 'notes:read', display_name: 'Read your notes', description: 'Also old ones' },
    { id: 'email', display_name: null, description: null },
  ],
  team: { id: '33333333-3333-4333-8333-333333333333', display_name: 'Acme' },
  created_at_millis: 1_700_000_000_000,
  expires_at_millis: null,
  last_used_at_millis: Date.now() - 7_200_000,
  last_used_ip_info: { ip: '203.0.113.7', cityName: 'Zürich', countryCode: 'CH', ...place },
  last_used_user_agent: 'notes/1.0',
  ...more,
})

const reporting = grant('2', {
  client: { id: 'reporting', display_name: 'Reporting', host: null, is_verified: true, type: 'web' },
  team: null,
  last_used_at_millis: null,
  last_used_ip_info: null,
})

async function renderPage(grants: object[], respond: WireOptions['respond'] = () => undefined) {
  let listed = grants
  const view = renderApp(<AccountSettings fullPage />, {
    isSignedIn: true,
    at: '/handler/account-settings#apps-and-agents',
    config,
    respond: (request) => {
      const own = respond(request)
      if (own) return own
      const { route } = request
      if (route === 'GET /oauth-provider/grants') {
        return { body: { items: listed, is_paginated: true, pagination: { next_cursor: null } } }
      }
      if (!route.startsWith('DELETE /oauth-provider/grants/me')) return undefined
      const [, id] = route.split('/me/')
      listed = listed.filter((each) => id !== undefined && (each as { id: string }).id !== id)
      return { body: { success: true } }
    },
  })
  await screen.findByRole('heading', { name: 'Apps and agents' })
  return view
}

test('says who has access, what for, for which team, and from where it was last used', async () => {
  await renderPage([grant('1'), reporting])
  const [first, second] = await screen.findAllByRole('listitem')
  for (const text of [
    'Field Notes',
    'Unverified app',
    'notes.example.com',
    'For the team Acme',
    'See your email address',
    'Read your notes',
    'Last used 2 hours ago',
    'Zürich, Switzerland',
  ]) {
    expect(within(first!).getByText(text), text).toBeTruthy()
  }
  expect(first!.textContent).toContain('See your email address · Read your notes')
  expect(within(second!).queryByText('Unverified app')).toBe(null)
  expect(within(second!).getByText('Never used')).toBeTruthy()
})

test('ends the access of one app or of all, after a question', async () => {
  const { sent } = await renderPage([grant('1'), reporting, grant('3')])
  await userEvent.click(await screen.findByRole('button', { name: 'End access: Reporting' }))
  expect(screen.getByText('End the access of Reporting? It will have to ask you again.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Cancel')
  expect(sent('DELETE /oauth-provider/grants/me/2')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Yes, end access' }))
  await waitFor(() => expect(screen.queryByText('Reporting')).toBe(null))
  expect(sent('DELETE /oauth-provider/grants/me/2')).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'End all access' }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, end all access' }))
  expect(await screen.findByText('No app or agent has access to your account.')).toBeTruthy()
})

test('access that has ended elsewhere disappears without an error', async () => {
  let isGone = false
  await renderPage([grant('1')], ({ route }) => {
    if (route.startsWith('DELETE')) {
      isGone = true
      return { status: 404, error: 'OAUTH_GRANT_NOT_FOUND' }
    }
    const page = { items: [], is_paginated: true, pagination: { next_cursor: null } }
    return isGone && route === 'GET /oauth-provider/grants' ? { body: page } : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End access: Field Notes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, end access' }))
  expect(await screen.findByText('No app or agent has access to your account.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBe(null)
})

test('apps that let nobody in have no such page', async () => {
  renderApp(<AccountSettings fullPage />, { isSignedIn: true, at: '/handler/account-settings' })
  await screen.findByRole('heading', { name: 'Account settings' })
  expect(screen.queryByRole('link', { name: 'Apps and agents' })).toBe(null)
})
