import { act, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, renderApp, signedIn } from '../testing/wire.test.tsx'
import { OAuthCallback } from './oauth-callback.tsx'

const route = 'POST /auth/oauth/token'
const at = '/handler/oauth-callback?code=the-code&state=the-state'
const urls = { afterSignIn: '/in', afterSignUp: '/up' }
const answer = (given: Answer | Promise<Answer>) => ({
  respond: (request: { route: string }) => (request.route === route ? given : undefined),
})

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'stack-oauth-outer-the-state=verifier; path=/'
})
afterEach(() => {
  configure({ reactStrictMode: false })
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test.each([
  [false, '/in'],
  [true, '/up'],
])('completes the sign-in and redirects (new user: %s)', async (isNewUser, destination) => {
  const { sent, visited } = renderApp(<OAuthCallback fullPage />, {
    at,
    urls,
    ...answer({ body: signedIn({ is_new_user: isNewUser }) }),
  })
  expect(screen.getByRole('heading', { level: 1, name: 'Signing you in…' })).toBeTruthy()
  await waitFor(() => expect(visited).toEqual([destination]))
  expect(sent(route)).toHaveLength(1)
  expect(location.search).toBe('')
})

test('runs once, even if React runs effects twice', async () => {
  configure({ reactStrictMode: true })
  const { sent, visited } = renderApp(<OAuthCallback />, {
    at,
    urls,
    ...answer({ body: signedIn({ is_new_user: false }) }),
  })
  await waitFor(() => expect(visited).toEqual(['/in']))
  expect(sent(route)).toHaveLength(1)
})

test('a callback that was not started in this browser redirects to sign-in without a return URL', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { visited, sent } = renderApp(<OAuthCallback />, { at: '/handler/oauth-callback?code=x&state=somebody-elses' })
  await waitFor(() => expect(visited).toEqual(['/handler/sign-in']))
  expect(sent(route)).toHaveLength(0)
})

test('a failure redirects to sign-in and is reported there', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubEnv('NODE_ENV', 'production')
  const { visited } = renderApp(<OAuthCallback />, { at, ...answer({ error: 'INVALID_AUTHORIZATION_CODE' }) })
  await waitFor(() => expect(visited).toEqual(['/handler/sign-in']))
  expect(screen.getByRole('alert').textContent).toContain('Reference: 1a2b-3c4d-5e6f')
})

test('in development a failure is shown without a redirect', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { visited } = renderApp(<OAuthCallback />, { at, ...answer({ error: 'INVALID_AUTHORIZATION_CODE' }) })
  await screen.findByRole('heading', { name: 'Something went wrong' })
  expect(screen.getByText(/INVALID_AUTHORIZATION_CODE/)).toBeTruthy()
  expect(screen.getByText(/Reference: 1a2b-3c4d-5e6f/)).toBeTruthy()
  expect(screen.getByText(/please report it/)).toBeTruthy()
  expect(visited).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }))
  expect(visited).toEqual(['/handler/sign-in'])
})

test('a second factor redirects to its page', async () => {
  const details = { attempt_code: 'attempt' }
  const { visited } = renderApp(<OAuthCallback />, {
    at,
    ...answer({ error: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details }),
  })
  await waitFor(() => expect(visited).toEqual(['/handler/mfa']))
})

test('offers a link home after a long wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { visited } = renderApp(<OAuthCallback />, { at, ...answer(new Promise(() => {})) })
  act(() => void vi.advanceTimersByTime(2999))
  expect(screen.queryByRole('link')).toBe(null)
  act(() => void vi.advanceTimersByTime(1))
  const link = screen.getByRole('link', { name: 'Go home' })
  link.click()
  expect(visited).toEqual(['/'])
})
