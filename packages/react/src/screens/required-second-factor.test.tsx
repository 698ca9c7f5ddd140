import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useUser } from '../hooks/use-app.ts'
import { totpOf } from '../testing/authenticator-app.test.ts'
import { type Answer, ada, renderApp } from '../testing/wire.test.tsx'
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

test('says who requires it, and continues where the user was once it is set up', async () => {
  const { sent, visited } = renderApp(<MFA fullPage />, { ...enrolling(), isSignedIn: true, at })
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication' })).toBeTruthy()
  expect(screen.getByText('Engines requires two-factor authentication. Set it up to continue.')).toBeTruthy()
  const key = await readKey()
  await userEvent.type(screen.getByLabelText('Code'), totpOf(key))
  await waitFor(() => expect(visited).toEqual(['/notes']))
  expect(sent('PATCH /users/me').map(({ body }) => Object.keys(body))).toEqual([['totp_secret_base64']])
})

test('does not replace what was set up in another tab meanwhile', async () => {
  const { state, respond } = enrolling()
  const { sent, visited } = renderApp(<MFA fullPage />, { respond, isSignedIn: true, at })
  const key = await readKey()
  state.hasSecondFactor = true
  await userEvent.type(screen.getByLabelText('Code'), totpOf(key))
  await waitFor(() => expect(visited).toEqual(['/notes']))
  expect(sent('PATCH /users/me')).toEqual([])
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
