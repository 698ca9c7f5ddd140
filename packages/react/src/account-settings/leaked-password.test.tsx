import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { SignIn } from '../sign-in/components.tsx'
import { ada, renderApp, signedIn } from '../testing/wire.test.tsx'
import { UserButton } from '../user-button/user-button.tsx'
import { AccountSettings } from './account-settings.tsx'

const key = '_LATCHKEY.leaked'
const notice = /on a public list of leaked passwords/
const at = '/handler/account-settings#auth'
const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

beforeEach(() => sessionStorage.clear())

test.each([
  [true, 'ada'],
  [undefined, null],
])('a sign-in that is answered with is_password_leaked %s is remembered for the user', async (is_password_leaked, id) => {
  const route = 'POST /auth/password/sign-in'
  const { visited } = renderApp(<SignIn />, {
    urls: { afterSignIn: '/in' },
    respond: (request) =>
      request.route === route ? { body: { ...signedIn(), user_id: 'ada', is_password_leaked } } : undefined,
  })
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'password1{Enter}')
  await waitFor(() => expect(visited).toContain('/in'))
  expect(sessionStorage.getItem(key)).toBe(id)
})

test('account settings offer a change, and no longer once it was made', async () => {
  sessionStorage.setItem(key, ada.id)
  const { sent } = renderApp(<AccountSettings fullPage />, {
    isSignedIn: true,
    at,
    respond: ({ route }) => (route === 'POST /auth/password/update' ? { body: { success: true } } : undefined),
  })
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  expect(section.getByText(notice)).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Change password' }))
  await userEvent.type(section.getByLabelText('Current password'), 'password1')
  await userEvent.type(section.getByLabelText('New password'), 'teapot walrus lamp')
  await userEvent.type(section.getByLabelText('Confirm new password'), 'teapot walrus lamp{Enter}')
  expect(await section.findByText('Your password has been changed.')).toBeTruthy()
  expect(section.queryByText(notice)).toBe(null)
  expect(sent('POST /auth/password/update')).toHaveLength(1)
  expect(sessionStorage.getItem(key)).toBe(null)
})

test('the offer can be refused', async () => {
  sessionStorage.setItem(key, ada.id)
  renderApp(<AccountSettings fullPage />, { isSignedIn: true, at })
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  await userEvent.click(section.getByRole('button', { name: 'Not now' }))
  expect(section.queryByText(notice)).toBe(null)
  expect(sessionStorage.getItem(key)).toBe(null)
})

test('the user button leads to the change', async () => {
  sessionStorage.setItem(key, ada.id)
  const { visited } = renderApp(<UserButton />, { isSignedIn: true })
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change leaked password' }))
  expect(visited).toEqual(['/handler/account-settings#auth'])
})

test('another account in the same tab sees nothing of it', async () => {
  sessionStorage.setItem(key, 'grace')
  renderApp(
    <>
      <UserButton />
      <AccountSettings fullPage />
    </>,
    { isSignedIn: true, at },
  )
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  expect(section.queryByText(notice)).toBe(null)
  await openMenu()
  expect(items()).not.toContain('Change leaked password')
})
