import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ClientApp } from '../client-app.ts'
import { LatchkeyProvider } from '../provider.tsx'
import { createApp, renderApp, startWire } from '../testing/wire.test.tsx'
import { LatchkeyHandler } from './handler.tsx'
import { findRoute, withQuery } from './handler-routes.ts'

test.each([
  ['/handler/sign-in', 'Sign in to your account'],
  ['/handler/sign-up', 'Create your account'],
  ['/handler/sign-out', "You're not signed in"],
  ['/handler/forgot-password', 'Reset your password'],
  ['/handler/password-reset', "This link isn't valid"],
  ['/handler/magic-link-callback', "This link isn't valid"],
  ['/handler/mfa', 'Sign in again'],
  ['/handler/oauth-callback', 'Signing you in…'],
  ['/handler/error', 'Something went wrong'],
  ['sign-in', 'Sign in to your account'],
  ['/sign-up/', 'Create your account'],
])('%s shows its page', async (location, title) => {
  renderApp(<LatchkeyHandler fullPage location={location} />)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test.each([
  ['sign-in', {}],
  ['mfa', {}],
  ['nope', {}],
  ['account-settings', { isSignedIn: true }],
])('the full page %s is the main landmark of a page that has none', async (location, options) => {
  const { unmount, container } = renderApp(<LatchkeyHandler fullPage location={location} />, options)
  // Asked for together: the page is mounted anew once its parts have arrived.
  await waitFor(() => {
    const heading = screen.getByRole('heading', { level: 1, name: /^(?!Loading)/ })
    expect(screen.getByRole('main').contains(heading)).toBe(true)
  })
  expect(container.querySelectorAll('main, [role="main"]')).toHaveLength(1)
  unmount()

  renderApp(
    <main>
      <LatchkeyHandler fullPage location={location} />
    </main>,
    options,
  )
  await screen.findByRole('heading', { level: 1, name: /^(?!Loading)/ })
  expect(screen.getAllByRole('main')).toHaveLength(1)
})

test('a part of a page is not a landmark', async () => {
  renderApp(<LatchkeyHandler fullPage={false} location="sign-in" />)
  await screen.findByRole('heading', { name: 'Sign in to your account' })
  expect(screen.queryByRole('main')).toBe(null)
})

test('account settings require a user', async () => {
  const at = '/handler/account-settings?tab=1'
  const { visited } = renderApp(<LatchkeyHandler fullPage location="/handler/account-settings" />, { at })
  await waitFor(() =>
    expect(visited).toEqual(['/handler/sign-in?after_auth_return_to=%2Fhandler%2Faccount-settings%3Ftab%3D1']),
  )
  expect(screen.queryByRole('heading', { name: 'Account settings' })).toBe(null)
})

test('an unknown address shows a not-found message', async () => {
  const { visited } = renderApp(<LatchkeyHandler fullPage location="/handler/nope" />)
  await screen.findByRole('heading', { name: 'Page not found' })
  await userEvent.click(screen.getByRole('button', { name: 'Go home' }))
  expect(visited).toEqual(['/'])
})

test('another spelling shows the page and corrects the address', async () => {
  const { visited } = renderApp(<LatchkeyHandler fullPage location="/handler/login" />, { at: '/handler/login?a=1' })
  await screen.findByRole('heading', { name: 'Sign in to your account' })
  expect(visited).toEqual(['/handler/sign-in?a=1'])
})

test('another spelling does not stay in the history, with any router', async () => {
  const navigate = vi.fn()
  const { app } = createApp({ at: '/handler/login?a=1' })
  startWire()
  const routed = new ClientApp({
    projectId: app.projectId,
    publishableClientKey: 'pck_test',
    baseUrl: 'http://api.test',
    tokenStore: 'cookie',
    redirectMethod: { useNavigate: () => navigate },
  })
  render(
    <LatchkeyProvider app={routed}>
      <LatchkeyHandler fullPage location="/handler/login" />
    </LatchkeyProvider>,
  )
  await screen.findByRole('heading', { name: 'Sign in to your account' })
  expect(navigate).toHaveBeenCalledWith('/handler/sign-in?a=1', { replace: true })
})

test.each([
  ['/', '/login', '/sign-in'],
  ['/auth/', '/auth/login', '/auth/sign-in'],
])('corrects the address below the handler at %s too', async (handler, location, canonical) => {
  const { visited } = renderApp(<LatchkeyHandler fullPage location={location} />, { at: location, urls: { handler } })
  await screen.findByRole('heading', { name: 'Sign in to your account' })
  expect(visited).toEqual([canonical])
})

test('a page that the app replaces redirects to it with its query', async () => {
  const { visited } = renderApp(<LatchkeyHandler fullPage location="/handler/sign-in" />, {
    at: '/handler/sign-in?after_auth_return_to=%2Fnotes',
    urls: { signIn: '/welcome?from=handler#form' },
  })
  await waitFor(() => expect(visited).toEqual(['/welcome?from=handler&after_auth_return_to=%2Fnotes#form']))
  expect(screen.queryByRole('heading')).toBe(null)
})

test('props of the app override ours, unless they are undefined', async () => {
  const props = { SignIn: { extraInfo: 'By invitation only', automaticRedirect: undefined } }
  const { visited } = renderApp(<LatchkeyHandler fullPage location="/handler/sign-in" componentProps={props} />, {
    isSignedIn: true,
  })
  expect(await screen.findByText('By invitation only')).toBeTruthy()
  await waitFor(() => expect(visited).toEqual(['/']))
})

describe('findRoute', () => {
  test.each([
    ['/demo/handler/sign-in', '/demo/handler', 'sign-in'],
    ['/demo/handler/sign-in?x=1#y', '/demo/handler/', 'sign-in'],
    ['/handler/signin', '/handler', 'sign-in'],
    ['/handler/Log-In', '/handler', 'sign-in'],
    ['/handler/register', '/handler', 'sign-up'],
    ['/handler/accountsettings', '/handler', 'account-settings'],
    ['/handler/constructor', '/handler', undefined],
    ['/handler', '/handler', undefined],
    ['/handlerx/sign-in', '/handler', undefined],
    ['//', '/handler', undefined],
    ['http://[', '/handler', undefined],
    ['/handler/%E0%A4%A', '/handler', undefined],
  ])('%s under %s is %s', (location, handler, path) => {
    expect(findRoute(location, handler)?.path).toBe(path)
  })

  test('withQuery keeps the existing query', () => {
    expect(withQuery('/a', '')).toBe('/a')
    expect(withQuery('/a?b=1#c', '?d=2')).toBe('/a?b=1&d=2#c')
  })
})
