import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { SignIn } from '../sign-in/components.tsx'
import { hostname, passkey, startAuthenticator } from '../testing/passkeys.test.tsx'
import { type Answer, renderApp, signedIn } from '../testing/wire.test.tsx'
import { MFA } from './mfa.tsx'

const route = 'POST /auth/mfa/sign-in'
const key = 'stack_mfa_attempt_code'
const methodsKey = 'stack_mfa_methods'
const answer = (given: Answer | Promise<Answer>) => ({
  respond: (request: { route: string }) => (request.route === route ? given : undefined),
})
const urls = { afterSignIn: '/in', afterSignUp: '/up' }
const field = () => screen.findByLabelText<HTMLInputElement>('Code')

/** Without methods, as an older server or another client leaves it. */
beforeEach(() => {
  sessionStorage.clear()
  sessionStorage.setItem(key, 'attempt')
})

test('a sign-in that requires a second factor redirects here with the destination', async () => {
  const details = { attempt_code: 'from-the-server', methods: ['passkey', 'totp'] }
  const { visited } = renderApp(<SignIn automaticRedirect />, {
    at: '/handler/sign-in?after_auth_return_to=%2Fnotes',
    respond: ({ route }) =>
      route === 'POST /auth/password/sign-in' ? { error: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details } : undefined,
  })
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(visited).toEqual(['/handler/mfa?after_auth_return_to=%2Fnotes']))
  expect(sessionStorage.getItem(key)).toBe('from-the-server')
  expect(sessionStorage.getItem(methodsKey)).toBe('passkey,totp')
})

test.each([
  ['an existing user', false, '/in'],
  ['a new user', true, '/up'],
])('six digits sign in %s without a click', async (_, isNewUser, destination) => {
  const { sent, visited } = renderApp(<MFA fullPage />, {
    ...answer({ body: signedIn({ is_new_user: isNewUser }) }),
    urls,
  })
  const input = await field()
  expect(document.activeElement).toBe(input)
  expect([input.autocomplete, input.inputMode]).toEqual(['one-time-code', 'numeric'])
  await userEvent.type(input, '123456')
  await waitFor(() => expect(visited).toEqual([destination]))
  expect(sent(route).map(({ body }) => body)).toEqual([{ type: 'totp', totp: '123456', code: 'attempt' }])
  expect(sessionStorage.getItem(key)).toBe(null)
  expect(await screen.findByText('Verified. One moment…')).toBeTruthy()
})

test('completes a sign-in on a server with the attempt in its cookies', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads this cookie.
  document.cookie = `${key}=from-a-server; path=/`
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads this cookie.
  document.cookie = `${methodsKey}=totp%2Cpasskey; path=/`
  const { sent } = renderApp(<MFA />, answer({ body: signedIn() }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use your authenticator app' }))
  await userEvent.type(await field(), '123456')
  await waitFor(() => expect(sent(route)[0]?.body.code).toBe('from-a-server'))
  expect(document.cookie).not.toContain('stack_mfa')
  expect(sessionStorage.getItem(methodsKey)).toBe(null)
})

const storages = {
  full: () =>
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }),
  blocked: () =>
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }),
}

test.each(Object.entries(storages))('completes a sign-in although the storage is %s', async (_, breakIt) => {
  breakIt()
  const details = { attempt_code: 'from-the-server', methods: ['totp'] }
  const { visited, unmount } = renderApp(<SignIn />, {
    respond: ({ route }) =>
      route === 'POST /auth/password/sign-in' ? { error: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details } : undefined,
  })
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(visited).toEqual(['/handler/mfa']))
  unmount()

  const answers: Answer[] = [{ error: 'INVALID_TOTP_CODE' }, { body: signedIn() }]
  const second = renderApp(<MFA />, {
    respond: (request) => (request.route === route ? answers.shift() : undefined),
    urls,
  })
  await userEvent.type(await field(), '000000')
  await screen.findByText('Wrong code. Enter the one your app shows now.')
  expect(document.cookie).toContain(`${key}=from-the-server`)
  expect(document.cookie).toContain(`${methodsKey}=totp`)
  expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBe(null)
  await userEvent.type(await field(), '123456')
  await waitFor(() => expect(second.visited).toEqual(['/in']))
  expect(second.sent(route).map(({ body }) => body.code)).toEqual(['from-the-server', 'from-the-server'])
  expect(document.cookie).not.toContain('stack_mfa')
})

test('a whole code can be pasted, as authenticator apps show it', async () => {
  const { sent } = renderApp(<MFA />, answer({ body: signedIn() }))
  await userEvent.click(await field())
  await userEvent.paste(' 123 456 ')
  await waitFor(() => expect(sent(route)[0]?.body.totp).toBe('123456'))
})

test('a wrong code is cleared and can be retried; typing clears the message', async () => {
  const { sent } = renderApp(<MFA />, answer({ error: 'INVALID_TOTP_CODE' }))
  const input = await field()
  await userEvent.type(input, '000000')
  const message = await screen.findByText('Wrong code. Enter the one your app shows now.')
  expect(input.value).toBe('')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(sessionStorage.getItem(key)).toBe('attempt')
  await userEvent.type(input, '1')
  expect(message.textContent).toBe('')
  await userEvent.type(input, '23456')
  await waitFor(() => expect(sent(route)).toHaveLength(2))
})

test('any other failure shows another message and keeps the attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  renderApp(<MFA />, answer({ status: 500 }))
  await userEvent.type(await field(), '123456')
  expect(await screen.findByText("That didn't work. Please try again.")).toBeTruthy()
  expect(sessionStorage.getItem(key)).toBe('attempt')
})

test('the input is locked while the code is being checked', async () => {
  let finish = (_: Answer) => {}
  const { sent } = renderApp(<MFA />, answer(new Promise<Answer>((resolve) => (finish = resolve))))
  const input = await field()
  await userEvent.type(input, '123456789{Enter}')
  expect(input.value).toBe('123456')
  expect(input.readOnly).toBe(true)
  expect(screen.getByText('Verifying…')).toBeTruthy()
  await waitFor(() => expect(sent(route)).toHaveLength(1))
  await act(async () => finish({ error: 'INVALID_TOTP_CODE' }))
  await waitFor(() => expect(input.readOnly).toBe(false))
  expect(sent(route)).toHaveLength(1)
})

test('too few digits are not submitted', async () => {
  const { sent } = renderApp(<MFA />)
  await userEvent.type(await field(), '12a3{Enter}')
  expect(screen.getByText('Enter all six characters.')).toBeTruthy()
  expect(sent(route)).toHaveLength(0)
})

test.each([
  ['is missing', null],
  ['has expired', 'VERIFICATION_CODE_EXPIRED'],
  ['was tried too often', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'],
])('an attempt that %s redirects to sign-in', async (_, error) => {
  if (!error) sessionStorage.removeItem(key)
  const { visited } = renderApp(<MFA fullPage />, { ...answer({ error: error ?? '' }), at: '/handler/mfa' })
  if (error) await userEvent.type(await field(), '123456')
  await screen.findByRole('heading', { name: 'Sign in again' })
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(visited).toEqual(['/handler/sign-in'])
  expect(sessionStorage.getItem(key)).toBe(null)
})

test('inside a page it has no heading, can be cancelled and reports its success', async () => {
  const onCancel = vi.fn()
  const onSuccess = vi.fn()
  const { visited } = renderApp(<MFA onCancel={onCancel} onSuccess={onSuccess} />, answer({ body: signedIn() }))
  const input = await field()
  expect(screen.queryByRole('heading')).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledOnce()
  await userEvent.type(input, '123456')
  await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce())
  expect(visited).toEqual([])
})

test('somebody without their phone uses a recovery code', async () => {
  const answers: Answer[] = [{ error: 'INVALID_RECOVERY_CODE' }, { body: signedIn() }]
  const { sent, visited } = renderApp(<MFA fullPage />, {
    respond: (request) => (request.route === route ? answers.shift() : undefined),
    urls,
  })
  await field()
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const input = screen.getByLabelText<HTMLInputElement>('Recovery code')
  expect(document.activeElement).toBe(input)
  await userEvent.type(input, '{Enter}')
  expect(await screen.findByText('Enter a recovery code.')).toBeTruthy()
  await userEvent.type(input, 'c0de 0000 0000 0000{Enter}')
  expect(await screen.findByText('This code is wrong or was used before. Try another one.')).toBeTruthy()
  expect(sessionStorage.getItem(key)).toBe('attempt')
  await userEvent.type(input, '{Enter}')
  await waitFor(() => expect(visited).toEqual(['/in']))
  const body = { type: 'recovery_code', recovery_code: 'c0de 0000 0000 0000', code: 'attempt' }
  expect(sent(route).map((request) => request.body)).toEqual([body, body])
  expect(sessionStorage.getItem(key)).toBe(null)
})

test('whoever finds the phone after all goes back to its code', async () => {
  renderApp(<MFA />)
  await field()
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(screen.getByText('Enter one of the recovery codes you saved. Each works once.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use your authenticator app' }))
  expect(await field()).toBeTruthy()
})

test('a passkey comes first for those who have one, and the other ways stay', async () => {
  sessionStorage.setItem(methodsKey, 'passkey,recovery_code')
  startAuthenticator({ get: passkey })
  const options_json = { challenge: 'AQID', timeout: 60_000, rpId: hostname, userVerification: 'preferred' }
  const initiate = 'POST /auth/mfa/initiate-passkey'
  const { sent, visited } = renderApp(<MFA fullPage />, {
    urls,
    respond(request) {
      if (request.route === route) return { body: signedIn() }
      if (request.route !== initiate) return undefined
      const allowCredentials = [{ type: 'public-key', id: 'AQID' }]
      return { body: { options_json: { ...options_json, allowCredentials }, code: 'challenge-code', methods: [] } }
    },
  })
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use your authenticator app' })).toBe(null)
  expect(sent(initiate)).toEqual([])
  await userEvent.click(button)
  await waitFor(() => expect(visited).toEqual(['/in']))
  expect(sent(route)[0]?.body).toMatchObject({ type: 'passkey', challenge_code: 'challenge-code', code: 'attempt' })
})
