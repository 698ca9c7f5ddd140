import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { useUser } from '../hooks/use-app.ts'
import { totpOf } from '../testing/authenticator-app.test.ts'
import { cancelled, passkey, passkeyOptions, startAuthenticator } from '../testing/passkeys.test.tsx'
import { type Answer, ada, recoveryCodes, renderApp } from '../testing/wire.test.tsx'
import { MFA } from './mfa.tsx'

const at = '/handler/mfa?after_auth_return_to=%2Fnotes'
const refusal: Answer = {
  status: 403,
  error: 'SECOND_FACTOR_REQUIRED',
  details: { required_by: 'team', display_name: 'Engines' },
}

/** A server that refuses everything before the user has a second factor. */
function enrolling() {
  const state = { hasSecondFactor: false }
  const respond = ({ route }: { route: string }): Answer | undefined => {
    if (route === 'PATCH /users/me') {
      state.hasSecondFactor = true
      return { body: { ...ada, requires_totp_mfa: true } }
    }
    return route === 'GET /users/me' && !state.hasSecondFactor ? refusal : undefined
  }
  return { state, respond }
}

const readKey = async () => (await screen.findByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)).textContent!

function Notes() {
  return <p>{useUser() ? 'Your notes' : 'Nobody'}</p>
}

test('a page of the app leads to the page for setting it up, and back', async () => {
  const { visited } = renderApp(<Notes />, { ...enrolling(), isSignedIn: true, at: '/notes?page=2#last' })
  await waitFor(() => expect(visited).toEqual(['/handler/mfa?after_auth_return_to=%2Fnotes%3Fpage%3D2%23last']))
})

test('a page that only passes on, such as sign-in, is not returned to', async () => {
  const { visited } = renderApp(<Notes />, {
    ...enrolling(),
    isSignedIn: true,
    at: '/handler/sign-in?after_auth_return_to=%2Fnotes',
  })
  await waitFor(() => expect(visited).toEqual([at]))
})

const create = 'POST /auth/recovery-codes'
const passkeys = { config: { passkey_enabled: true } }

/** Enters the code that an authenticator app shows for the key on the page. */
async function enterCode() {
  const key = await readKey()
  await userEvent.type(screen.getByLabelText('Code'), totpOf(key))
}

async function saveCodes() {
  expect(await screen.findByRole('heading', { name: 'Recovery codes' })).toBeTruthy()
  expect((await screen.findAllByText(/^C0DE-/)).map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByText(recoveryCodes[0]!)).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: "I've saved these codes." }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('says who requires it, shows recovery codes, and continues where the user was once they are saved', async () => {
  const { sent, visited } = renderApp(<MFA fullPage />, { ...enrolling(), isSignedIn: true, at })
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication' })).toBeTruthy()
  expect(screen.getByText('Engines requires two-factor authentication. Set it up to continue.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /passkey|Back/ })).toBe(null)
  await enterCode()
  await saveCodes()
  await waitFor(() => expect(visited).toEqual(['/notes']))
  expect(sent('PATCH /users/me').map(({ body }) => Object.keys(body))).toEqual([['totp_secret_base64']])
})

describe('where the project has passkeys', () => {
  const register = 'POST /auth/passkey/register'
  const render = (create: () => Promise<unknown>) => {
    startAuthenticator({ create })
    const { respond } = enrolling()
    return renderApp(<MFA fullPage />, {
      ...passkeys,
      isSignedIn: true,
      at,
      respond: (request) =>
        passkeyOptions(request.route) ??
        (request.route === register ? { body: { user_handle: 'AQID' } } : respond(request)),
    })
  }
  const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))

  test('one of them can be the second factor', async () => {
    const { sent, visited } = render(passkey)
    await add()
    await saveCodes()
    await waitFor(() => expect(visited).toEqual(['/notes']))
    expect(sent(register)).toHaveLength(1)
    expect(sent('PATCH /users/me').map(({ body }) => body)).toEqual([{ passkey_mfa_enabled: true }])
  })

  test('one that the device has already becomes it', async () => {
    const { sent } = render(async () => {
      throw new DOMException('The device has one.', 'InvalidStateError')
    })
    await add()
    await saveCodes()
    expect(sent(register)).toEqual([])
    expect(sent('PATCH /users/me').map(({ body }) => body)).toEqual([{ passkey_mfa_enabled: true }])
  })

  test('whoever cancels can try again, or use an authenticator app', async () => {
    const { sent } = render(cancelled)
    await add()
    expect(await screen.findByText('No passkey was added.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Set up an authenticator app' }))
    const key = await readKey()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a passkey' }))
    await userEvent.click(screen.getByRole('button', { name: 'Set up an authenticator app' }))
    // Somebody may have scanned it.
    expect(await readKey()).toBe(key)
    await enterCode()
    await saveCodes()
    expect(sent('PATCH /users/me').map(({ body }) => Object.keys(body))).toEqual([['totp_secret_base64']])
  })
})

test.each([
  ['before', undefined],
  ['at the same time', { status: 409, body: 'A second factor was set up in the meantime.' }],
])('does not replace what was set up in another tab %s, nor its recovery codes', async (_, conflict) => {
  const { state, respond } = enrolling()
  const { sent, visited } = renderApp(<MFA fullPage />, {
    isSignedIn: true,
    at,
    respond(request) {
      const answer = respond(request)
      return request.route === 'PATCH /users/me' && conflict ? conflict : answer
    },
  })
  await readKey()
  state.hasSecondFactor = !conflict
  await enterCode()
  expect(await screen.findByRole('heading', { name: 'Already set up' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(visited).toEqual(['/notes']))
  expect(sent('PATCH /users/me')).toHaveLength(conflict ? 1 : 0)
  expect(sent(create)).toEqual([])
})

test('recovery codes that could not be created can be created again, or later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { respond } = enrolling()
  let isDown = true
  const { sent, visited } = renderApp(<MFA fullPage />, {
    isSignedIn: true,
    at,
    respond: (request) => (request.route === create && isDown ? { status: 500 } : respond(request)),
  })
  await enterCode()
  const again = await screen.findByRole('button', { name: 'Create codes' })
  expect(screen.getByRole('button', { name: 'Not now' })).toBeTruthy()
  isDown = false
  await userEvent.click(again)
  await saveCodes()
  await waitFor(() => expect(visited).toEqual(['/notes']))
  expect(sent('PATCH /users/me')).toHaveLength(1)
})

test('whoever has been signed out in another tab signs in again', async () => {
  const { state, respond } = enrolling()
  let isSignedOut = false
  renderApp(<MFA fullPage />, {
    isSignedIn: true,
    at,
    respond: (request) =>
      isSignedOut && request.route === 'GET /users/me'
        ? { status: 401, error: 'CANNOT_GET_OWN_USER_WITHOUT_USER' }
        : respond(request),
  })
  await readKey()
  isSignedOut = true
  await enterCode()
  expect(await screen.findByRole('heading', { name: 'Sign in again' })).toBeTruthy()
  expect(state.hasSecondFactor).toBe(false)
})

test('can be left by signing out', async () => {
  const { sent } = renderApp(<MFA fullPage />, { ...enrolling(), isSignedIn: true, at })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(sent('DELETE /auth/sessions/current')).toHaveLength(1))
})

test('who needs none is told to sign in again, as before', async () => {
  renderApp(<MFA fullPage />, { isSignedIn: true, at })
  expect(await screen.findByRole('heading', { name: 'Sign in again' })).toBeTruthy()
})
