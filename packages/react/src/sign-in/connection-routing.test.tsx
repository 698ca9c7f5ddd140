import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { SignIn } from './components.tsx'

const connection = { id: 'c1', provider_id: 'sso_c1', type: 'saml', display_name: 'Acme' }
const company = {
  config: { connections_enabled: true, enabled_oauth_providers: [{ id: 'google' }] },
  respond: ({ route, body }: { route: string; body: unknown }) => {
    if (route !== 'POST /auth/connections/find') return undefined
    const isOfCompany = (body as { email: string }).email.endsWith('@acme.example')
    return { body: { connection: isOfCompany ? connection : null } }
  },
} as Parameters<typeof renderApp>[1]

beforeEach(() => localStorage.clear())

/** jsdom does not navigate; this records the URLs. */
function watchDepartures(search = ''): URL[] {
  const left: URL[] = []
  const { href, origin, pathname, hash } = location
  vi.stubGlobal('location', { href, origin, pathname, search, hash, assign: (url: string) => left.push(new URL(url)) })
  return left
}

test('an address of a company leads to its provider, and another one to the ways to sign in', async () => {
  const left = watchDepartures()
  renderApp(<SignIn />, company)
  const email = await screen.findByLabelText('Email')
  expect(screen.queryByLabelText('Password')).toBe(null)
  await userEvent.type(email, 'ada@acme.example{Enter}')
  await waitFor(() => expect(left).toHaveLength(1))
  expect(left[0]?.pathname).toBe('/api/v1/auth/oauth/authorize/sso_c1')
})

test('other addresses go on with the ways of the project', async () => {
  const left = watchDepartures()
  renderApp(<SignIn />, company)
  await userEvent.type(await screen.findByLabelText('Email'), 'grace@example.com{Enter}')
  await screen.findByLabelText('Password')
  expect(left).toEqual([])
})

test('without other forms, an unknown address is told so, and providers stay in view', async () => {
  renderApp(<SignIn />, { ...company, config: { ...company!.config, credential_enabled: false } })
  await userEvent.type(await screen.findByLabelText('Email'), 'grace@example.com{Enter}')
  await screen.findByText("This address can't sign in here.")
  screen.getByRole('button', { name: /Google/ })
})

test('a link from the app launcher of a company starts nothing before a click', async () => {
  const left = watchDepartures('?connection=sso_c1')
  renderApp(<SignIn />, company)
  const button = await screen.findByRole('button', { name: "Continue with your company's sign-in" })
  expect(left).toEqual([])
  await userEvent.click(button)
  await waitFor(() => expect(left).toHaveLength(1))
  expect(left[0]?.pathname).toBe('/api/v1/auth/oauth/authorize/sso_c1')
})
