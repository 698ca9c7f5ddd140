import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Impersonation } from '../screens/impersonation.tsx'
import { renderApp, signedIn } from '../testing/wire.test.tsx'

const code = 'a'.repeat(45)
const at = `/handler/impersonation#code=${code}`
const route = 'POST /auth/impersonation/sign-in'
const banner = () => screen.findByRole('region', { name: 'Impersonation' })

afterEach(() => {
  localStorage.clear()
})

test('a project owner signs in with the code of the link, sees a banner and can end the session', async () => {
  const { sent, visited } = renderApp(<Impersonation fullPage />, {
    at,
    respond: (request) => (request.route === route ? { body: signedIn() } : undefined),
  })
  expect((await banner()).textContent).toContain("You're signed in as")
  expect(sent(route)).toMatchObject([{ body: { code } }])
  expect(location.hash).toBe('')
  expect(visited[0]).toBe('/')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(sent('DELETE /auth/sessions/current')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Impersonation' })).toBe(null))
})

test.each([
  ['VERIFICATION_CODE_ALREADY_USED', 'This link has already been used'],
  ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
  ['VERIFICATION_CODE_NOT_FOUND', "This link isn't valid"],
])('a link that is rejected with %s shows an error', async (error, title) => {
  renderApp(<Impersonation />, {
    at,
    respond: (request) => (request.route === route ? { status: 400, error } : undefined),
  })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Impersonation' })).toBe(null)
})

test('a normal sign-in shows no banner, even after an impersonation in the same browser', async () => {
  localStorage.setItem('_LATCHKEY.impersonation.11111111-1111-4111-8111-111111111111', 'another session')
  renderApp(<p>The app</p>, { isSignedIn: true })
  await screen.findByText('The app')
  expect(screen.queryByRole('region', { name: 'Impersonation' })).toBe(null)
})
