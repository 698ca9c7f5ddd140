import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LatchkeyProvider } from '../provider.tsx'
import { type Answer, createApp, renderApp, startWire } from '../testing/wire.test.tsx'
import { AuthPage, CredentialSignIn, SignIn, SignUp } from './components.tsx'

const fillIn = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const blocks = {
  'reports it': () => vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false),
  'throws at every access': () => {
    const refuse = () => {
      throw new DOMException('The document is sandboxed.', 'SecurityError')
    }
    Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse })
    onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'))
  },
}

describe.each(Object.entries(blocks))('in a browser that blocks cookies and %s', (_, block) => {
  const cookiesNeeded = "Signing in needs cookies. Allow them for this site in your browser's settings, then try again."

  test('the page explains what to do', async () => {
    const app = createApp()
    startWire()
    block()
    render(
      <LatchkeyProvider app={app.app}>
        <SignIn fullPage automaticRedirect />
      </LatchkeyProvider>,
    )
    await screen.findByRole('heading', { level: 1, name: 'Cookies are blocked' })
    expect(screen.getByText(cookiesNeeded)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByLabelText('Email')).toBe(null)
  })

  test('a standalone form explains it instead of signing in', async () => {
    const app = createApp()
    const requests = startWire()
    block()
    render(
      <LatchkeyProvider app={app.app}>
        <CredentialSignIn />
      </LatchkeyProvider>,
    )
    await fillIn('Email', 'ada@example.com')
    await fillIn('Password', 'correct horse{Enter}')
    await screen.findByText(cookiesNeeded)
    expect(requests.filter(({ route }) => route === 'POST /auth/password/sign-in')).toEqual([])
  })
})

test('an app that stores sessions elsewhere needs no cookies', async () => {
  blocks['reports it']()
  renderApp(<SignIn />, { app: { tokenStore: 'memory' } })
  await screen.findByLabelText('Email')
})

describe('sign-in', () => {
  test('shows a skeleton, then the form with the focus in its first field', async () => {
    renderApp(<SignIn />)
    expect(screen.getByLabelText('Loading…')).toBeTruthy()
    const email = await screen.findByLabelText('Email')
    expect(document.activeElement).toBe(email)
    expect(screen.getByText('Fieldnotes')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Sign in to your account' })).toBeTruthy()
  })

  // ASVS 6.2.7
  test('lets password managers recognize its fields', async () => {
    renderApp(<SignIn />)
    expect((await screen.findByLabelText('Email')).getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })

  test('reports missing values below each field and sends nothing', async () => {
    const { sent } = renderApp(<SignIn />)
    const email = await screen.findByLabelText('Email')
    await submit('Sign in')
    expect(describedBy(email)).toBe('Enter your email.')
    expect(describedBy(screen.getByLabelText('Password'))).toBe('Enter your password.')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
    expect(sent('POST /auth/password/sign-in')).toHaveLength(0)

    await userEvent.type(email, 'a')
    expect(email.getAttribute('aria-invalid')).toBe(null)
  })

  test('keeps the typed values when the password is wrong, and reports it at the password until one is corrected', async () => {
    renderApp(<SignIn />, {
      respond: ({ route }) => (route.endsWith('/sign-in') ? { error: 'EMAIL_PASSWORD_MISMATCH' } : undefined),
    })
    await fillIn('Email', ' ada@example.com ')
    await fillIn('Password', 'not-it{Enter}')
    await screen.findByText('Wrong email or password.')
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect(describedBy(password)).toBe('Wrong email or password.')
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(email.value).toContain('ada@example.com')
    expect(password.value).toBe('not-it')
    await userEvent.type(email, '.au')
    expect(screen.queryByText('Wrong email or password.')).toBeNull()
  })

  test('sends one request however often it is submitted', async () => {
    let answer = (_: Answer) => {}
    const { sent } = renderApp(<SignIn />, {
      respond: ({ route }) => (route.endsWith('/sign-in') ? new Promise((resolve) => (answer = resolve)) : undefined),
    })
    await fillIn('Email', 'ada@example.com')
    await fillIn('Password', 'correct horse{Enter}{Enter}')
    const button = await screen.findByRole('button', { name: 'Sign in' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    expect(sent('POST /auth/password/sign-in')).toHaveLength(1)
    expect(sent('POST /auth/password/sign-in')[0]?.body).toEqual({
      email: 'ada@example.com',
      password: 'correct horse',
    })

    await act(async () => answer({ error: 'EMAIL_PASSWORD_MISMATCH' }))
    expect(button.getAttribute('aria-busy')).toBe(null)
  })

  test('redirects to the destination and stays visible until then', async () => {
    const { visited } = renderApp(<SignIn automaticRedirect />, {
      at: '/handler/sign-in?after_auth_return_to=%2Fnotes',
    })
    await fillIn('Email', 'ada@example.com')
    await fillIn('Password', 'correct horse{Enter}')
    await waitFor(() => expect(visited).toEqual(['/notes']))
    expect(screen.getByLabelText('Email')).toBeTruthy()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(visited).toEqual(['/notes'])
  })

  test('links to sign-up with the destination', async () => {
    const { visited } = renderApp(<SignIn />, { at: '/handler/sign-in?after_auth_return_to=%2Fnotes' })
    const link = await screen.findByRole('link', { name: 'Create an account' })
    expect(link.getAttribute('href')).toBe('/handler/sign-up?after_auth_return_to=%2Fnotes')
    await userEvent.click(link)
    expect(visited).toEqual(['/handler/sign-up?after_auth_return_to=%2Fnotes'])
  })

  test('has no link to sign-up when sign-up is disabled', async () => {
    renderApp(<SignIn />, { config: { sign_up_enabled: false } })
    await screen.findByLabelText('Email')
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Forgot password?'])
  })

  test('shows an error of the whole form near its button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderApp(<SignIn />, {
      respond: ({ route }) =>
        route.endsWith('/sign-in') ? { error: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' } : undefined,
    })
    await fillIn('Email', 'ada@example.com')
    await fillIn('Password', 'correct horse{Enter}')
    await screen.findByText('Password sign-in is turned off for this app.')
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe(null)
  })

  test('explains that there is no sign-in method', async () => {
    renderApp(<SignIn />, { config: { credential_enabled: false } })
    await screen.findByText("Sign-in isn't set up for this app.")
    expect(screen.queryByRole('textbox')).toBe(null)
  })

  test('shows extra content of the app below the form', async () => {
    renderApp(<SignIn extraInfo={<a href="/terms">Terms</a>} />)
    expect(await screen.findByRole('link', { name: 'Terms' })).toBeTruthy()
  })

  test('offers a retry when the project cannot be fetched', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = true
    renderApp(<SignIn />, {
      respond: ({ route }) => (isBroken && route === 'GET /projects/current' ? { status: 500 } : undefined),
    })
    await screen.findByRole('heading', { name: 'Something went wrong' })
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })
})

describe('a server that cannot be reached', () => {
  test('is reported, with the reason in development and a retry button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isAway = true
    renderApp(<SignIn />, {
      respond: () => {
        if (isAway) throw new TypeError('connection refused')
        return undefined
      },
    })
    await screen.findByText("The service can't be reached right now. Please try again.")
    expect(screen.getByText(/GET \/projects\/current was tried \d times \(connection refused\)/)).toBeTruthy()
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })
})

describe('a user who is already signed in', () => {
  test('sees a message, and can go home or sign out', async () => {
    const { visited, sent } = renderApp(<SignIn />, { isSignedIn: true })
    await screen.findByText("You're signed in as Ada Lovelace.")
    await userEvent.click(screen.getByRole('button', { name: 'Go home' }))
    expect(visited).toEqual(['/'])
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(sent('DELETE /auth/sessions/current')).toHaveLength(1))
  })

  test('is redirected by a page with automatic redirects', async () => {
    const { visited } = renderApp(<SignIn automaticRedirect />, { isSignedIn: true, urls: { afterSignIn: '/welcome' } })
    await waitFor(() => expect(visited).toEqual(['/welcome']))
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  test('is not redirected to another site', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = '/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example'
    const { visited } = renderApp(<SignIn automaticRedirect />, { isSignedIn: true, at })
    await screen.findByRole('heading', { name: "This link can't be opened" })
    expect(visited).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(visited).toEqual(['/'])
  })
})

describe('sign-up', () => {
  test('creates the account and redirects', async () => {
    const { sent, visited } = renderApp(<SignUp />, { urls: { afterSignUp: '/welcome' } })
    await fillIn('Email', 'new@example.com')
    await fillIn('Password', 'correct horse')
    await fillIn('Confirm password', 'correct horse{Enter}')
    await waitFor(() => expect(visited).toEqual(['/welcome']))
    expect(sent('POST /auth/password/sign-up')[0]?.body).toMatchObject({ email: 'new@example.com' })
  })

  test.each([
    ['short', 'Use at least 8 characters.'],
    ['x'.repeat(71), 'The password is too long. Use at most 70 characters.'],
  ])('rejects the password %s before it is sent', async (password, message) => {
    const { sent } = renderApp(<SignUp noPasswordRepeat />)
    await fillIn('Email', 'new@example.com')
    await fillIn('Password', `${password}{Enter}`)
    expect(describedBy(screen.getByLabelText('Password'))).toBe(message)
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByLabelText('Confirm password')).toBe(null)
    expect(sent('POST /auth/password/sign-up')).toHaveLength(0)
  })

  test('requires both passwords to match, and clears the error on typing', async () => {
    renderApp(<SignUp />)
    await fillIn('Email', 'new@example.com')
    await fillIn('Password', 'correct horse')
    await fillIn('Confirm password', 'correct house{Enter}')
    const repeat = screen.getByLabelText('Confirm password')
    expect(describedBy(repeat)).toBe("The passwords don't match.")
    await userEvent.type(screen.getByLabelText('Password'), '!')
    expect(repeat.getAttribute('aria-invalid')).toBe(null)
  })

  test('reports that the email already has an account', async () => {
    renderApp(<SignUp noPasswordRepeat />, {
      respond: ({ route }) => (route.endsWith('/sign-up') ? { error: 'USER_EMAIL_ALREADY_EXISTS' } : undefined),
    })
    await fillIn('Email', 'ada@example.com')
    await fillIn('Password', 'correct horse{Enter}')
    await screen.findByText('This email is already in use.')
  })

  test('is closed when the project accepts no new accounts', async () => {
    const { visited } = renderApp(<SignUp />, { config: { sign_up_enabled: false } })
    await screen.findByRole('heading', { name: 'Sign-up is turned off' })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(visited[0]).toMatch(/^\/handler\/sign-in/)
  })
})

test('a preview sends no requests', async () => {
  const off = { signUpEnabled: true, passkeyEnabled: false, magicLinkEnabled: false, oauthProviders: [] }
  const { sent } = renderApp(<AuthPage type="sign-in" mockProject={{ config: { ...off, credentialEnabled: true } }} />)
  await fillIn('Email', 'ada@example.com')
  await fillIn('Password', 'correct horse{Enter}')
  expect(sent('GET /projects/current')).toHaveLength(0)
  expect(sent('POST /auth/password/sign-in')).toHaveLength(0)
})

// ASVS 6.2.7
test('a password can be pasted', async () => {
  renderApp(<SignIn />)
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  await userEvent.click(field)
  await userEvent.paste('correct horse battery')
  expect(field.value).toBe('correct horse battery')
})

// ASVS 6.2.6
test('a password is masked and can be revealed', async () => {
  renderApp(<SignIn />)
  await fillIn('Password', 'secret')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  const toggle = screen.getByRole('button', { name: 'Show password' })
  expect(toggle.tabIndex).toBe(-1)
  await userEvent.click(toggle)
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  expect(screen.getByRole('button', { name: 'Hide password' })).toBeTruthy()
})

function describedBy(input: HTMLElement): string | null | undefined {
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
}

describe('after the server has ended a session', () => {
  const restriction = { until_millis: null as number | null, message: null as string | null }
  const remember = (end: object) => {
    localStorage.setItem('_LATCHKEY.ended.11111111-1111-4111-8111-111111111111', JSON.stringify(end))
    onTestFinished(() => localStorage.clear())
  }

  test.each([
    ['that it was ended', {}, "You've been signed out. Sign in to continue."],
    ['that the account is restricted', { restriction }, 'This account is restricted. Contact support.'],
    [
      'the message of the owners',
      { restriction: { ...restriction, message: 'You sent too many messages.' } },
      'This account is restricted. You sent too many messages.',
    ],
  ])('says %s', async (_, end, text) => {
    remember({ at: Date.now(), ...end })
    renderApp(<SignIn />)
    await screen.findByLabelText('Email')
    expect(screen.getByText(text).getAttribute('role')).toBe('status')
  })

  test('says nothing on the sign-up page', async () => {
    remember({ at: Date.now() })
    renderApp(<SignUp />)
    await screen.findByLabelText('Email')
    expect(screen.queryByText(/signed out/)).toBeNull()
  })

  test.each([
    ['a long time has passed', JSON.stringify({ at: Date.now() - 86_400_000 })],
    ['the note is broken', '{'],
  ])('says nothing if %s', async (_, text) => {
    localStorage.setItem('_LATCHKEY.ended.11111111-1111-4111-8111-111111111111', text)
    onTestFinished(() => localStorage.clear())
    renderApp(<SignIn />)
    await screen.findByLabelText('Email')
    expect(screen.queryByText(/signed out/)).toBeNull()
  })

  test('a refused sign-in gives the same reason, and what support finds it by', async () => {
    const details = { ...restriction, message: 'You sent too many messages.' }
    renderApp(<SignIn />, {
      respond: ({ route }) =>
        route === 'POST /auth/password/sign-in' ? { status: 403, error: 'USER_IS_RESTRICTED', details } : undefined,
    })
    await fillIn('Email', 'ada@example.com')
    await fillIn('Password', 'correct horse{Enter}')
    await screen.findByText('This account is restricted. You sent too many messages. Reference: 1a2b-3c4d-5e6f')
  })
})
