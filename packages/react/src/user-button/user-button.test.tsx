import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, renderApp } from '../testing/wire.test.tsx'
import { UserAvatar } from './user-avatar.tsx'
import { UserButton } from './user-button.tsx'

const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

test('offers sign-in and sign-up to signed-out users', async () => {
  const { visited } = renderApp(<UserButton colorModeToggle={() => {}} extraItems={[]} />)
  await open()
  expect(screen.getByText('Not signed in')).toBeTruthy()
  expect(items()).toEqual(['Sign in', 'Sign up', 'Switch between light and dark'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign up' }))
  expect(visited[0]).toMatch(/^\/handler\/sign-up/)
  expect(screen.queryByRole('menu')).toBe(null)
})

test('shows the signed-in user and the menu items', async () => {
  const billing = vi.fn()
  const { visited, sent } = renderApp(
    <UserButton extraItems={[{ text: 'Billing', icon: <span>€</span>, onClick: billing }]} />,
    { isSignedIn: true },
  )
  await open()
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
  expect(screen.getByText('ada@example.com')).toBeTruthy()
  expect(items()).toEqual(['Account settings', '€Billing', 'Sign out'])

  await userEvent.click(screen.getByRole('menuitem', { name: 'Account settings' }))
  expect(visited).toEqual(['/handler/account-settings'])
  await open()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Billing' }))
  expect(billing).toHaveBeenCalledOnce()
  await open()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(sent('DELETE /auth/sessions/current')).toHaveLength(1))
})

test('can be used with only the keyboard', async () => {
  renderApp(<UserButton />, { isSignedIn: true })
  const button = await screen.findByRole('button', { name: 'Account menu' })
  const focused = () => document.activeElement?.textContent
  act(() => button.focus())
  await userEvent.keyboard('{ArrowDown}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Account settings')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Sign out')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Account settings')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('Sign out')
  await userEvent.keyboard('a')
  expect(focused()).toBe('Account settings')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBe(null)
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Sign out')
})

test('closes when something else is clicked', async () => {
  renderApp(
    <>
      <UserButton />
      <p>Elsewhere</p>
    </>,
  )
  await open()
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(screen.queryByRole('menu')).toBe(null)
})

test('can show the name beside the avatar, which is then the accessible name', async () => {
  renderApp(<UserButton showUserInfo />, { isSignedIn: true })
  expect(await screen.findByRole('button', { name: 'Ada Lovelace ada@example.com' })).toBeTruthy()
})

test('reports a failed sign-out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  renderApp(<UserButton />, {
    isSignedIn: true,
    respond: ({ route }) => (route.startsWith('DELETE') ? { status: 500 } : undefined),
  })
  await open()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByText("That didn't work. Please try again.")).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBe(null)
})

test('a preview does nothing', async () => {
  const { visited } = renderApp(<UserButton mockUser={{ displayName: 'Grace Hopper' }} />)
  await open()
  expect(screen.getByText('Grace Hopper')).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Account settings' }))
  expect(visited).toEqual([])
})

test('an avatar shows the image, the initials or an icon', () => {
  const { container } = renderApp(
    <>
      <UserAvatar user={{ profileImageUrl: 'https://img.test/a.png' }} size={60} />
      <UserAvatar user={{ displayName: 'ada', primaryEmail: 'x@example.com' }} />
      <UserAvatar user={{ primaryEmail: 'grace@example.com' }} border />
      <UserAvatar />
    </>,
  )
  const [image, name, email, nobody] = container.querySelectorAll('.lk-avatar')
  expect(image?.getAttribute('src')).toBe('https://img.test/a.png')
  expect(image?.getAttribute('width')).toBe('60')
  expect(name?.textContent).toBe('AD')
  expect(name?.getAttribute('width')).toBe('34')
  expect(email?.textContent).toBe('GR')
  expect(nobody?.querySelector('path')).toBeTruthy()
})

describe('several accounts', () => {
  const setAccounts = (tokens: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = `stack-accounts-11111111-1111-4111-8111-111111111111=${encodeURIComponent(tokens)}; path=/; max-age=${tokens ? 1000 : 0}`
  }
  afterEach(() => setAccounts(''))

  const grace = { ...ada, id: 'grace', display_name: 'Grace Hopper', primary_email: 'grace@example.com' }

  /** A browser in which Grace is signed in as well, unless her session has ended. */
  function renderAccounts({ hasEnded = false } = {}) {
    const view = renderApp(<UserButton multipleAccounts />, { isSignedIn: true })
    setAccounts('refresh-token grace-token')
    const { fetch } = globalThis
    const ended: (string | null)[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const token = new Headers(init.headers).get('x-stack-refresh-token')
      const isRefresh = init.body instanceof URLSearchParams && init.body.get('refresh_token') === 'grace-token'
      if (isRefresh && hasEnded) {
        const code = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'
        return Response.json(
          { code, error: code },
          { headers: { 'x-stack-known-error': code, 'x-stack-actual-status': '401' } },
        )
      }
      if (init.method === 'DELETE') ended.push(token)
      return token === 'grace-token' && url.endsWith('/users/me') ? Response.json(grace) : fetch(url, init)
    })
    return { ...view, ended }
  }

  test('lists the other accounts and switches to one of them', async () => {
    const { visited } = renderAccounts()
    await open()
    const other = await screen.findByRole('menuitem', { name: /Grace Hopper/ })
    expect(items()).toEqual([
      'Account settings',
      // With the initials of the avatar.
      'GRGrace Hopper grace@example.com',
      'Add another account',
      'Sign out of this account',
      'Sign out of all accounts',
    ])
    await userEvent.click(other)
    await open()
    expect(await screen.findByRole('menuitem', { name: /Ada Lovelace/ })).toBeTruthy()
    expect(document.cookie).toContain('=grace-token')
    expect(visited).toEqual(['/'])
  })

  test('signs out of all accounts, or continues with another one', async () => {
    const { ended } = renderAccounts()
    await open()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out of this account' }))
    await waitFor(() => expect(document.cookie).toContain('=grace-token'))
    expect(ended).toEqual(['refresh-token'])
    await open()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(ended).toEqual(['refresh-token', 'grace-token']))
  })

  test('says that an account is no longer signed in', async () => {
    renderAccounts({ hasEnded: true })
    await open()
    expect(await screen.findByText('An account is no longer signed in here.')).toBeTruthy()
    expect(items()).toEqual(['Account settings', 'Add another account', 'Sign out'])
    expect(document.cookie).not.toContain('grace-token')
  })

  test('adds an account without ending the current session', async () => {
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true
    }
    const tokens: (string | null)[] = []
    renderApp(<UserButton multipleAccounts />, { isSignedIn: true })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const response = await fetch(url, init)
      if (!url.endsWith('/auth/password/sign-in')) return response
      tokens.push(new Headers(init.headers).get('x-stack-refresh-token'))
      return Response.json({ ...(await response.json()), refresh_token: 'grace-token' })
    })
    await open()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add another account' }))
    await userEvent.type(await screen.findByLabelText('Email'), 'grace@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(tokens).toEqual([null])
    expect(document.cookie).toMatch(/stack-refresh-[\w-]+=grace-token/)
    expect(document.cookie).toMatch(/stack-accounts-[\w-]+=refresh-token/)
  })
})

describe('the choice of a theme', () => {
  const root = document.documentElement
  const theme = () => [root.dataset.theme, root.style.colorScheme]
  afterEach(() => {
    localStorage.clear()
    root.removeAttribute('data-theme')
    root.style.colorScheme = ''
  })
  const choose = async (name: string) => {
    await open()
    await userEvent.click(screen.getByRole('menuitemradio', { name }))
  }

  test('is light, dark or that of the system, and is remembered', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
    const { unmount } = renderApp(<UserButton themeChoice />, { isSignedIn: true })
    await open()
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('System')
    await userEvent.keyboard('{Escape}')
    await choose('Dark')
    expect(theme()).toEqual(['dark', 'dark'])
    await choose('System')
    expect(theme()).toEqual(['system', 'light dark'])
    await choose('Light')
    unmount()
    root.removeAttribute('data-theme')
    root.style.colorScheme = ''
    renderApp(<UserButton themeChoice />, { isSignedIn: true })
    expect(theme()).toEqual(['light', 'light'])
    await open()
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Light')
  })

  test('is shown in other tabs', async () => {
    renderApp(<UserButton themeChoice />, { isSignedIn: true })
    await screen.findByRole('button', { name: 'Account menu' })
    localStorage.setItem('_LATCHKEY.theme', 'dark')
    act(() => void globalThis.dispatchEvent(new StorageEvent('storage', { key: '_LATCHKEY.theme' })))
    expect(theme()).toEqual(['dark', 'dark'])
    const scope = document.querySelector('.latchkey-scope')
    await waitFor(() => expect(scope?.getAttribute('data-latchkey-theme')).toBe('dark'))
    // A switch of the app still works.
    root.style.colorScheme = 'light'
    await waitFor(() => expect(scope?.getAttribute('data-latchkey-theme')).toBe('light'))
  })
})
