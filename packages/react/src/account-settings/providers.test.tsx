import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, listOf, renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

const link = (type: string) => ({
  id: `link-${type}`,
  user_id: ada.id,
  provider_config_id: type,
  type,
  email: `ada@${type}.test`,
  allow_sign_in: true,
  allow_connected_accounts: true,
})
const config = { enabled_oauth_providers: [{ id: 'github' }, { id: 'google' }] }

async function renderProviders(types: string[], options: WireOptions = {}) {
  let links = types.map(link)
  const view = renderApp(<AccountSettings />, {
    isSignedIn: true,
    at: '/#auth',
    config,
    user: { oauth_providers: types.map((id) => ({ id, account_id: '1', email: null })), ...options.user },
    respond({ route }) {
      if (route === 'GET /oauth-providers') return { body: listOf(...links) }
      if (!route.startsWith('DELETE /oauth-providers/')) return undefined
      links = links.filter(({ id }) => !route.endsWith(id))
      return { body: { success: true } }
    },
  })
  await screen.findByText('Connected accounts')
  return { ...view, section: within(screen.getByRole('region', { name: 'Connected accounts' })) }
}

test('a linked account is disconnected after a confirmation', async () => {
  const { section, sent } = await renderProviders(['github'])
  expect(section.getByText('ada@github.test')).toBeTruthy()
  expect(section.getByRole('button', { name: 'Connect Google' })).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Disconnect GitHub' }))
  expect(sent('DELETE /oauth-providers/me/link-github')).toHaveLength(0)
  await userEvent.click(section.getByRole('button', { name: 'Yes, disconnect' }))
  const connect = await section.findByRole('button', { name: 'Connect GitHub' })
  await waitFor(() => expect(document.activeElement).toBe(connect))
})

test('the only sign-in method cannot be disconnected', async () => {
  const { section } = await renderProviders(['github'], { user: { has_password: false } })
  expect(section.getByText(/It's your only sign-in method, so it can't be removed\./)).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Disconnect GitHub' })).toBe(null)
})

test('one of two linked accounts can be disconnected', async () => {
  const { section } = await renderProviders(['github', 'google'], { user: { has_password: false } })
  expect(section.getByRole('button', { name: 'Disconnect GitHub' })).toBeTruthy()
  expect(section.getByRole('button', { name: 'Disconnect Google' })).toBeTruthy()
})
