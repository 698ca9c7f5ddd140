import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { passkey, passkeyOptions, startAuthenticator } from '../testing/passkeys.test.tsx'
import { renderApp, signedIn } from '../testing/wire.test.tsx'
import { AuthPage, SignIn, SignUp } from './components.tsx'

const everything = {
  passkey_enabled: true,
  magic_link_enabled: true,
  enabled_oauth_providers: [{ id: 'github' }, { id: 'google' }],
}
const both = { magic_link_enabled: true }

const enterEmail = async (email = 'ada@example.com') =>
  userEvent.type(await screen.findByLabelText('Email'), `${email}{Enter}`)
const names = () => screen.getAllByRole('button').map((button) => button.textContent)

beforeEach(() => localStorage.clear())

test('asks for the email alone, which password managers recognize, then offers the ways to sign in', async () => {
  startAuthenticator()
  const { sent } = renderApp(<SignIn flow="identifier" />, {
    config: everything,
    respond: ({ route }) => passkeyOptions(route),
  })
  const email = await screen.findByLabelText('Email')
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('autocomplete')).toBe('username webauthn')
  expect(names()).toEqual(['Continue'])

  await enterEmail()
  expect(await screen.findByRole('button', { name: 'Send me a code' })).toBe(document.activeElement)
  expect(names()).toEqual([
    'Send me a code',
    'Use a password',
    'Sign in with GitHub',
    'Sign in with Google',
    'Sign in with a passkey',
    'Use a different email',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Use a password' }))
  const password = screen.getByLabelText('Password')
  expect(document.activeElement).toBe(password)
  expect(password.getAttribute('autocomplete')).toBe('current-password')
  const username = screen.getByLabelText<HTMLInputElement>('Email')
  expect([username.value, username.readOnly, username.autocomplete]).toEqual(['ada@example.com', true, 'username'])
  expect(username.form).toBe((password as HTMLInputElement).form)

  await userEvent.type(password, 'correct horse{Enter}')
  await waitFor(() => expect(sent('POST /auth/password/sign-in')).toHaveLength(1))
  expect(sent('POST /auth/password/sign-in')[0]?.body).toEqual({ email: 'ada@example.com', password: 'correct horse' })
})

test('checks the email before the next step', async () => {
  renderApp(<SignIn flow="identifier" />)
  await enterEmail('ada')
  expect(await screen.findByText('Enter a valid email, like name@example.com.')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBe(null)
})

// The attack: learning from the second step whether an address has an account.
test('an address with an account and one without give the same requests and the same screen', async () => {
  const visit = async (email: string) => {
    const { requests, container, unmount } = renderApp(<SignIn flow="identifier" firstTab="password" />, {
      config: both,
      respond: ({ route }) => (route.endsWith('/sign-in') ? { error: 'EMAIL_PASSWORD_MISMATCH' } : undefined),
    })
    await enterEmail(email)
    await screen.findByLabelText('Password')
    const step = withoutIds(container.innerHTML, email)
    const before = requests.map(({ route }) => route)
    await userEvent.type(screen.getByLabelText('Password'), 'not-it{Enter}')
    await screen.findByText('Wrong email or password.')
    const seen = { step, before, failed: withoutIds(container.innerHTML, email), all: requests.map((r) => r.route) }
    unmount()
    return seen
  }
  const known = await visit('ada@example.com')
  expect(await visit('eve@example.com')).toEqual(known)
  expect(known.before.filter((route) => route !== 'GET /projects/current' && route !== 'GET /users/me')).toEqual([])
})

function withoutIds(html: string, email: string): string {
  return html.replaceAll(email, '').replaceAll(/_r_\w+_|«\w+»|:r\w+:/g, '')
}

describe('the way back', () => {
  const toSecondStep = async (state: object | null = null) => {
    renderApp(<SignIn flow="identifier" firstTab="password" />, { config: both })
    history.replaceState(state, '')
    await enterEmail()
    await screen.findByLabelText('Password')
  }
  const expectEmail = async () => {
    await screen.findByRole('button', { name: 'Continue' })
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect([email.value, email.readOnly]).toEqual(['ada@example.com', false])
    expect(document.activeElement).toBe(email)
  }

  test('leads to the email, which is kept', async () => {
    await toSecondStep()
    await userEvent.click(screen.getByRole('button', { name: 'Use a different email' }))
    await expectEmail()
  })

  test('is also the back button of the browser, and forward returns', async () => {
    const push = vi.spyOn(history, 'pushState')
    await toSecondStep({ router: 7 })
    expect(push).toHaveBeenCalledTimes(1)
    expect(history.state).toMatchObject({ router: 7 })
    expect(JSON.stringify(history.state)).not.toContain('ada')
    history.back()
    await expectEmail()
    expect(history.state).toEqual({ router: 7 })
    history.forward()
    await screen.findByLabelText('Password')
  })

  test('from the code leads to the email', async () => {
    renderApp(<SignIn flow="identifier" />, {
      config: both,
      respond: ({ route }) =>
        route === 'POST /auth/otp/send-sign-in-code' ? { body: { nonce: 'n'.repeat(39) } } : undefined,
    })
    await enterEmail()
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a code' }))
    await screen.findByLabelText('Code')
    history.back()
    await expectEmail()
  })

  test('still works after a reload at the second step, which only forgets the email', async () => {
    const push = vi.spyOn(history, 'pushState')
    await toSecondStep({ latchkeyStep: true })
    expect(push).not.toHaveBeenCalled()
  })
})

describe('what this browser remembers', () => {
  test('a form that was last used comes first in the second step', async () => {
    localStorage.setItem('_LATCHKEY.lastUsed', 'password')
    renderApp(<SignIn flow="identifier" />, { config: both })
    await enterEmail()
    await screen.findByLabelText('Password')
    expect(names()).toEqual(['', 'Sign in', 'Use an email code', 'Use a different email'])
    const last = screen.getByRole('button', { name: 'Sign in', description: 'Last used' })
    await userEvent.click(screen.getByRole('button', { name: 'Use an email code' }))
    expect(last.isConnected).toBe(false)
    expect(screen.getByRole('button', { name: 'Use a password', description: 'Last used' })).toBeTruthy()
  })

  test('a provider that was last used is offered with the email', async () => {
    localStorage.setItem('_LATCHKEY.lastUsed', 'google')
    renderApp(<SignIn flow="identifier" />, { config: { ...everything, passkey_enabled: false } })
    expect(await screen.findByLabelText('Email')).toBe(document.activeElement)
    expect(names()).toEqual(['Sign in with Google', 'Continue'])
  })

  test('a passkey that was used here comes first and has the focus', async () => {
    localStorage.setItem('_LATCHKEY.passkey', 'passkey')
    const { questions } = startAuthenticator()
    renderApp(<SignIn flow="identifier" />, { config: everything, respond: ({ route }) => passkeyOptions(route) })
    expect(await screen.findByRole('button', { name: 'Sign in with a passkey' })).toBe(document.activeElement)
    expect(names()).toEqual(['Sign in with a passkey', 'Continue'])
    await waitFor(() => expect(questions('suggestion')).toHaveLength(1))
  })
})

test('a passkey among the suggestions of the email signs in without a second step', async () => {
  startAuthenticator({ suggestion: passkey })
  const { visited } = renderApp(<SignIn flow="identifier" />, {
    config: everything,
    respond: ({ route }) =>
      route === 'POST /auth/passkey/sign-in' ? { body: signedIn({ is_new_user: false }) } : passkeyOptions(route),
    urls: { afterSignIn: '/in' },
  })
  await waitFor(() => expect(visited).toContain('/in'))
  expect(localStorage.getItem('_LATCHKEY.lastUsed')).toBe('passkey')
})

test('a suggested passkey that the server rejects is reported at the email', async () => {
  startAuthenticator({ suggestion: passkey })
  renderApp(<SignIn flow="identifier" />, {
    config: everything,
    respond: ({ route }) =>
      route === 'POST /auth/passkey/sign-in' ? { error: 'PASSKEY_AUTHENTICATION_FAILED' } : passkeyOptions(route),
  })
  expect(await screen.findByText("This passkey doesn't work here.")).toBeTruthy()
})

test('a project without forms has no email step', async () => {
  renderApp(<SignIn flow="identifier" />, {
    config: { credential_enabled: false, enabled_oauth_providers: [{ id: 'github' }] },
  })
  expect(await screen.findByRole('button', { name: 'Sign in with GitHub' })).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBe(null)
})

test('sign-up has the same steps, and reports a taken email at the email', async () => {
  startAuthenticator()
  renderApp(<SignUp flow="identifier" noPasswordRepeat />, {
    config: everything,
    respond: ({ route }) => (route.endsWith('/sign-up') ? { error: 'USER_EMAIL_ALREADY_EXISTS' } : undefined),
  })
  await enterEmail()
  await userEvent.click(await screen.findByRole('button', { name: 'Use a password' }))
  expect(names()).not.toContain('Sign in with a passkey')
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}')
  await screen.findByText('This email is already in use.')
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})

describe('who decides', () => {
  const chosen = { project: { branding: { flow: 'identifier' } } } as const

  test('the project does, unless the app has chosen', async () => {
    const { unmount } = renderApp(<SignIn />, chosen)
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy()
    unmount()
    renderApp(<SignIn flow="tabs" />, chosen)
    expect(await screen.findByLabelText('Password')).toBeTruthy()
  })

  test('a preview follows its own project, and leaves the history alone', async () => {
    const push = vi.spyOn(history, 'pushState')
    const off = { signUpEnabled: true, passkeyEnabled: false, magicLinkEnabled: false, oauthProviders: [] }
    const mockProject = { config: { ...off, credentialEnabled: true }, branding: { flow: 'identifier' } } as const
    renderApp(<AuthPage type="sign-in" mockProject={mockProject} />)
    await enterEmail()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a different email' }))
    await screen.findByRole('button', { name: 'Continue' })
    expect(push).not.toHaveBeenCalled()
  })

  test('a preview can show the second step', async () => {
    const config = { signUpEnabled: true, passkeyEnabled: true, magicLinkEnabled: true, credentialEnabled: true }
    const mockProject = { config: { ...config, oauthProviders: [{ id: 'github' }] } }
    renderApp(<AuthPage type="sign-in" flow="identifier" mockProject={mockProject} mockEmail="ada@example.com" />)
    expect(await screen.findByRole('button', { name: 'Sign in with GitHub' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
    // As when somebody leaves the page that the preview is on.
    dispatchEvent(new PopStateEvent('popstate'))
    expect(screen.queryByRole('button', { name: 'Continue' })).toBe(null)
  })
})
