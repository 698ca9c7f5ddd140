import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { MagicLinkSignIn, SignIn, SignUp } from '../sign-in/components.tsx'
import { type Answer, renderApp, signedIn } from '../testing/wire.test.tsx'
import { MagicLinkCallback } from './magic-link-callback.tsx'

const sendRoute = 'POST /auth/otp/send-sign-in-code'
const signInRoute = 'POST /auth/otp/sign-in'
const nonce = 'n'.repeat(39)
const urls = { afterSignIn: '/in', afterSignUp: '/up' }
const config = { magic_link_enabled: true }
const fillIn = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

function answers({ send = { body: { nonce } }, signIn = { body: signedIn() } }: Record<string, Answer> = {}) {
  const byRoute: Record<string, Answer> = { [sendRoute]: send, [signInRoute]: signIn }
  return { respond: ({ route }: { route: string }) => byRoute[route] }
}

describe('the tabs', () => {
  const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

  test('offer the magic link first, with the focus in its field', async () => {
    renderApp(<SignIn />, { config })
    const email = await screen.findByLabelText('Email')
    expect(names()).toEqual(['Magic link', 'Password'])
    expect(document.activeElement).toBe(email)
    expect(screen.queryByLabelText('Password')).toBe(null)
  })

  test('offer the password first if the app requests it', async () => {
    renderApp(<SignUp firstTab="password" />, { config })
    expect(await screen.findByLabelText('Confirm password')).toBeTruthy()
    expect(names()).toEqual(['Password', 'Magic link'])
  })

  test('switch with the arrow keys, keep the focus and keep the email', async () => {
    renderApp(<SignIn />, { config })
    await fillIn('Email', 'ada@example.com')
    const [magicLink, password] = screen.getAllByRole('tab')
    expect([magicLink?.tabIndex, password?.tabIndex]).toEqual([0, -1])
    magicLink?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(password?.getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(password)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
    await userEvent.keyboard('{ArrowRight}{End}{Home}')
    expect(document.activeElement).toBe(magicLink)
  })

  test('are hidden when there is nothing to choose', async () => {
    renderApp(<SignIn />, { config: { ...config, credential_enabled: false } })
    expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeTruthy()
    expect(screen.queryByRole('tab')).toBe(null)
  })
})

describe('the form', () => {
  test.each([
    ['an existing user', false, '/in'],
    ['a new user', true, '/up'],
  ])('signs %s in with the code of the email', async (_, isNewUser, destination) => {
    const { sent, visited } = renderApp(<SignIn automaticRedirect />, {
      config,
      urls,
      ...answers({ signIn: { body: signedIn({ is_new_user: isNewUser }) } }),
    })
    await fillIn('Email', ' ada@example.com {Enter}')
    await screen.findByText(/We sent an email to ada@example\.com\./)
    expect(sent(sendRoute)[0]?.body).toEqual({
      email: 'ada@example.com',
      callback_url: expect.stringMatching(/\/handler\/magic-link-callback$/),
    })
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
    await userEvent.paste(' abc-12d ')
    await waitFor(() => expect(visited).toEqual([destination]))
    expect(sent(signInRoute).map(({ body }) => body)).toEqual([{ code: `ABC12D${nonce}` }])
  })

  test.each([
    ['VERIFICATION_CODE_NOT_FOUND', 'Wrong code. Check the most recent email.'],
    ['VERIFICATION_CODE_EXPIRED', 'This code no longer works. Request a new one.'],
    ['VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 'This code no longer works. Request a new one.'],
  ])('%s is reported below the code', async (error, message) => {
    renderApp(<MagicLinkSignIn />, answers({ signIn: { error } }))
    await fillIn('Email', 'ada@example.com{Enter}')
    await fillIn('Code', 'abcdef')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('')
  })

  test('shows the code step on the whole page, with a way back to the same tab and email', async () => {
    renderApp(<SignIn firstTab="password" />, {
      config: { ...config, enabled_oauth_providers: [{ id: 'github' }] },
      ...answers(),
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Magic link' }))
    await fillIn('Email', 'ada@example.com{Enter}')
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
    expect(screen.queryByRole('tab')).toBe(null)
    expect(screen.queryByText('Sign in with GitHub')).toBe(null)
    await press('Use a different email')
    expect(screen.getByRole('tab', { name: 'Magic link' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  })

  test('sends another email after half a minute and then accepts its code', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    let emails = 0
    const { sent } = renderApp(<MagicLinkSignIn />, {
      respond: ({ route }) => {
        if (route === signInRoute) return { error: 'VERIFICATION_CODE_NOT_FOUND' }
        return route === sendRoute ? { body: { nonce: `nonce-${++emails}` } } : undefined
      },
    })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    const resend = await screen.findByRole('button', { name: 'Resend code in 30 s' })
    await user.click(resend)
    expect(sent(sendRoute)).toHaveLength(1)
    for (let second = 0; second < 30; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(resend.textContent).toBe('Resend code')
    await user.click(resend)
    await screen.findByRole('button', { name: 'Resend code in 30 s' })
    await user.type(screen.getByLabelText('Code'), 'abcdef')
    await waitFor(() => expect(sent(signInRoute)[0]?.body).toEqual({ code: 'ABCDEFnonce-2' }))
    vi.useRealTimers()
  })

  test('allows another email and keeps the first one for editing', async () => {
    renderApp(<MagicLinkSignIn />, answers())
    await fillIn('Email', 'ada@example.com{Enter}')
    await press('Use a different email')
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect(email.value).toBe('ada@example.com')
    expect(document.activeElement).toBe(email)
  })

  test.each([
    ['SIGN_UP_NOT_ENABLED', "This app doesn't accept new accounts."],
    ['USER_EMAIL_ALREADY_EXISTS', "This email isn't verified yet."],
    [
      'REDIRECT_URL_NOT_WHITELISTED',
      "This address isn't set up for sign-in. The server says REDIRECT_URL_NOT_WHITELISTED. Reference: 1a2b-3c4d-5e6f",
    ],
    ['SOMETHING_NEW', "That didn't work. Please try again."],
  ])('%s is reported below the email', async (error, message) => {
    renderApp(<MagicLinkSignIn />, answers({ send: { error } }))
    await fillIn('Email', 'ada@example.com{Enter}')
    expect(await screen.findByText(message, { exact: false })).toBeTruthy()
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('recovers an unverified account for the owner of its email in one click', async () => {
    const { sent } = renderApp(<MagicLinkSignIn />, {
      respond: ({ route, body }) => {
        if (route !== sendRoute) return undefined
        return body.claim_unverified ? { body: { nonce } } : { error: 'USER_EMAIL_ALREADY_EXISTS' }
      },
    })
    await fillIn('Email', 'ada@example.com{Enter}')
    await press('Verify it with a code')
    expect(await screen.findByLabelText('Code')).toBeTruthy()
    expect(sent(sendRoute).map(({ body }) => body)).toMatchObject([
      { email: 'ada@example.com' },
      { email: 'ada@example.com', claim_unverified: true },
    ])
  })

  test('keeps the email when the server does not respond', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderApp(<MagicLinkSignIn />, answers({ send: { status: 500 } }))
    await fillIn('Email', 'ada@example.com{Enter}')
    expect(await screen.findByText("That didn't work. Please try again.")).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  })
})

describe('the link', () => {
  const at = '/handler/magic-link-callback?code=abc'

  test.each([
    ['an existing user', false, '/in'],
    ['a new user', true, '/up'],
  ])('signs %s in after a click, not before', async (_, isNewUser, destination) => {
    const { sent, visited } = renderApp(<MagicLinkCallback searchParams={{ code: 'abc' }} />, {
      urls,
      ...answers({ signIn: { body: signedIn({ is_new_user: isNewUser }) } }),
    })
    await screen.findByRole('button', { name: 'Sign in' })
    expect(sent(signInRoute)).toHaveLength(0)
    await press('Sign in')
    await waitFor(() => expect(visited).toEqual([destination]))
    expect(sent(signInRoute).map(({ body }) => body)).toEqual([{ code: 'abc' }])
    expect(screen.queryByText("You're already signed in")).toBe(null)
  })

  test('redirects to the destination', async () => {
    const { visited } = renderApp(<MagicLinkCallback />, { at: `${at}&after_auth_return_to=%2Fnotes`, ...answers() })
    await press('Sign in')
    await waitFor(() => expect(visited).toEqual(['/notes']))
  })

  test.each([
    ['VERIFICATION_CODE_NOT_FOUND', "This link isn't valid"],
    ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
    ['VERIFICATION_CODE_ALREADY_USED', 'This link has already been used'],
  ])('%s shows "%s" and a button for a new link', async (error, title) => {
    const { visited } = renderApp(<MagicLinkCallback />, { at, ...answers({ signIn: { error } }) })
    await press('Sign in')
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    // What owners find the failure by.
    expect(screen.getByText(/1a2b-3c4d-5e6f/)).toBeTruthy()
    await press('Copy reference')
    expect(await navigator.clipboard.readText()).toBe('1a2b-3c4d-5e6f')
    await press('Request a new link')
    expect(visited).toEqual(['/handler/sign-in'])
  })

  test('without a code is not valid', async () => {
    renderApp(<MagicLinkCallback searchParams={{}} />)
    expect(await screen.findByRole('heading', { name: "This link isn't valid" })).toBeTruthy()
    // No request has failed.
    expect(screen.queryByRole('button', { name: 'Copy reference' })).toBe(null)
  })

  test('can be retried when the server did not respond', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderApp(<MagicLinkCallback />, { at, ...answers({ signIn: { status: 500 } }) })
    await press('Sign in')
    expect((await screen.findByRole('alert')).textContent).toBe("That didn't work. Please try again.")
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
  })

  test('is not shown to signed-in users', async () => {
    const { sent } = renderApp(<MagicLinkCallback />, { at, isSignedIn: true })
    expect(await screen.findByRole('heading', { name: "You're already signed in" })).toBeTruthy()
    expect(sent(signInRoute)).toHaveLength(0)
  })
})
