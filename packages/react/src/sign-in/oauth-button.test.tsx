import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { AuthPage, OAuthButton, SignIn, SignUp } from './components.tsx'
import { OAuthButtonGroup } from './oauth-button-group.tsx'

const key = '_LATCHKEY.lastUsed'
const providers = (...ids: string[]) => ({ config: { enabled_oauth_providers: ids.map((id) => ({ id })) } })
const button = (name: string) => screen.findByRole('button', { name })
const buttonNames = () => screen.getAllByRole('button').map((button) => button.textContent)

beforeEach(() => localStorage.clear())

/** jsdom does not navigate; this records the URLs. */
function watchDepartures(): URL[] {
  const left: URL[] = []
  const { href, origin, pathname, search, hash } = location
  vi.stubGlobal('location', { href, origin, pathname, search, hash, assign: (url: string) => left.push(new URL(url)) })
  return left
}

describe('the sign-in page', () => {
  test('has a button for every provider above the form, with a separator', async () => {
    renderApp(<SignIn />, providers('google', 'github'))
    const google = await button('Sign in with Google')
    const separator = screen.getByText('or')
    const email = screen.getByLabelText('Email')
    expect(google.compareDocumentPosition(separator)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(separator.compareDocumentPosition(email)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(buttonNames().slice(0, 2)).toEqual(['Sign in with Google', 'Sign in with GitHub'])
    expect(document.activeElement).toBe(email)
  })

  test('has no separator without a form', async () => {
    renderApp(<SignIn />, { config: { ...providers('github').config, credential_enabled: false } })
    await button('Sign in with GitHub')
    expect(screen.queryByText('or')).toBe(null)
    expect(screen.queryByRole('alert')).toBe(null)
  })

  test('redirects to the provider, and the button works again for users who return', async () => {
    renderApp(<SignIn />, providers('github'))
    const github = await button('Sign in with GitHub')
    const left = watchDepartures()
    await userEvent.click(github)
    await waitFor(() => expect(left).toHaveLength(1))
    expect(left[0]?.pathname).toBe('/api/v1/auth/oauth/authorize/github')
    expect(left[0]?.searchParams.get('redirect_uri')).toBe('http://localhost:3000/handler/oauth-callback')
    expect(github.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(github)
    expect(left).toHaveLength(1)

    act(() => void globalThis.dispatchEvent(new Event('pageshow')))
    await waitFor(() => expect(github.getAttribute('aria-busy')).toBe(null))
  })

  test('shows the last used provider first with a badge on the next visit', async () => {
    const options = providers('google', 'github')
    const first = renderApp(<SignIn />, options)
    watchDepartures()
    await userEvent.click(await button('Sign in with GitHub'))
    await waitFor(() => expect(localStorage.getItem(key)).toBe('github'))
    expect(screen.queryByText('Last used')).toBe(null)
    first.unmount()
    vi.unstubAllGlobals()

    renderApp(<SignIn />, options)
    const github = await button('Sign in with GitHub')
    expect(buttonNames().slice(0, 2)).toEqual(['Sign in with GitHub', 'Sign in with Google'])
    const badge = screen.getByText('Last used')
    expect(github.getAttribute('aria-describedby')).toBe(badge.id)
  })

  test('reports that the provider cannot be reached and does not remember it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderApp(<SignIn />, providers('github'))
    const github = await button('Sign in with GitHub')
    vi.stubGlobal('location', {
      ...location,
      href: location.href,
      assign: () => {
        throw new Error('No way out.')
      },
    })
    await userEvent.click(github)
    expect((await screen.findByRole('alert')).textContent).toContain("That didn't work.")
    expect(localStorage.getItem(key)).toBe(null)
  })
})

test('sign-up has the same buttons with its own texts', async () => {
  renderApp(<SignUp />, providers('google'))
  expect(await button('Sign up with Google')).toBeTruthy()
})

test.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['facebook', 'Facebook'],
  ['microsoft', 'Microsoft'],
  ['spotify', 'Spotify'],
  ['discord', 'Discord'],
  ['gitlab', 'GitLab'],
  ['apple', 'Apple'],
  ['bitbucket', 'Bitbucket'],
  ['linkedin', 'LinkedIn'],
  ['x', 'X'],
  ['twitch', 'Twitch'],
])('%s has its name and logo', async (provider, name) => {
  renderApp(<OAuthButton provider={provider} type="sign-in" />)
  const found = await button(`Sign in with ${name}`)
  await waitFor(() => expect(found.querySelector('svg path')).toBeTruthy())
})

test('an unknown provider shows its id and its first letter', async () => {
  renderApp(<OAuthButton provider="acme-sso" type="sign-in" />)
  const found = await button('Sign in with acme-sso')
  expect(found.querySelector('svg')).toBe(null)
  expect(found.textContent).toBe('ASign in with acme-sso')
})

test.each([
  [8, 4],
  [9, 3],
  [10, 5],
  [13, 5],
])('%i providers are shown in rows of %i, with none alone', async (count, columns) => {
  const { container } = renderApp(<SignIn />, providers(...Array.from({ length: count }, (_, index) => `own-${index}`)))
  await screen.findByRole('button', { name: 'Sign in with own-0' })
  expect(container.querySelector<HTMLElement>('.lk-method-grid')?.dataset.columns).toBe(`${columns}`)
})

test('four or more providers are icons with labels, and the last used one keeps its text', async () => {
  localStorage.setItem(key, 'x')
  renderApp(<SignIn />, providers('google', 'github', 'apple', 'x'))
  const x = await button('Sign in with X')
  expect(buttonNames().slice(0, 4)).toEqual([
    'Sign in with X',
    'Sign in with Google',
    'Sign in with GitHub',
    'Sign in with Apple',
  ])
  expect(x.nextElementSibling?.textContent).toBe('Last used')
  expect((await button('Sign in with Google')).nextElementSibling?.textContent).toBe('Google')
})

test('a button is disabled inside a frame, with a reason', async () => {
  vi.stubGlobal('top', {})
  renderApp(<OAuthButton provider="github" type="sign-in" />)
  const left = watchDepartures()
  const github = await button('Sign in with GitHub')
  expect(github.getAttribute('aria-disabled')).toBe('true')
  const tooltip = screen.getByRole('tooltip')
  expect(tooltip.textContent).toContain('Open it in its own tab.')
  expect(github.getAttribute('aria-describedby')).toBe(tooltip.id)
  await userEvent.click(github)
  expect(left).toEqual([])
  expect(localStorage.getItem(key)).toBe(null)
})

test('a button group shows the providers of the project', async () => {
  renderApp(<OAuthButtonGroup type="sign-in" />, providers('x', 'twitch'))
  await button('Sign in with X')
  expect(buttonNames()).toEqual(['Sign in with X', 'Sign in with Twitch'])
})

test('a button group without providers is empty', async () => {
  const { container } = renderApp(<OAuthButtonGroup type="sign-in" />)
  await waitFor(() => expect(container.textContent).toBe(''))
})

test('previews do nothing', async () => {
  const config = {
    signUpEnabled: true,
    credentialEnabled: false,
    passkeyEnabled: true,
    magicLinkEnabled: true,
    oauthProviders: [{ id: 'github' }],
  }
  const { requests } = renderApp(
    <>
      <OAuthButton provider="google" type="sign-up" isMock />
      <OAuthButtonGroup type="sign-up" mockProject={{ config: { oauthProviders: [{ id: 'apple' }] } }} />
      <AuthPage type="sign-in" mockProject={{ config }} />
    </>,
  )
  const left = watchDepartures()
  await userEvent.click(await button('Sign up with Google'))
  await userEvent.click(await button('Sign up with Apple'))
  await userEvent.click(await button('Sign in with GitHub'))
  await userEvent.click(await button('Sign in with a passkey'))
  expect(left).toEqual([])
  expect(requests).toEqual([])
  expect(localStorage.getItem(key)).toBe(null)
})
