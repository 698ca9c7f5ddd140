import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { SignIn } from '../sign-in/components.tsx'
import { type Answer, renderApp } from '../testing/wire.test.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { PasswordReset } from './password-reset.tsx'

const fillIn = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the sign-in form links to it, after the password in the tab order', async () => {
  const { visited } = renderApp(<SignIn />, { at: '/handler/sign-in?after_auth_return_to=%2Fnotes' })
  const password = await screen.findByLabelText('Password')
  password.focus()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Forgot password?')
  await userEvent.keyboard('{Enter}')
  expect(visited).toEqual(['/handler/forgot-password?after_auth_return_to=%2Fnotes'])
})

describe('forgot password', () => {
  const route = 'POST /auth/password/send-reset-code'
  const answer = (given: Answer) => ({
    respond: (request: { route: string }) => (request.route === route ? given : undefined),
  })

  test.each<[string, Answer]>([
    ['known', { body: { success: 'ok' } }],
    ['unknown', { error: 'USER_NOT_FOUND' }],
  ])('shows the same message for an email that is %s', async (_, given) => {
    const { sent } = renderApp(<ForgotPassword />, answer(given))
    await fillIn('Email', ' ada@example.com {Enter}')
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
    expect(sent(route)[0]?.body).toEqual({
      email: 'ada@example.com',
      callback_url: expect.stringMatching(/\/handler\/password-reset$/),
    })
  })

  test('requires an email before it sends a request', async () => {
    const { sent } = renderApp(<ForgotPassword />)
    await fillIn('Email', 'ada{Enter}')
    expect(screen.getByText('Enter a valid email, like name@example.com.')).toBeTruthy()
    expect(sent(route)).toHaveLength(0)
  })

  test('keeps the email when the server does not respond', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderApp(<ForgotPassword />, answer({ status: 500 }))
    await fillIn('Email', 'ada@example.com{Enter}')
    await screen.findByText("That didn't work. Please try again.")
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  })

  test('is not shown to signed-in users', async () => {
    renderApp(<ForgotPassword />, { isSignedIn: true })
    expect(await screen.findByRole('heading', { name: "You're already signed in" })).toBeTruthy()
  })

  test('links back to sign-in', async () => {
    const { visited } = renderApp(<ForgotPassword />)
    await userEvent.click(await screen.findByRole('link', { name: 'Back to sign-in' }))
    expect(visited).toEqual(['/handler/sign-in'])
  })
})

describe('password reset', () => {
  const checkRoute = 'POST /auth/password/reset/check-code'
  const resetRoute = 'POST /auth/password/reset'
  const link = <PasswordReset searchParams={{ code: 'abc' }} />

  function renderReset({
    check = { body: { is_code_valid: true } },
    reset = { body: { success: true } },
  }: Record<string, Answer> = {}) {
    const answers: Record<string, Answer> = { [checkRoute]: check, [resetRoute]: reset }
    return renderApp(<StrictMode>{link}</StrictMode>, { respond: ({ route }) => answers[route] })
  }

  async function choose(password: string) {
    await fillIn('New password', password)
    await fillIn('Confirm new password', `${password}{Enter}`)
  }

  test('checks the link once, changes the password and redirects to sign-in', async () => {
    const { sent, visited } = renderReset()
    await choose('correct horse')
    await press('Sign in')
    expect(sent(checkRoute).map(({ body }) => body)).toEqual([{ code: 'abc' }])
    expect(sent(resetRoute).map(({ body }) => body)).toEqual([{ code: 'abc', password: 'correct horse' }])
    expect(visited).toEqual(['/handler/sign-in'])
  })

  test.each([
    ['VERIFICATION_CODE_NOT_FOUND', "This link isn't valid"],
    ['SCHEMA_ERROR', "This link isn't valid"],
    ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
    ['VERIFICATION_CODE_ALREADY_USED', 'This link has already been used'],
  ])('%s shows "%s" and a button for a new link', async (error, title) => {
    const { visited } = renderReset({ check: { error } })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    await press('Request a new link')
    expect(visited).toEqual(['/handler/forgot-password'])
  })

  test('a link without a code is not valid and sends no request', async () => {
    const { sent } = renderApp(<PasswordReset searchParams={{}} />)
    expect(await screen.findByRole('heading', { name: "This link isn't valid" })).toBeTruthy()
    expect(sent(checkRoute)).toHaveLength(0)
  })

  test('can be retried when the server did not respond', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = true
    renderApp(link, {
      respond: ({ route }) => (route === checkRoute ? (isBroken ? { status: 500 } : { body: {} }) : undefined),
    })
    await screen.findByRole('heading', { name: 'Something went wrong' })
    isBroken = false
    await press('Try again')
    expect(await screen.findByLabelText('New password')).toBeTruthy()
  })

  test('shows the problem with the password below the field and keeps the value', async () => {
    const { sent } = renderReset({ reset: { error: 'PASSWORD_REQUIREMENTS_NOT_MET' } })
    await choose('short')
    expect(screen.getByText('Use at least 8 characters.').dataset.kind).toBe('error')
    expect(sent(resetRoute)).toHaveLength(0)
    for (const label of ['New password', 'Confirm new password']) await userEvent.clear(screen.getByLabelText(label))

    await choose('password1')
    await screen.findByText('This password is too easy to guess. Choose another one.')
    const field = screen.getByLabelText<HTMLInputElement>('New password')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.value).toBe('password1')
  })

  test('requires both passwords to match', async () => {
    renderReset()
    await fillIn('New password', 'correct horse')
    await fillIn('Confirm new password', 'correct house{Enter}')
    expect(screen.getByText("The passwords don't match.")).toBeTruthy()
  })

  test.each<[string, Answer]>([
    ['has been used since', { error: 'VERIFICATION_CODE_ALREADY_USED' }],
    ['belongs to a deleted email', { status: 400 }],
  ])('offers a new link when this one %s', async (_, reset) => {
    const { visited } = renderReset({ reset })
    await choose('correct horse')
    expect(await screen.findByRole('heading', { name: 'Your password was not changed' })).toBeTruthy()
    await press('Request a new link')
    await waitFor(() => expect(visited).toEqual(['/handler/forgot-password']))
  })

  test('keeps the form when the server does not respond', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderReset({ reset: { status: 500 } })
    await choose('correct horse')
    await screen.findByText("That didn't work. Please try again.")
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('correct horse')
  })
})
