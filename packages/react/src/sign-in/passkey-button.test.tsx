import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cancelled, passkey, passkeyOptions, startAuthenticator } from '../testing/passkeys.test.tsx'
import { type Answer, renderApp, signedIn, type WireOptions } from '../testing/wire.test.tsx'
import { SignIn, SignUp } from './components.tsx'

const key = '_LATCHKEY.lastUsed'
const name = 'Sign in with a passkey'
const press = async () => userEvent.click(await screen.findByRole('button', { name }))
const route = 'POST /auth/passkey/sign-in'

const withPasskeys = (answer: Answer = {}, config: WireOptions['config'] = {}) => ({
  config: { passkey_enabled: true, ...config },
  respond: (request: { route: string }) => (request.route === route ? answer : passkeyOptions(request.route)),
})

beforeEach(() => localStorage.clear())

test('signs in with a passkey of the device', async () => {
  const { questions } = startAuthenticator({ get: passkey })
  const { sent, visited } = renderApp(<SignIn automaticRedirect />, {
    ...withPasskeys({ body: signedIn({ is_new_user: false }) }),
    at: '/handler/sign-in?after_auth_return_to=%2Fnotes',
  })
  await press()
  await waitFor(() => expect(visited).toContain('/notes'))
  expect(new Set(visited).size).toBe(1)
  expect(sent(route)[0]?.body).toMatchObject({ code: 'challenge-code', authentication_response: { id: 'AQID' } })
  expect(questions('get')).toHaveLength(1)
  expect(localStorage.getItem(key)).toBe('passkey')
})

test('cancelling is reported, but not as an error', async () => {
  startAuthenticator({ get: cancelled })
  const { sent } = renderApp(<SignIn />, withPasskeys())
  await press()
  const note = await screen.findByText('No passkey was used.')
  expect(note.dataset.kind).toBe(undefined)
  expect(note.getAttribute('aria-live')).toBe('polite')
  expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBe(null)
  expect(sent(route)).toHaveLength(0)
  expect(localStorage.getItem(key)).toBe(null)
})

test.each<[string, Answer, string]>([
  ['the server does not know', { error: 'PASSKEY_AUTHENTICATION_FAILED' }, "This passkey doesn't work here."],
  ['the server fails to check', { status: 500 }, "That didn't work. Please try again."],
])('a passkey that %s shows an error', async (_, answer, message) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  startAuthenticator({ get: passkey })
  renderApp(<SignIn />, withPasskeys(answer))
  await press()
  const note = await screen.findByText(message)
  expect(note.dataset.kind).toBe('error')
  expect(localStorage.getItem(key)).toBe(null)
})

test.each([
  'the button',
  'the suggestions',
])('%s: a passkey that the server refused is no longer offered first', async (way) => {
  localStorage.setItem(key, 'passkey')
  localStorage.setItem('_LATCHKEY.passkey', 'passkey')
  const isSuggested = way === 'the suggestions'
  startAuthenticator(isSuggested ? { suggestion: passkey } : { get: passkey })
  renderApp(<SignIn />, withPasskeys({ error: 'PASSKEY_AUTHENTICATION_FAILED' }))
  if (!isSuggested) await press()
  await screen.findByText("This passkey doesn't work here.")
  expect(localStorage.getItem('_LATCHKEY.passkey')).toBe(null)
})

test.each<[string, Answer]>([
  ['a code that has expired', { error: 'VERIFICATION_CODE_EXPIRED' }],
  ['an outage', { status: 500 }],
])('%s does not move the passkey from the first place', async (_, answer) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.setItem('_LATCHKEY.passkey', 'passkey')
  startAuthenticator({ get: passkey })
  renderApp(<SignIn />, withPasskeys(answer))
  await press()
  await screen.findByText(/\bwork/)
  expect(localStorage.getItem('_LATCHKEY.passkey')).toBe('passkey')
})

test('cancelling does not move the passkey from the first place', async () => {
  localStorage.setItem('_LATCHKEY.passkey', 'passkey')
  startAuthenticator({ get: cancelled })
  renderApp(<SignIn />, withPasskeys())
  await press()
  await screen.findByText('No passkey was used.')
  expect(localStorage.getItem('_LATCHKEY.passkey')).toBe('passkey')
})

test('a browser without passkeys shows a message after a click', async () => {
  renderApp(<SignIn />, withPasskeys())
  await press()
  expect((await screen.findByText(/doesn't work here/)).dataset.kind).toBe('error')
})

test('comes first if it was used last', async () => {
  localStorage.setItem(key, 'passkey')
  localStorage.setItem('_LATCHKEY.passkey', 'passkey')
  startAuthenticator()
  renderApp(<SignIn />, withPasskeys({}, { enabled_oauth_providers: [{ id: 'github' }] }))
  await screen.findByRole('button', { name })
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names.slice(0, 2)).toEqual([name, 'Sign in with GitHub'])
  expect(screen.getByText('Last used')).toBeTruthy()
})

test('is hidden for sign-up and if the project has disabled passkeys', async () => {
  const { questions } = startAuthenticator()
  const { unmount } = renderApp(<SignUp />, withPasskeys())
  await screen.findByLabelText('Email')
  expect(screen.queryByRole('button', { name })).toBe(null)
  unmount()
  renderApp(<SignIn />)
  const email = await screen.findByLabelText('Email')
  expect(screen.queryByRole('button', { name })).toBe(null)
  expect(email.getAttribute('autocomplete')).toBe('username')
  expect(questions('suggestion')).toHaveLength(0)
})

test('the email fields of both forms offer passkeys', async () => {
  startAuthenticator()
  renderApp(<SignIn />, withPasskeys({}, { magic_link_enabled: true }))
  expect((await screen.findByLabelText('Email')).getAttribute('autocomplete')).toBe('email webauthn')
  await userEvent.click(screen.getByRole('tab', { name: 'Password' }))
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username webauthn')
})

test('a suggested passkey of the field signs in without the button', async () => {
  const { questions } = startAuthenticator({ suggestion: passkey })
  const { visited } = renderApp(<SignIn />, {
    ...withPasskeys({ body: signedIn({ is_new_user: false }) }),
    urls: { afterSignIn: '/in' },
  })
  await waitFor(() => expect(visited).toContain('/in'))
  expect(questions('suggestion')).toHaveLength(1)
})

test('a suggestion that the server rejects shows an error', async () => {
  startAuthenticator({ suggestion: passkey })
  renderApp(<SignIn />, withPasskeys({ error: 'PASSKEY_AUTHENTICATION_FAILED' }))
  expect((await screen.findByText(/doesn't work here/)).dataset.kind).toBe('error')
})

test('a server without passkeys shows no error to users who did not request one', async () => {
  const { questions } = startAuthenticator()
  const route = 'POST /auth/passkey/initiate-passkey-authentication'
  const { sent } = renderApp(<SignIn />, {
    config: { passkey_enabled: true },
    respond: (request) => (request.route === route ? { error: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' } : undefined),
  })
  await waitFor(() => expect(sent(route)).toHaveLength(1))
  await press()
  expect(await screen.findByText("This passkey doesn't work here.")).toBeTruthy()
  expect(sent(route)).toHaveLength(2)
  expect(questions('suggestion')).toHaveLength(0)
})

test('the suggestions end with the page', async () => {
  const { questions } = startAuthenticator()
  const { unmount } = renderApp(<SignIn />, withPasskeys())
  await waitFor(() => expect(questions('suggestion')).toHaveLength(1))
  unmount()
  await waitFor(() => expect(questions('suggestion')[0]?.options.signal?.aborted).toBe(true))
})

test('without a form there are no passkey suggestions', async () => {
  const { questions } = startAuthenticator()
  const { sent } = renderApp(<SignIn />, withPasskeys({}, { credential_enabled: false }))
  await screen.findByRole('button', { name })
  expect(sent('POST /auth/passkey/initiate-passkey-authentication')).toHaveLength(0)
  expect(questions('suggestion')).toHaveLength(0)
})
