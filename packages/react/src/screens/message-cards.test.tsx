import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answer, renderApp } from '../testing/wire.test.tsx'
import { MessageCard } from '../ui/message-card.tsx'
import { PredefinedMessageCard, type PredefinedMessageCardProps } from '../ui/predefined-message-card.tsx'
import { EmailVerification } from './email-verification.tsx'
import { ErrorPage } from './error-page.tsx'
import { SignOut } from './sign-out.tsx'

test('a message card runs one action at a time', async () => {
  let finish = () => {}
  const action = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  renderApp(
    <MessageCard title="Done" primaryButtonText="Next" primaryAction={action} secondaryButtonText="Back">
      All is well.
    </MessageCard>,
  )
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Back', 'Next'])
  const next = screen.getByRole('button', { name: 'Next' })
  await userEvent.click(next)
  await userEvent.click(next)
  expect(action).toHaveBeenCalledOnce()
  expect(next.getAttribute('aria-busy')).toBe('true')
  finish()
  await waitFor(() => expect(next.getAttribute('aria-busy')).toBe(null))
})

test.each<[PredefinedMessageCardProps['type'], string[]]>([
  ['signedIn', ['Sign out', 'Go home']],
  ['signedOut', ['Sign in']],
  ['signUpDisabled', ['Sign in', 'Go home']],
  ['emailSent', ['Go home']],
  ['passwordReset', ['Sign in']],
  ['unknownError', ['Go home']],
])('the card %s offers %j', (type, buttons) => {
  renderApp(<PredefinedMessageCard type={type} />)
  expect(screen.getByRole('heading', { level: 2 })).toBeTruthy()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(buttons)
})

test('after a password reset, sign-in has no destination', async () => {
  const { visited } = renderApp(<PredefinedMessageCard type="passwordReset" />, {
    at: '/handler/password-reset?code=1',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(visited).toEqual(['/handler/sign-in'])
})

describe('sign-out', () => {
  test('signs out and redirects', async () => {
    const { sent, visited } = renderApp(<SignOut />, { isSignedIn: true, urls: { afterSignOut: '/bye' } })
    await screen.findByText('Signing out…')
    await waitFor(() => expect(visited).toEqual(['/bye']))
    expect(sent('DELETE /auth/sessions/current')).toHaveLength(1)
  })

  test.each([
    ['a signed-out user', {}],
    ['an anonymous user', { isSignedIn: true, user: { is_anonymous: true } }],
  ])('shows %s that they are not signed in and ends no session', async (_who, options) => {
    const { sent } = renderApp(<SignOut />, options)
    expect(await screen.findByRole('heading', { name: "You're not signed in" })).toBeTruthy()
    expect(sent('DELETE /auth/sessions/current')).toEqual([])
  })

  test('can be retried after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = true
    const { visited } = renderApp(<SignOut />, {
      isSignedIn: true,
      respond: ({ route }) => (isBroken && route.startsWith('DELETE') ? { status: 500 } : undefined),
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await userEvent.click(retry)
    await waitFor(() => expect(visited).toEqual(['/']))
  })
})

describe('the error page', () => {
  test.each([
    [{}, 'Something went wrong'],
    [{ errorCode: 'INVENTED', message: 'Call this number' }, 'Something went wrong'],
    [{ errorCode: 'INVALID_SCOPE', message: 'm', details: '{' }, 'Something went wrong'],
    [{ errorCode: 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER', message: 'm' }, 'Account already in use'],
    [
      { errorCode: 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION', message: 'm' },
      'Another account is already connected',
    ],
    [{ errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED', message: 'm', details: '{}' }, 'Sign-in was canceled'],
  ])('%j shows "%s"', (searchParams, title) => {
    renderApp(<ErrorPage searchParams={searchParams} />)
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByText('Call this number')).toBe(null)
  })

  test('recovers an unverified account for the owner of its email in one click', async () => {
    const details = JSON.stringify({
      type: 'email',
      contact_channel_value: 'ada@example.com',
      would_work_if_email_was_verified: true,
    })
    const errorCode = 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'
    const { sent } = renderApp(<ErrorPage searchParams={{ errorCode, message: 'Taken.', details }} />, {
      respond: ({ route }) => (route.endsWith('send-reset-code') ? { body: { success: 'sent' } } : undefined),
    })
    expect(screen.queryByText(/ada@example/)).toBe(null)
    await userEvent.click(screen.getByRole('button', { name: 'This is my email. Send me a link' }))
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
    expect(sent('POST /auth/password/send-reset-code')[0]?.body).toMatchObject({ email: 'ada@example.com' })
  })

  test('shows any other known error with its code, but no text from the link', async () => {
    const message = 'Call this number'
    renderApp(<ErrorPage searchParams={{ errorCode: 'OUTER_OAUTH_TIMEOUT', message }} />, {
      provider: { lang: 'de-DE' },
    })
    expect(await screen.findByText('Fehlercode: OUTER_OAUTH_TIMEOUT')).toBeTruthy()
    expect(screen.getByText('Diese Anmeldung ist abgelaufen', { exact: false })).toBeTruthy()
    expect(screen.queryByText(message)).toBe(null)
  })

  test('shows the reference, which support can look up, and copies it', async () => {
    const searchParams = { errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED', message: 'm', reference: '1a2b-3c4d-5e6f' }
    renderApp(<ErrorPage searchParams={searchParams} />)
    expect(screen.getByText(/Reference: 1a2b-3c4d-5e6f/)).toBeTruthy()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Copy reference' }))
    expect(await screen.findByText('Copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('1a2b-3c4d-5e6f')
  })

  test('selects the reference where the page has no clipboard', async () => {
    const searchParams = { errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED', message: 'm', reference: '1a2b-3c4d-5e6f' }
    renderApp(<ErrorPage searchParams={searchParams} />)
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy reference' }))
    await waitFor(() => expect(getSelection()?.toString()).toBe('Reference: 1a2b-3c4d-5e6f'))
    expect(screen.queryByText('Copied')).toBe(null)
  })

  test.each(['Call this number', '1a2b-3c4d', '1a2b-3c4d-5e6f call', ''])('shows no reference %j', (reference) => {
    renderApp(<ErrorPage searchParams={{ errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED', message: 'm', reference }} />)
    expect(screen.queryByText(/Reference/)).toBe(null)
  })
})

describe('email verification', () => {
  const claim = {
    email: 'ada@example.com',
    account_display_name: 'Mallory',
    account_primary_email: 'mallory@example.com',
    project_display_name: 'App',
    is_sign_up: false,
    needs_password: false,
  }
  const signUp = { ...claim, is_sign_up: true, account_primary_email: claim.email }
  const answerWith = (answers: Record<string, Answer>) => ({
    respond: ({ route }: { route: string }): Answer | undefined => {
      const step = route.split('/').at(-1)!
      const usual: Record<string, Answer> = {
        details: { body: claim },
        verify: { body: { success: true } },
        reject: { body: { success: true } },
      }
      return route.includes('/contact-channels/verify') ? (answers[step] ?? usual[step]) : undefined
    },
  })

  test('verifies after a click, not before', async () => {
    const { sent, visited } = renderApp(<EmailVerification searchParams={{ code: 'abc' }} />, answerWith({}))
    await screen.findByText(/^The account Mallory \(mallory@example.com\) at App wants to use ada@example.com\./)
    expect(sent('POST /contact-channels/verify')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Verify email' }))
    await screen.findByText('Your email is verified.')
    expect(sent('POST /contact-channels/verify')[0]?.body).toEqual({ code: 'abc' })
    await userEvent.click(screen.getByRole('button', { name: 'Go home' }))
    expect(visited).toEqual(['/'])
  })

  test('asks for the password if the user is not signed in', async () => {
    let error: string | undefined = 'PASSWORD_CONFIRMATION_MISMATCH'
    const { sent } = renderApp(<EmailVerification searchParams={{ code: 'abc' }} />, {
      respond: ({ route }) => {
        if (route.endsWith('/details')) return { body: { ...signUp, needs_password: true } }
        if (!route.endsWith('/verify')) return undefined
        return error ? { error } : { body: { success: true } }
      },
    })
    await screen.findByText('Someone signed up at App with ada@example.com. Enter your password to finish.')
    await userEvent.click(screen.getByRole('button', { name: 'Verify email' }))
    await screen.findByText('Enter your password.')
    expect(sent('POST /contact-channels/verify')).toHaveLength(0)
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    await screen.findByText("This isn't your current password.")
    error = undefined
    await userEvent.clear(screen.getByLabelText('Password'))
    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
    await screen.findByText('Your email is verified.')
    expect(sent('POST /contact-channels/verify').at(-1)?.body).toEqual({ code: 'abc', password: 'right' })
  })

  test.each([true, false])('removes the address of users who did not sign up (password: %s)', async (asks) => {
    const details = { body: { ...signUp, needs_password: asks } }
    const { sent } = renderApp(<EmailVerification searchParams={{ code: 'abc' }} />, answerWith({ details }))
    expect(await screen.findByRole('heading', { name: 'Was it you who signed up?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: "It wasn't me" }))
    await screen.findByText('That account can no longer use it.')
    expect(sent('POST /contact-channels/verify/reject')[0]?.body).toEqual({ code: 'abc' })
  })

  test('removes the address for users who do not own the account', async () => {
    const { sent } = renderApp(<EmailVerification searchParams={{ code: 'abc' }} />, answerWith({}))
    await userEvent.click(await screen.findByRole('button', { name: "This isn't me" }))
    await screen.findByText('That account can no longer use it.')
    expect(sent('POST /contact-channels/verify/reject')[0]?.body).toEqual({ code: 'abc' })
    expect(sent('POST /contact-channels/verify')).toHaveLength(0)
  })

  test.each([
    ['VERIFICATION_CODE_ALREADY_USED', 'Thank you'],
    ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
    ['VERIFICATION_CODE_NOT_FOUND', "This link isn't valid"],
  ])('%s of the lookup shows "%s"', async (error, title) => {
    renderApp(<EmailVerification searchParams={{ code: 'abc' }} />, answerWith({ details: { error } }))
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  test.each([
    ['VERIFICATION_CODE_ALREADY_USED', 'Thank you'],
    ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
    ['VERIFICATION_CODE_NOT_FOUND', "This link isn't valid"],
    ['SCHEMA_ERROR', "This link isn't valid"],
  ])('%s shows "%s"', async (error, title) => {
    renderApp(<EmailVerification />, {
      at: '/handler/email-verification?code=abc',
      ...answerWith({ verify: { error } }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify email' }))
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  test('a link without a code is not valid', () => {
    renderApp(<EmailVerification searchParams={{}} />)
    expect(screen.getByRole('heading', { name: "This link isn't valid" })).toBeTruthy()
  })
})
