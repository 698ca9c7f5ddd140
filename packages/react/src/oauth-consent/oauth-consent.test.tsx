import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { LatchkeyHandler } from '../screens/handler.tsx'
import { type Answer, ada, renderApp, requestId, signInInAnotherTab, type WireOptions } from '../testing/wire.test.tsx'

const id = 'interaction-0001'
const at = `/handler/oauth-consent?interaction=${id}`
const route = `/oauth-provider/interactions/${id}`
const [read, approve, deny] = [`GET ${route}`, `POST ${route}/approve`, `POST ${route}/deny`] as const
const next = { redirect_url: 'https://auth.test/oauth/p/finish' }

const scope = (id: string, more: object = {}) => ({
  id,
  display_name: null,
  description: null,
  is_new: true,
  is_available: true,
  ...more,
})

const asked = {
  client: { id: 'c', display_name: 'Planner', host: null, is_verified: true, redirect_host: 'planner.example' },
  is_signed_in: true,
  is_other_account_needed: false,
  is_fresh_sign_in_needed: false,
  is_consent_needed: true,
  login_hint: null,
  scopes: [scope('openid'), scope('email'), scope('notes:read', { display_name: 'Read your notes' })],
  resources: [],
  teams: null as { id: string; display_name: string }[] | null,
  expires_at_millis: Date.now() + 600_000,
}

const left: string[] = []
beforeEach(() => {
  left.length = 0
})

const me = 'GET /users/me'
type Answers = Partial<Record<typeof read | typeof approve | typeof deny | typeof me, Answer | (() => Answer)>>

function open(
  request: Partial<Omit<typeof asked, 'client'>> & { client?: Partial<Record<string, unknown>> } = {},
  options: WireOptions & { isSignedIn?: boolean; answers?: Answers; at?: string } = {},
) {
  const answers: Answers = {
    [read]: { body: { ...asked, ...request, client: { ...asked.client, ...request.client } } },
    [approve]: { body: next },
    [deny]: { body: next },
    ...options.answers,
  }
  const view = renderApp(<LatchkeyHandler fullPage location="/handler/oauth-consent" />, {
    at,
    isSignedIn: true,
    ...options,
    respond: ({ route }) => {
      const answer = answers[route as keyof Answers]
      return typeof answer === 'function' ? answer() : answer
    },
  })
  const { href, origin, pathname, search, hash, protocol } = location
  const assign = (url: string) => void left.push(url)
  vi.stubGlobal('location', { href, origin, pathname, search, hash, protocol, assign, replace: assign })
  return view
}

const title = 'Planner wants to use your Fieldnotes account'
const findCard = () => screen.findByRole('heading', { level: 1, name: title }, { timeout: 20_000 })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('shows who asks for what, as whom, and does nothing before a click', async () => {
  const { requests } = open()
  await findCard()
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
  expect(screen.getByText(/You'll return to planner.example./)).toBeTruthy()
  expect(screen.getByText('Recognize you when you come back')).toBeTruthy()
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent?.trim())).toEqual([
    'See your email address',
    'Read your notes',
  ])
  expect(screen.queryByText('This app is not verified.')).toBe(null)
  expect(screen.queryByText('New')).toBe(null)
  expect(requests.filter((request) => request.route.startsWith('POST /oauth-provider'))).toEqual([])
})

test('Allow sends what is still ticked, and the browser to the address of the server', async () => {
  const { sent } = open()
  await findCard()
  await userEvent.click(screen.getByRole('checkbox', { name: /See your email address/ }))
  await press('Allow')
  await waitFor(() => expect(left).toEqual([next.redirect_url]))
  expect(sent(approve).map(({ body }) => body)).toEqual([{ scopes: ['openid', 'notes:read'] }])
  // Apps on this device open beside the page.
  expect(await screen.findByText('Planner is connected', {}, { timeout: 20_000 })).toBeTruthy()
})

test('Cancel tells the app and shares nothing', async () => {
  const { sent } = open()
  await findCard()
  await press('Cancel')
  await waitFor(() => expect(left).toEqual([next.redirect_url]))
  expect(sent(approve)).toEqual([])
  expect(await screen.findByText('Nothing was shared', {}, { timeout: 20_000 })).toBeTruthy()
})

test('people who are not signed in sign in first, and return to the request', async () => {
  const { visited, sent } = open({ is_signed_in: false }, { isSignedIn: false })
  await waitFor(() => expect(visited).toEqual([`/handler/sign-in?after_auth_return_to=${encodeURIComponent(at)}`]))
  expect(sent(read)).toHaveLength(1)
})

test('an anonymous user has to sign in, too', async () => {
  const { visited } = open({ is_signed_in: false }, { user: { is_anonymous: true } })
  await waitFor(() => expect(visited[0]).toContain('/handler/sign-in'))
})

test('says where an app introduces itself and that nobody has checked it, and never approves for the user', async () => {
  const { sent } = open({ client: { host: 'agent.example', is_verified: false }, is_consent_needed: false })
  await findCard()
  expect(screen.getByText('This app is not verified.').parentElement?.textContent).toContain('agent.example')
  expect(sent(approve)).toEqual([])
})

test('says that an app has registered itself', async () => {
  open({ client: { is_verified: false } })
  await findCard()
  expect(screen.getByText(/The app has registered itself/)).toBeTruthy()
})

test('a name cannot pass as markup', async () => {
  const name = '<img src=x onerror=alert(1)>'
  open({ client: { display_name: name }, scopes: [scope('a', { display_name: name, description: name })] })
  await screen.findByRole('heading', { name: `${name} wants to use your Fieldnotes account` })
  expect(document.querySelector('img[src=x]')).toBe(null)
})

test('an app that was approved before is not asked about again', async () => {
  const { sent } = open({ is_consent_needed: false })
  await waitFor(() => expect(left).toEqual([next.redirect_url]))
  expect(sent(approve).map(({ body }) => body)).toEqual([{}])
})

test('a failure to return to a known app is shown, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const answers = [{ status: 503 }, { body: next }]
  open({ is_consent_needed: false }, { answers: { [approve]: () => answers.shift()! } })
  await screen.findByText(/can't be reached/)
  await press('Try again')
  await waitFor(() => expect(left).toEqual([next.redirect_url]))
})

test('marks what is asked for newly, if the rest was approved before', async () => {
  open({ scopes: [scope('openid', { is_new: false }), scope('email')] })
  await findCard()
  expect(screen.getByText('New').parentElement?.textContent).toContain('See your email address')
  expect(screen.getAllByText('New')).toHaveLength(1)
})

test('what the user may not do is explained, and not sent', async () => {
  const { sent } = open({
    scopes: [scope('openid'), scope('admin', { display_name: 'Manage billing', is_available: false })],
  })
  await findCard()
  expect(screen.getByText(/You don't have permission for this/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBe(null)
  await press('Allow')
  await waitFor(() => expect(sent(approve).map(({ body }) => body)).toEqual([{ scopes: ['openid'] }]))
})

test('the chosen team is sent, at first the selected one', async () => {
  const teams = [
    { id: 't1', display_name: 'Analytics' },
    { id: 't2', display_name: 'Design' },
  ]
  const { sent } = open({ teams }, { user: { selected_team_id: 't2', selected_team: { id: 't2' } } as never })
  await findCard()
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Team' })
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Analytics', 'Design'])
  await userEvent.selectOptions(select, 'Analytics')
  await press('Allow')
  await waitFor(() => expect(sent(approve)[0]?.body).toMatchObject({ team_id: 't1' }))
})

test('whoever signs in in another tab is asked about their own teams', async () => {
  const teamsOf = {
    [ada.id]: [{ id: 't1', display_name: 'Analytics' }],
    grace: [{ id: 't2', display_name: 'Compilers' }],
  }
  let user = ada
  const { sent } = open(
    {},
    {
      answers: {
        [me]: () => ({ body: user }),
        [read]: () => ({ body: { ...asked, teams: teamsOf[user.id] ?? null } }),
      },
    },
  )
  await findCard()
  expect(screen.getByRole('option', { name: 'Analytics' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /See your email address/ }))
  user = { ...ada, id: 'grace', display_name: 'Grace Hopper' }
  signInInAnotherTab('token-of-grace')
  await screen.findByText('Grace Hopper', {}, { timeout: 20_000 })
  await press('Allow')
  await waitFor(() =>
    expect(sent(approve)[0]?.body).toEqual({ scopes: ['openid', 'email', 'notes:read'], team_id: 't2' }),
  )
})

test('names the APIs that the app wants to use', async () => {
  open({ resources: [{ uri: 'https://api.example/mcp', display_name: 'Fieldnotes MCP' }] as never })
  await findCard()
  expect(screen.getByText('It uses Fieldnotes MCP on your behalf.')).toBeTruthy()
})

test.each([read, approve])('a request that is over when %s is sent says so, with its reference', async (when) => {
  open({}, { answers: { [when]: { status: 404, error: 'OAUTH_REQUEST_NOT_FOUND' } } })
  if (when === approve) {
    await findCard()
    await press('Allow')
  }
  await screen.findByRole('heading', { name: 'This request is no longer open' }, { timeout: 20_000 })
  const reference = requestId.replaceAll('-', '').slice(0, 12).match(/.{4}/g)?.join('-')
  expect(screen.getByText(new RegExp(`Reference: ${reference}`))).toBeTruthy()
  expect(left).toEqual([])
})

test('a link without a request says that it is over, and asks nothing', async () => {
  const { requests } = open({}, { at: '/handler/oauth-consent' })
  await screen.findByRole('heading', { name: 'This request is no longer open' })
  expect(requests.filter(({ route }) => route.includes('oauth-provider'))).toEqual([])
})

test('asks for a recent proof of identity if the server wants one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  const required = { error: 'STEP_UP_REQUIRED', status: 403, details: { max_age_seconds: 600, methods: ['password'] } }
  const answers: Answer[] = [required, { body: next }]
  open({ is_fresh_sign_in_needed: true, is_consent_needed: false }, { answers: { [approve]: () => answers.shift()! } })
  await findCard()
  expect(screen.getByText(/You'll be asked to confirm it's you/)).toBeTruthy()
  await press('Allow')
  expect(await screen.findByRole('dialog', { name: "Confirm it's you" }, { timeout: 20_000 })).toBeTruthy()
  expect(left).toEqual([])
})

test('another account can be used: signs out and returns to the request', async () => {
  const { visited } = open()
  await findCard()
  await press('Use another account')
  await waitFor(() => expect(visited).toEqual([`/handler/sign-in?after_auth_return_to=${encodeURIComponent(at)}`]))
})

test('an app that expects somebody else gets nobody but them', async () => {
  const { visited, sent } = open({ is_signed_in: false, is_other_account_needed: true, is_consent_needed: false })
  await screen.findByRole('heading', { name: 'Use another account' }, { timeout: 20_000 })
  expect(screen.getByText(/Planner expects a different account./).textContent).toContain(ada.primary_email)
  await press('Use another account')
  await waitFor(() => expect(visited).toEqual([`/handler/sign-in?after_auth_return_to=${encodeURIComponent(at)}`]))
  expect(sent(approve)).toEqual([])
})

test('whoever has no other account refuses', async () => {
  const { sent } = open({ is_signed_in: false, is_other_account_needed: true })
  await screen.findByRole('heading', { name: 'Use another account' }, { timeout: 20_000 })
  await press('Cancel')
  await waitFor(() => expect(left).toEqual([next.redirect_url]))
  expect(sent(deny)).toHaveLength(1)
})

test('a user who has to sign in again is asked to', async () => {
  const { sent } = open({ is_signed_in: false })
  await screen.findByRole('heading', { name: 'Sign in again' })
  expect(sent(approve)).toEqual([])
})

test('shows no button inside a frame, and reads nothing', async () => {
  vi.stubGlobal('top', {})
  const { sent } = open()
  await screen.findByText(/Open it in its own tab/)
  expect(screen.queryByRole('button')).toBe(null)
  expect(sent(read)).toEqual([])
})

test('an address that would run a script is refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open({}, { answers: { [approve]: { body: { redirect_url: 'javascript:alert(1)' } } } })
  await findCard()
  await press('Allow')
  await screen.findByRole('alert')
  expect(left).toEqual([])
})
