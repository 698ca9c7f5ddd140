import { act, render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { openPerson, renderReaders, show, showKnown } from '../testing/real-server.test.tsx'
import type { OAuthConnection } from './connected-account-hooks.ts'
import type { CurrentUser } from './user-types.ts'

const { url: serverUrl, googleUrl } = inject('realServer')

const settings = {
  'domains.allowLocalhost': true,
  'auth.oauth.providers.google': {
    type: 'google',
    isShared: false,
    clientId: 'id-at-google',
    clientSecret: 'the secret of the client at the provider',
    allowSignIn: true,
    allowConnectedAccounts: true,
  },
}

const visits: string[] = []

beforeEach(() => {
  visits.length = 0
  vi.stubGlobal('location', {
    get href() {
      return document.URL
    },
    get protocol() {
      return new URL(document.URL).protocol
    },
    assign: (to: string) => visits.push(to),
    replace: (to: string) => visits.push(to),
  })
  // React logs the errors that an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const open = () => openPerson(settings, { redirectMethod: 'window' })

/** Follows the redirects of a browser: to the server, to the provider to sign in, and back to the app. */
async function followToProvider(to: string) {
  const authorized = await fetch(to, { redirect: 'manual' })
  const cookie = authorized.headers.get('set-cookie')!.split(';')[0]!
  const { search } = new URL(authorized.headers.get('location')!)
  const person = { sub: crypto.randomUUID(), email: 'ada@google.example', email_verified: true }
  const headers = { 'x-person': encodeURIComponent(JSON.stringify(person)) }
  const signedIn = await fetch(`${googleUrl}/authorize${search}`, { redirect: 'manual', headers })
  const callback = new URL(signedIn.headers.get('location')!)
  const answer = await fetch(`${serverUrl}${callback.pathname}${callback.search}`, {
    redirect: 'manual',
    headers: { cookie },
  })
  const { pathname, search: query } = new URL(answer.headers.get('location')!)
  history.replaceState(null, '', `${pathname}${query}`)
}

class Boundary extends Component<{ children: ReactNode }, { code?: string }> {
  override state: { code?: string } = {}
  static getDerivedStateFromError = (error: { errorCode: string }) => ({ code: error.errorCode })
  override render = () => this.state.code ?? this.props.children
}

function Strict({ user }: { user: CurrentUser }) {
  return user.useConnectedAccount('google', { or: 'throw' }).id
}

function Token({ account }: { account: OAuthConnection }) {
  return `Token ${account.useAccessToken().accessToken}`
}

test('an account that is not connected is null, or is connected once and then shown with its token', async () => {
  const { app, user } = await open()
  const none = await show(() => user.useConnectedAccount('google'))
  expect(none()).toBeNull()
  expect(visits).toEqual([])

  history.replaceState(null, '', '/calendar')
  const account = renderReaders(() => app.useUser({ or: 'throw' }).useConnectedAccount('google', { or: 'redirect' }), 2)
  await waitFor(() => expect(visits).toHaveLength(1))
  expect(account.view.container.textContent).toBe('waiting')
  await followToProvider(visits[0]!)
  await act(async () => expect(await app.callOAuthCallback()).toBe(true))
  account.render(1)
  await waitFor(() => expect(account.view.container.textContent).toBe('shown'))
  expect(account.read().id).toBe('google')
  expect(visits.filter((to) => to.startsWith(serverUrl))).toHaveLength(1)

  render(
    <Boundary>
      <Suspense fallback="waiting for the token">
        <Token account={account.read()} />
      </Suspense>
    </Boundary>,
  )
  // It came with the connection, so no component suspends.
  expect(screen.getByText(/^Token access-/)).toBeTruthy()
  const linked = await app.getUser({ or: 'throw' })
  const connected = showKnown(() => linked.useConnectedAccount('google')?.id)
  expect(connected()).toBe('google')
  // Otherwise the first component would start to connect the account again.
  account.view.unmount()
  const [link] = await linked.listOAuthProviders()
  await act(() => link!.delete())
  expect(connected()).toBeUndefined()
  expect(screen.getByText('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')).toBeTruthy()
})

test('throws if a required account is not connected', async () => {
  const { user } = await open()
  render(
    <Boundary>
      <Suspense fallback="waiting">
        <Strict user={user} />
      </Suspense>
    </Boundary>,
  )
  expect(await screen.findByText('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')).toBeTruthy()
  expect(visits).toEqual([])
})
