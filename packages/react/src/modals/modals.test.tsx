import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { useUser } from '../hooks/use-app.ts'
import { type Answer, renderApp, signedIn } from '../testing/wire.test.tsx'
import { UserButton } from '../user-button/user-button.tsx'
import { SignInModal } from './components.tsx'

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

/** A page of an app with text that is open behind the modal. */
function Pricing() {
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p>{user ? `Welcome, ${user.displayName}` : 'Nobody is signed in'}</p>
      <button type="button" onClick={() => setIsOpen(true)}>
        Log in
      </button>
      {isOpen && <SignInModal onClose={() => setIsOpen(false)} />}
    </>
  )
}

const openSignIn = async () => userEvent.click(await screen.findByRole('button', { name: 'Log in' }))

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('signs in over the page, which stays open and shows the user', async () => {
  const { visited } = renderApp(<Pricing />, { at: '/pricing?plan=pro' })
  await openSignIn()
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to your account' })
  expect(document.documentElement.style.overflow).toBe('hidden')
  await within(dialog).findByLabelText('Email')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  await signIn()
  expect(await screen.findByText('Welcome, Ada Lovelace')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(visited).toEqual([])
  expect(location.pathname + location.search).toBe('/pricing?plan=pro')
  expect(document.documentElement.style.overflow).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log in' }))
})

test('stays open with a message if the password is wrong', async () => {
  renderApp(<Pricing />, {
    respond: ({ route }) =>
      route === 'POST /auth/password/sign-in' ? { error: 'EMAIL_PASSWORD_MISMATCH' } : undefined,
  })
  await openSignIn()
  await signIn()
  expect(await screen.findByText('Wrong email or password.')).toBeTruthy()
  expect(screen.getByText('Nobody is signed in')).toBeTruthy()
})

test('closes with Escape or its button, and the focus returns', async () => {
  renderApp(<Pricing />)
  for (const close of [
    async () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    async () => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })),
  ]) {
    await openSignIn()
    await screen.findByLabelText('Email')
    await close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log in' }))
  }
})

test('links lead to other screens of the modal', async () => {
  const { visited } = renderApp(<Pricing />)
  await openSignIn()
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Back to sign-in' }))
  expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeTruthy()
  expect(visited).toEqual([])
})

test('asks for the second factor in the modal', async () => {
  renderApp(<Pricing />, {
    respond: ({ route }): Answer | undefined => {
      if (route === 'POST /auth/password/sign-in')
        return { error: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details: { attempt_code: 'attempt' } }
      return route === 'POST /auth/mfa/sign-in' ? { body: signedIn({ is_new_user: false }) } : undefined
    },
  })
  await openSignIn()
  await signIn()
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy()
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  expect(await screen.findByText('Welcome, Ada Lovelace')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBe(null)
})

test('signs in with the code of an email, whose link returns to the page', async () => {
  const { sent } = renderApp(<Pricing />, {
    at: '/pricing?plan=pro#yearly',
    config: { magic_link_enabled: true, credential_enabled: false },
    respond: ({ route }): Answer | undefined => {
      if (route === 'POST /auth/otp/send-sign-in-code') return { body: { nonce: 'nonce' } }
      return route === 'POST /auth/otp/sign-in' ? { body: signedIn({ is_new_user: false }) } : undefined
    },
  })
  await openSignIn()
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
  await userEvent.type(await screen.findByLabelText('Code'), 'ABC123')
  expect(await screen.findByText('Welcome, Ada Lovelace')).toBeTruthy()
  const { callback_url } = sent('POST /auth/otp/send-sign-in-code')[0]!.body
  const link = new URL(String(callback_url))
  expect(link.pathname).toBe('/handler/magic-link-callback')
  expect(link.searchParams.get('after_auth_return_to')).toBe('/pricing?plan=pro#yearly')
})

test('providers return to the page', async () => {
  renderApp(<Pricing />, { at: '/pricing', config: { enabled_oauth_providers: [{ id: 'github' }] } })
  const { href, origin, pathname, search, hash } = location
  const assign = vi.fn()
  vi.stubGlobal('location', { href, origin, pathname, search, hash, assign })
  await openSignIn()
  await userEvent.click(await screen.findByRole('button', { name: /GitHub/ }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  const redirectUri = new URL(new URL(assign.mock.calls[0]![0]).searchParams.get('redirect_uri')!)
  expect(redirectUri.pathname).toBe('/handler/oauth-callback')
  expect(redirectUri.searchParams.get('after_auth_return_to')).toBe('/pricing')
})

test('keeps the data of an anonymous user', async () => {
  const tokens: (string | null)[] = []
  const { requests } = renderApp(<Pricing />, { isSignedIn: true, user: { is_anonymous: true } })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('/auth/password/sign-in')) tokens.push(new Headers(init.headers).get('x-stack-refresh-token'))
    return fetch(url, init)
  })
  await openSignIn()
  await signIn()
  await waitFor(() => expect(tokens).toEqual(['refresh-token']))
  expect(requests.length).toBeGreaterThan(0)
})

test('the user button opens sign-in and account settings as modals', async () => {
  const { visited } = renderApp(<UserButton modals />)
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign up' }))
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(visited).toEqual([])
})

test('account settings keep the address of the page behind and close with the session', async () => {
  const { visited } = renderApp(<UserButton modals />, { isSignedIn: true, at: '/notes#today' })
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Account settings' }))
  const dialog = await screen.findByRole('dialog', { name: 'Account settings' })
  expect(await within(dialog).findByRole('heading', { name: 'My profile' })).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('link', { name: 'Settings' }))
  expect(await within(dialog).findByRole('heading', { name: 'Settings' })).toBeTruthy()
  expect(location.hash).toBe('#today')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(visited).toEqual(['/'])
})
