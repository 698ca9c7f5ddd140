import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
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
