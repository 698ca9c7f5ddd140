import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { passkey, passkeyOptions, startAuthenticator } from '../testing/passkeys.test.tsx'
import { type Answer, renderApp, signedIn } from '../testing/wire.test.tsx'
import { SignIn, SignUp } from './components.tsx'

const key = '_LATCHKEY.lastUsed'
const sendCode = 'POST /auth/otp/send-sign-in-code'
const nonce = 'n'.repeat(39)
const withPasskeys = { passkey_enabled: true, enabled_oauth_providers: [{ id: 'github' }] }

beforeEach(() => localStorage.clear())

const signInWithPassword = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

describe('remembers', () => {
  test('a password that signed in, and nothing about the user', async () => {
    const { visited } = renderApp(<SignIn />, { urls: { afterSignIn: '/in' } })
    await signInWithPassword()
    await waitFor(() => expect(visited).toEqual(['/in']))
    expect({ ...localStorage }).toEqual({ [key]: 'password' })
  })

  test('no password that is wrong', async () => {
    localStorage.setItem(key, 'github')
    renderApp(<SignIn />, {
      respond: ({ route }) => (route.endsWith('/sign-in') ? { error: 'EMAIL_PASSWORD_MISMATCH' } : undefined),
    })
    await signInWithPassword()
    await screen.findByText('Wrong email or password.')
    expect(localStorage.getItem(key)).toBe('github')
  })

  test('a password that signed up', async () => {
    const { visited } = renderApp(<SignUp noPasswordRepeat />, { urls: { afterSignUp: '/in' } })
    await signInWithPassword()
    await waitFor(() => expect(visited).toEqual(['/in']))
    expect(localStorage.getItem(key)).toBe('password')
  })

  test.each<[string, Answer, string | null]>([
    ['a code that signed in', { body: signedIn() }, 'magic-link'],
    ['no code that is wrong', { error: 'VERIFICATION_CODE_NOT_FOUND' }, null],
  ])('%s', async (_, answer, remembered) => {
    const { sent } = renderApp(<SignIn />, {
      config: { magic_link_enabled: true, credential_enabled: false },
      respond: ({ route }) =>
        route === sendCode ? { body: { nonce } } : route === 'POST /auth/otp/sign-in' ? answer : undefined,
    })
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    await userEvent.type(await screen.findByLabelText('Code'), 'ABC123')
    await waitFor(() => expect(sent('POST /auth/otp/sign-in')).toHaveLength(1))
    await waitFor(() => expect(localStorage.getItem(key)).toBe(remembered))
  })

  test('a passkey among the suggestions', async () => {
    startAuthenticator({ suggestion: passkey })
    const { visited } = renderApp(<SignIn />, {
      config: withPasskeys,
      respond: ({ route }) =>
        route === 'POST /auth/passkey/sign-in' ? { body: signedIn({ is_new_user: false }) } : passkeyOptions(route),
      urls: { afterSignIn: '/in' },
    })
    await waitFor(() => expect(visited).toContain('/in'))
    expect(localStorage.getItem(key)).toBe('passkey')
  })
})

describe('marks', () => {
  test('the tab of the form that was last used, without changing their order', async () => {
    localStorage.setItem(key, 'password')
    renderApp(<SignIn />, { config: { magic_link_enabled: true } })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.getAttribute('aria-description'))).toEqual([null, 'Last used'])
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  })

  test('the only form, if there are other methods', async () => {
    localStorage.setItem(key, 'password')
    const { unmount } = renderApp(<SignIn />, { config: { enabled_oauth_providers: [{ id: 'github' }] } })
    expect(await screen.findByRole('button', { name: 'Sign in', description: 'Last used' })).toBeTruthy()
    unmount()
    renderApp(<SignIn />)
    await screen.findByLabelText('Password')
    expect(screen.queryByText('Last used')).toBe(null)
  })

  test('nothing on the form for new accounts', async () => {
    localStorage.setItem(key, 'password')
    renderApp(<SignUp />, { config: { magic_link_enabled: true, enabled_oauth_providers: [{ id: 'github' }] } })
    await screen.findByLabelText('Email')
    expect(screen.queryByText('Last used')).toBe(null)
  })
})

test('a passkey that was used here stays first and has the focus, also after another method was used', async () => {
  localStorage.setItem(key, 'github')
  localStorage.setItem('_LATCHKEY.passkey', 'passkey')
  const { questions } = startAuthenticator()
  renderApp(<SignIn />, { config: withPasskeys, respond: ({ route }) => passkeyOptions(route) })
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  expect(document.activeElement).toBe(button)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(['Sign in with a passkey', 'Sign in with GitHub'])
  expect(screen.getByRole('button', { name: 'Sign in with GitHub', description: 'Last used' })).toBeTruthy()
  await waitFor(() => expect(questions('suggestion')).toHaveLength(1))
})
