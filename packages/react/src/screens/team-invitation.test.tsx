import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, renderApp } from '../testing/wire.test.tsx'
import { LatchkeyHandler } from './handler.tsx'
import { TeamInvitation } from './team-invitation.tsx'

const routes = {
  check: 'POST /team-invitations/accept/check-code',
  details: 'POST /team-invitations/accept/details',
  accept: 'POST /team-invitations/accept',
}
const at = '/handler/team-invitation?code=the-code'
const invitation = <TeamInvitation searchParams={{ code: 'the-code' }} fullPage />
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Responses for a valid invitation, with overrides for failures. */
const answers = (given: { [Step in keyof typeof routes]?: Answer | Promise<Answer> } = {}) => ({
  at,
  isSignedIn: true,
  respond({ route }: { route: string }) {
    if (route === routes.check) return given.check ?? { body: { is_code_valid: true } }
    if (route === routes.details)
      return given.details ?? { body: { team_id: 'team-1', team_display_name: 'The Analysts' } }
    return route === routes.accept ? (given.accept ?? { body: {} }) : undefined
  },
})

const connectionRequired = { team_display_name: 'Acme', provider_id: null }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('shows the team and the account, and joins after one click', async () => {
  let finish = (_: Answer) => {}
  const accept = new Promise<Answer>((resolve) => (finish = resolve))
  const { sent, visited } = renderApp(<StrictMode>{invitation}</StrictMode>, answers({ accept }))
  await screen.findByRole('heading', { level: 1, name: 'Join The Analysts?' })
  expect(screen.getByText("You've been invited to this team. You'll join as Ada Lovelace.")).toBeTruthy()
  expect(sent(routes.check)).toHaveLength(1)
  expect(sent(routes.details)).toHaveLength(1)
  expect(sent(routes.accept)).toHaveLength(0)

  await press('Join')
  await press('Join')
  finish({ body: {} })
  await screen.findByRole('heading', { name: 'Welcome to The Analysts' })
  expect(sent(routes.accept).map(({ body }) => body)).toEqual([{ code: 'the-code' }])
  await press('Go home')
  expect(visited).toEqual(['/'])
})

test('declining redirects home and does not consume the invitation', async () => {
  const { sent, visited } = renderApp(invitation, answers())
  await press('Not now')
  expect(visited).toEqual(['/'])
  expect(sent(routes.accept)).toHaveLength(0)
})

test.each([
  ['a signed-out user', {}],
  ['an anonymous user', { isSignedIn: true, user: { is_anonymous: true } }],
])('%s signs in first and returns', async (_, who) => {
  const { sent, visited } = renderApp(<LatchkeyHandler fullPage location="/handler/team-invitation" />, {
    ...answers(),
    isSignedIn: false,
    ...who,
  })
  await screen.findByRole('heading', { name: "You're invited to a team" })
  expect(sent(routes.check)).toHaveLength(0)
  await press('Sign in')
  expect(visited).toEqual(['/handler/sign-in?after_auth_return_to=%2Fhandler%2Fteam-invitation%3Fcode%3Dthe-code'])
})

test('a signed-out user who declines goes home without signing in', async () => {
  const { visited } = renderApp(invitation, { ...answers(), isSignedIn: false })
  await press('Cancel')
  expect(visited).toEqual(['/'])
})

const problems: [string, string][] = [
  ['VERIFICATION_CODE_NOT_FOUND', "This link isn't valid"],
  ['SCHEMA_ERROR', "This link isn't valid"],
  ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
  ['VERIFICATION_CODE_ALREADY_USED', 'This link has already been used'],
  // The team was deleted.
  ['TEAM_NOT_FOUND', "This link isn't valid"],
]

test.each(problems)('shows a problem with the link on load: %s', async (error, title) => {
  const { sent } = renderApp(invitation, answers({ check: { error } }))
  await screen.findByRole('heading', { name: title })
  expect(screen.getByText(/ask the person who invited you for a new one/)).toBeTruthy()
  expect(sent(routes.details)).toHaveLength(0)
})

test.each(problems)('shows a problem with the link after the click: %s', async (error, title) => {
  renderApp(invitation, answers({ accept: { error } }))
  await press('Join')
  await screen.findByRole('heading', { name: title })
})

test('a link without a code is not valid for any user', async () => {
  const { requests } = renderApp(<TeamInvitation searchParams={{}} />)
  await screen.findByRole('heading', { level: 2, name: "This link isn't valid" })
  expect(requests.filter(({ route }) => route.includes('team-invitations'))).toHaveLength(0)
})

test.each([
  ['checking the link', routes.check],
  ['loading the details', routes.details],
])('%s can be retried after a failure', async (_, route) => {
  let isDown = true
  const { respond, ...options } = answers()
  const { sent } = renderApp(invitation, {
    ...options,
    respond: (request) => (request.route === route && isDown ? { status: 500 } : respond(request)),
  })
  await screen.findByRole('heading', { name: 'Something went wrong' })
  isDown = false
  await press('Try again')
  await screen.findByRole('heading', { name: 'Join The Analysts?' })
  await waitFor(() => expect(sent(route)).toHaveLength(2))
})

test('joining can be retried after a failure', async () => {
  let isDown = true
  const { respond, ...options } = answers()
  const { sent, visited } = renderApp(invitation, {
    ...options,
    respond: (request) => (request.route === routes.accept && isDown ? { status: 500 } : respond(request)),
  })
  await press('Join')
  await screen.findByRole('heading', { name: 'Something went wrong' })
  await press('Go home')
  expect(visited).toEqual(['/'])
  isDown = false
  await press('Try again')
  await screen.findByRole('heading', { name: 'Welcome to The Analysts' })
  expect(sent(routes.accept).map(({ body }) => body)).toEqual([{ code: 'the-code' }, { code: 'the-code' }])
})

test.each([
  ['a link that does not work', { check: { error: 'VERIFICATION_CODE_NOT_FOUND', status: 404 } }, false],
  ['an acceptance that is refused', { accept: { error: 'VERIFICATION_CODE_EXPIRED' } }, true],
  [
    'an acceptance that fails',
    { accept: { status: 400, error: 'CONNECTION_REQUIRED', details: connectionRequired } },
    true,
  ],
])('%s has a reference for support', async (_, given, isAccepted) => {
  renderApp(invitation, answers(given))
  if (isAccepted) await press('Join')
  await screen.findByText(/Reference: 1a2b-3c4d-5e6f/)
})
