import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, renderApp } from '../testing/wire.test.tsx'
import { CliAuthConfirmation } from './cli-auth-confirmation.tsx'
import { LatchkeyHandler } from './handler.tsx'

const route = 'POST /auth/cli/complete'
const at = '/handler/cli-auth-confirm?login_code=the-login'
const question = 'Sign in on the command line?'
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const answer = (given: Answer | Promise<Answer>) => ({
  respond: (request: { route: string }) => (request.route === route ? given : undefined),
})

const close = vi.fn()
beforeEach(() => {
  close.mockReset()
  vi.stubGlobal('close', close)
})

test('signed-out users sign in first and return with the code', async () => {
  const { visited, sent } = renderApp(<LatchkeyHandler fullPage location="/handler/cli-auth-confirm" />, { at })
  await waitFor(() =>
    expect(visited).toEqual([
      '/handler/sign-in?after_auth_return_to=%2Fhandler%2Fcli-auth-confirm%3Flogin_code%3Dthe-login',
    ]),
  )
  expect(screen.queryByRole('button')).toBe(null)
  expect(sent(route)).toHaveLength(0)
})

test('an anonymous user cannot confirm', async () => {
  const { visited } = renderApp(<CliAuthConfirmation />, { at, isSignedIn: true, user: { is_anonymous: true } })
  await waitFor(() => expect(visited).toHaveLength(1))
  expect(visited[0]).toContain('/handler/sign-in')
})

test('shows the account, the project and the risk, and does nothing before a click', async () => {
  const { sent } = renderApp(<CliAuthConfirmation />, { at, isSignedIn: true })
  await screen.findByRole('heading', { level: 1, name: question })
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
  expect(screen.getByText('ada@example.com')).toBeTruthy()
  expect(screen.getByText('A command-line program wants to sign in to Fieldnotes as you.')).toBeTruthy()
  expect(screen.getByText('Continue only if you just started this yourself.')).toBeTruthy()
  expect(screen.getByText(/They would get access to your account/)).toBeTruthy()
  expect(sent(route)).toHaveLength(0)
})

test('a click confirms once, with the session of the signed-in user', async () => {
  let finish = (_: Answer) => {}
  const { sent } = renderApp(<CliAuthConfirmation />, {
    at,
    isSignedIn: true,
    ...answer(new Promise<Answer>((resolve) => (finish = resolve))),
  })
  await screen.findByRole('heading', { name: question })
  await press('Yes, sign in')
  expect(screen.getByRole('button', { name: 'Yes, sign in' }).getAttribute('aria-busy')).toBe('true')
  await press('Yes, sign in')
  await waitFor(() => expect(sent(route)).toHaveLength(1))
  expect(sent(route)[0]?.body).toEqual({ login_code: 'the-login', refresh_token: 'refresh-token' })
  await act(async () => finish({ body: { success: true } }))
  await screen.findByRole('heading', { name: "You're signed in on the command line" })
  await press('Close this window')
  expect(close).toHaveBeenCalledOnce()
})

test('cancelling shares nothing, even if the window does not close', async () => {
  const { sent } = renderApp(<CliAuthConfirmation />, { at, isSignedIn: true })
  await screen.findByRole('heading', { name: question })
  await press('Cancel')
  expect(close).toHaveBeenCalledOnce()
  await screen.findByRole('heading', { name: 'Nothing was shared' })
  expect(sent(route)).toHaveLength(0)
})

test('an expired login is reported, and can be retried or cancelled', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const answers: Answer[] = [{ status: 400 }, { status: 503 }, { body: { success: true } }]
  renderApp(<CliAuthConfirmation />, {
    at,
    isSignedIn: true,
    respond: (request) => (request.route === route ? answers.shift() : undefined),
  })
  await screen.findByRole('heading', { name: question })
  await press('Yes, sign in')
  await screen.findByRole('heading', { name: 'Command-line sign-in failed' })
  expect(screen.getByRole('alert').textContent).toContain('Start again on the command line.')
  await press('Try again')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain("can't be reached"))
  await press('Try again')
  expect(await screen.findByRole('heading', { name: "You're signed in on the command line" })).toBeTruthy()
})

test('a link without its code cannot be confirmed', async () => {
  const { sent } = renderApp(<CliAuthConfirmation />, { at: '/handler/cli-auth-confirm', isSignedIn: true })
  await screen.findByRole('heading', { name: 'Command-line sign-in failed' })
  expect(screen.getByRole('alert').textContent).toBe('This link is incomplete. Copy the whole link.')
  await press('Try again')
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(sent(route)).toHaveLength(0)
  await press('Cancel')
  expect(close).toHaveBeenCalledOnce()
})

test('shows no button inside a frame', async () => {
  vi.stubGlobal('top', {})
  renderApp(<CliAuthConfirmation />, { at, isSignedIn: true })
  await screen.findByText(/Open it in its own tab/)
  expect(screen.queryByRole('button')).toBe(null)
})

test('asks for a recent proof of identity if the server requires one, and then confirms', async () => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  const required = { error: 'STEP_UP_REQUIRED', status: 403, details: { max_age_seconds: 600, methods: ['password'] } }
  const answers: Answer[] = [required, { body: { success: true } }]
  const { sent } = renderApp(<CliAuthConfirmation />, {
    at,
    isSignedIn: true,
    respond: (request) => {
      if (request.route === 'POST /auth/step-up') return { body: { access_token: 'not read' } }
      return request.route === route ? answers.shift() : undefined
    },
  })
  await screen.findByRole('heading', { name: question })
  await press('Yes, sign in')
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await userEvent.type(dialog.getByLabelText('Password'), 'my password{Enter}')
  await screen.findByRole('heading', { name: "You're signed in on the command line" })
  expect(sent(route)).toHaveLength(2)
})
