import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, listOf, renderApp } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

const day = 86_400_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const device = (id: string, more: object = {}) => ({
  id,
  user_id: ada.id,
  user_agent: firefox,
  created_at_millis: Date.now() - day,
  expires_at_millis: Date.UTC(2100, 0, 2, 12),
  last_used_at_millis: null,
  ...more,
})

/** Account settings of somebody with a second factor, on a fake server that forgets devices. */
function open(devices: ReturnType<typeof device>[]) {
  let known = devices
  const path = '/auth/trusted-devices'
  const opened = renderApp(<AccountSettings fullPage />, {
    isSignedIn: true,
    at: '/handler/account-settings#auth',
    user: { requires_totp_mfa: true },
    respond: ({ route }) => {
      if (route === `GET ${path}`) return { body: listOf(...known) }
      if (!route.startsWith(`DELETE ${path}/me`)) return undefined
      const id = route.split('/')[4]
      if (id && !known.some((each) => each.id === id)) return { status: 404 }
      known = id ? known.filter((each) => each.id !== id) : []
      return { body: { success: true } }
    },
  })
  return { ...opened, forget: (id: string) => (known = known.filter((each) => each.id !== id)) }
}

const section = () => screen.findByRole('region', { name: 'Trusted devices' })
const items = async () => within(await section()).getAllByRole('listitem')

test('trusted devices are listed with what is known of them, and forgotten one by one', async () => {
  const used = { user_agent: null, last_used_at_millis: Date.now() - 3 * day }
  open([device('d1'), device('d2', used)])
  const [first, second] = await items()
  expect(first!.textContent).toContain('Firefox on Linux')
  expect(first!.textContent).toContain('Trusted until Jan 2, 2100')
  expect(first!.textContent).not.toContain('used')
  expect(second!.textContent).toContain('Unknown device')
  expect(second!.textContent).toContain('Last used 3 days ago')
  await userEvent.click(screen.getByRole('button', { name: 'Forget: Firefox on Linux' }))
  await waitFor(async () => expect(await items()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Forget: Unknown device' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Trusted devices' })).toBe(null))
})

test('all are forgotten after a question', async () => {
  const { sent } = open([device('d1'), device('d2')])
  await section()
  await userEvent.click(screen.getByRole('button', { name: 'Forget all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, forget all' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Trusted devices' })).toBe(null))
  expect(sent('DELETE /auth/trusted-devices/me')).toHaveLength(1)
})

test('one that was forgotten elsewhere is gone after a try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { forget } = open([device('d1'), device('d2', { user_agent: null })])
  await section()
  forget('d2')
  await userEvent.click(screen.getByRole('button', { name: 'Forget: Unknown device' }))
  await waitFor(async () => expect(await items()).toHaveLength(1))
})
