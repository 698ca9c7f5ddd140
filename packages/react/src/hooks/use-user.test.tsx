import { act, render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderApp, signedIn } from '../testing/wire.test.tsx'
import { useApp, usePartialUser, useProject, useUser } from './use-app.ts'

beforeEach(() => {
  // React logs the errors that an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function Name() {
  const user = useUser()
  return <p>{user ? `Hello ${user.displayName}` : 'Nobody'}</p>
}

function Secret() {
  const user = useUser({ or: 'redirect' })
  return <p>The secret of {user.displayName}</p>
}

function Strict() {
  return useUser({ or: 'throw' }).id
}

function Visitor() {
  const user = useUser({ or: 'anonymous' })
  return <p>Visitor {user.id.slice(0, 4)}</p>
}

function TokenHolder({ or }: { or?: 'anonymous' }) {
  const user = usePartialUser({ from: 'token', or })
  return <p>{user ? `Somebody ${user.id.slice(0, 4)}` : 'No token'}</p>
}

function Facts() {
  const app = useApp()
  return `${app.useProject().displayName}, ${app.useUser()?.primaryEmail}, ${useProject() === app.useProject()}`
}

function AnyApp({ project }: { project?: string }) {
  return useApp({ projectIdMustMatch: project }).projectId
}

test('suspends until the user is loaded', async () => {
  renderApp(<Name />, { isSignedIn: true })
  expect(screen.getByText('waiting')).toBeTruthy()
  expect(await screen.findByText('Hello Ada Lovelace')).toBeTruthy()
})

test('follows sign-in and sign-out', async () => {
  const { app } = renderApp(<Name />)
  await screen.findByText('Nobody')
  await act(() => app.signInWithCredential({ email: 'ada@example.com', password: 'correct horse', noRedirect: true }))
  await screen.findByText('Hello Ada Lovelace')
  void app.signOut()
  expect(await screen.findByText('Nobody')).toBeTruthy()
})

test('treats anonymous users as signed out', async () => {
  renderApp(<Name />, { isSignedIn: true, user: { is_anonymous: true } })
  expect(await screen.findByText('Nobody')).toBeTruthy()
})

test('redirects signed-out users to sign-in once and shows nothing until then', async () => {
  const { visited, app } = renderApp(
    <>
      <Secret />
      <Secret />
    </>,
    { at: '/secret?a=1' },
  )
  await waitFor(() => expect(visited).toEqual(['/handler/sign-in?after_auth_return_to=%2Fsecret%3Fa%3D1']))
  expect(screen.getByText('waiting')).toBeTruthy()

  // After a sign-in elsewhere, such as in another tab, the page appears.
  await act(() => app.signInWithCredential({ email: 'ada@example.com', password: 'correct horse', noRedirect: true }))
  expect(await screen.findAllByText('The secret of Ada Lovelace')).toHaveLength(2)
})

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render = () => this.state.message ?? this.props.children
}

test('reports a failed redirect to sign-in once instead of retrying forever', async () => {
  const { app } = renderApp(
    <Boundary>
      <Secret />
      <Secret />
    </Boundary>,
    { urls: { signIn: 'https://elsewhere.example/sign-in' } },
  )
  const redirect = vi.spyOn(app, 'redirectToSignIn')
  expect(await screen.findByText('Redirect URL is not trusted; should be relative')).toBeTruthy()
  expect(redirect).toHaveBeenCalledTimes(1)
})

test('throws for signed-out users if requested', async () => {
  renderApp(
    <Boundary>
      <Strict />
    </Boundary>,
  )
  expect(await screen.findByText("User is not signed in but useUser was called with { or: 'throw' }")).toBeTruthy()
})

describe('an anonymous user', () => {
  const route = 'POST /auth/anonymous/sign-up'

  test('is created once for all components, which suspend until then', async () => {
    const { sent } = renderApp(
      <>
        <Visitor />
        <Visitor />
      </>,
      {
        user: { is_anonymous: true },
        respond: (request) => (request.route === route ? { body: signedIn() } : undefined),
      },
    )
    expect(screen.getByText('waiting')).toBeTruthy()
    expect(await screen.findAllByText('Visitor 2222')).toHaveLength(2)
    expect(sent(route)).toHaveLength(1)
  })

  test.each([true, false])('is not created if there is a user already (anonymous: %s)', async (isAnonymous) => {
    const { sent } = renderApp(<Visitor />, { isSignedIn: true, user: { is_anonymous: isAnonymous } })
    expect(await screen.findByText('Visitor 2222')).toBeTruthy()
    expect(sent(route)).toHaveLength(0)
  })

  test('that cannot be created throws to the error boundary instead of retrying forever', async () => {
    const { sent } = renderApp(
      <Boundary>
        <Visitor />
      </Boundary>,
      { respond: (request) => (request.route === route ? { error: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' } : undefined) },
    )
    expect(await screen.findByText('The server says ANONYMOUS_ACCOUNTS_NOT_ENABLED.')).toBeTruthy()
    expect(sent(route)).toHaveLength(1)
  })
})

test('the user in the access token needs no request and follows sign-in', async () => {
  const { app, requests } = renderApp(<TokenHolder />)
  expect(screen.getByText('No token')).toBeTruthy()
  expect(requests.filter(({ route }) => route !== 'GET /users/me')).toEqual([])
  await act(() => app.signInWithCredential({ email: 'ada@example.com', password: 'correct horse', noRedirect: true }))
  expect(await screen.findByText('Somebody 2222')).toBeTruthy()
})

test('an anonymous token counts only if requested', async () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: '22222222', role: 'authenticated', iat: now, exp: now + 600, is_anonymous: true }
  const access_token = ['{}', JSON.stringify(claims), ''].map((part) => btoa(part)).join('.')
  const { app } = renderApp(
    <>
      <TokenHolder />
      <TokenHolder or="anonymous" />
    </>,
    { respond: ({ route }) => (route.endsWith('/sign-in') ? { body: signedIn({ access_token }) } : undefined) },
  )
  await act(() => app.signInWithCredential({ email: 'ada@example.com', password: 'correct horse', noRedirect: true }))
  expect(await screen.findByText('Somebody 2222')).toBeTruthy()
  expect(screen.getByText('No token')).toBeTruthy()
})

test('throws a failed fetch to the error boundary', async () => {
  renderApp(
    <Boundary>
      <Name />
    </Boundary>,
    { isSignedIn: true, respond: ({ route }) => (route === 'GET /users/me' ? { error: 'USER_NOT_FOUND' } : undefined) },
  )
  expect(await screen.findByText('The server says USER_NOT_FOUND.')).toBeTruthy()
})

test('the hooks of an app work the same', async () => {
  renderApp(<Facts />, { isSignedIn: true })
  expect(await screen.findByText('Fieldnotes, ada@example.com, true')).toBeTruthy()
})

test('useApp requires a provider, and the requested project', () => {
  expect(() => render(<AnyApp />)).toThrow('useApp must be called inside <LatchkeyProvider>.')
  expect(() => renderApp(<AnyApp project="internal" />)).toThrow('Expected an app of the project "internal"')
})

test('the user is prefetched unless the app disables it', async () => {
  const eager = renderApp('Welcome', { isSignedIn: true })
  await waitFor(() => expect(eager.sent('GET /users/me')).toHaveLength(1))
  eager.unmount()

  const patient = renderApp('Welcome', { isSignedIn: true, app: { noAutomaticPrefetch: true } })
  expect(patient.requests).toEqual([])
  patient.unmount()

  renderApp(<Name />, { isSignedIn: true, app: { noAutomaticPrefetch: true } })
  expect(await screen.findByText('Hello Ada Lovelace')).toBeTruthy()
})

test('the app is available in the console', async () => {
  const { app } = renderApp(<Name />)
  expect((globalThis as { __LATCHKEY__?: { app: unknown } }).__LATCHKEY__?.app).toBe(app)
  await screen.findByText('Nobody')
})

test('all components share one fetch', async () => {
  const { sent } = renderApp(
    <>
      <Name />
      <Name />
    </>,
    { isSignedIn: true },
  )
  expect(await screen.findAllByText('Hello Ada Lovelace')).toHaveLength(2)
  expect(sent('GET /users/me')).toHaveLength(1)
})
