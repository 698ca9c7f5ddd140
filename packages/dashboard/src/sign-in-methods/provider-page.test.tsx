// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ProviderPage from './provider-page.tsx'

const config = {
  oauth_providers: [],
  domains: [],
  allow_localhost: true,
  email_config: { type: 'shared' },
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  sign_up_enabled: true,
}

const open = (id: string) =>
  openPage({
    route: 'sign-in-methods/$providerId',
    url: `sign-in-methods/${id}`,
    Page: ProviderPage,
    project: { config } as never,
    answers: {
      'PATCH /internal/config/override': () => ({}),
      'PATCH /internal/projects/current': () => ({}),
    },
  })

test('asks for the keys of a provider before it saves them', async () => {
  const { requests } = await open('microsoft')
  await userEvent.click(await screen.findByRole('radio', { name: /Your own keys/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Turn on Microsoft' }))
  expect(screen.getAllByText('Copy this value from the provider.')).toHaveLength(2)
  expect(requests).toEqual([])
  await userEvent.type(screen.getByLabelText('3. Client ID'), ' client ')
  await userEvent.type(screen.getByLabelText('4. Client secret'), 'secret')
  await userEvent.type(screen.getByLabelText('Tenant ID (optional)'), 'tenant{Enter}')
  expect(await screen.findByText('Microsoft is on.')).toBeTruthy()
  const [request = ''] = requests
  const { config_override_string } = JSON.parse(request.slice(request.indexOf('{')))
  expect(JSON.parse(config_override_string)).toEqual({
    'auth.oauth.providers.microsoft': {
      type: 'microsoft',
      isShared: false,
      allowSignIn: true,
      allowConnectedAccounts: true,
      clientId: 'client',
      clientSecret: 'secret',
      microsoftTenantId: 'tenant',
    },
  })
})

test('saves shared keys without asking for any', async () => {
  const { requests } = await open('github')
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on GitHub' }))
  expect(await screen.findByText('GitHub is on.')).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toContain('\\"isShared\\":true')
  expect(requests[0]).not.toContain('clientSecret')
})

test('shows a page with rules for each method', async () => {
  const { requests } = await open('passkey')
  expect(await screen.findByText('Trusted HTTPS domains and localhost')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'add a domain with HTTPS' }).getAttribute('href')).toBe(
    '/projects/p1/domains',
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Users can sign in with a passkey' }))
  expect(await screen.findByText('Passkey is on.')).toBeTruthy()
  expect(requests).toEqual(['PATCH /internal/projects/current {"config":{"passkey_enabled":true}}'])
})

test('says that there is no such provider', async () => {
  await open('nope')
  expect(await screen.findByRole('heading', { name: 'Provider not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All sign-in methods' })).toBeTruthy()
})
