import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LatchkeyHandler } from '../screens/handler.tsx'
import { type Answer, renderApp } from '../testing/wire.test.tsx'

const at = 'POST /oauth-provider/device'
const [find, approve, deny] = [`${at}/find`, `${at}/approve`, `${at}/deny`] as const

const asked = {
  client: { id: 'tv', display_name: 'Planner TV', host: null, is_verified: true, redirect_host: null },
  is_signed_in: true,
  is_fresh_sign_in_needed: false,
  is_consent_needed: true,
  login_hint: null,
  scopes: [{ id: 'profile', display_name: null, description: null, is_new: true, is_available: true }],
  resources: [],
  teams: null,
  expires_at_millis: Date.now() + 600_000,
  device: {
    requested_at_millis: Date.now() - 120_000,
    ip_info: { ip: '203.0.113.7', countryCode: 'DE', cityName: 'Berlin' },
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
}

function open(options: { at?: string; isSignedIn?: boolean; found?: Answer; answered?: () => Answer } = {}) {
  const { found = { body: asked }, answered = () => ({ body: { success: true } }) } = options
  return renderApp(<LatchkeyHandler fullPage location="/handler/device" />, {
    at: '/handler/device',
    isSignedIn: true,
    ...options,
    respond: ({ route }) => (route === find ? found : route.startsWith(at) ? answered() : undefined),
  })
}

const findField = () => screen.findByLabelText<HTMLInputElement>('Code', {}, { timeout: 20_000 })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function enter(code: string) {
  await userEvent.type(await findField(), code)
  await press('Continue')
}

test('shows which device asks for what, from where and since when, and connects it', async () => {
  const { sent } = open()
  await enter(' wdjb mjht ')
  await screen.findByRole('heading', { level: 1, name: 'Connect Planner TV?' })
  expect(sent(find).map(({ body }) => body)).toEqual([{ user_code: 'wdjb mjht' }])
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  expect(screen.getByText('Berlin, Germany · 2 minutes ago')).toBeTruthy()
  expect(screen.getByText('Continue only if you just started this yourself.')).toBeTruthy()
  await press('Allow')
  await screen.findByRole('heading', { name: 'Your device is connected' })
  expect(sent(approve).map(({ body }) => body)).toEqual([{ user_code: 'wdjb mjht', scopes: ['profile'] }])
  expect(screen.queryByRole('button')).toBe(null)
})

test('the code of a link is filled in, but nothing is sent before a click', async () => {
  const { sent } = open({ at: '/handler/device?user_code=WDJB-MJHT' })
  expect((await findField()).value).toBe('WDJB-MJHT')
  expect(sent(find)).toEqual([])
  await press('Continue')
  await screen.findByRole('heading', { name: 'Connect Planner TV?' })
  expect(sent(approve)).toEqual([])
})

test('a device that expects somebody else is not connected to this account', async () => {
  const { sent } = open({ found: { body: { ...asked, is_signed_in: false, is_other_account_needed: true } } })
  await enter('WDJB-MJHT')
  await screen.findByRole('heading', { name: 'Use another account' })
  await press('Cancel')
  await screen.findByRole('heading', { name: 'Nothing was shared' })
  expect(sent(deny)).toHaveLength(1)
  expect(sent(approve)).toEqual([])
})

test('cancelling refuses it', async () => {
  const { sent } = open()
  await enter('WDJB-MJHT')
  await screen.findByRole('heading', { name: 'Connect Planner TV?' })
  await press('Cancel')
  await screen.findByRole('heading', { name: 'Nothing was shared' })
  expect(sent(deny)).toHaveLength(1)
  expect(sent(approve)).toEqual([])
})

test('a wrong code is reported at the field, which keeps it', async () => {
  open({ found: { status: 404, error: 'OAUTH_REQUEST_NOT_FOUND' } })
  await enter('AAAA-AAAA')
  await screen.findByText('This code is wrong or has expired. Check your device.')
  expect((await findField()).value).toBe('AAAA-AAAA')
})

test('an empty field is not sent', async () => {
  const { sent } = open()
  await findField()
  await press('Continue')
  await screen.findByText('Enter the code.')
  expect(sent(find)).toEqual([])
})

test('a request that is over says so', async () => {
  open({ answered: () => ({ status: 404, error: 'OAUTH_REQUEST_NOT_FOUND' }) })
  await enter('WDJB-MJHT')
  await screen.findByRole('heading', { name: 'Connect Planner TV?' })
  await press('Allow')
  await screen.findByRole('heading', { name: 'This request is no longer open' })
})

test('asks for a recent proof of identity before anything is connected', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  const required = { error: 'STEP_UP_REQUIRED', status: 403, details: { max_age_seconds: 600, methods: ['password'] } }
  open({ answered: () => required })
  await enter('WDJB-MJHT')
  await screen.findByRole('heading', { name: 'Connect Planner TV?' })
  await press('Allow')
  expect(await screen.findByRole('dialog', { name: "Confirm it's you" }, { timeout: 20_000 })).toBeTruthy()
})

test('people who are not signed in sign in first, and return with the code', async () => {
  const at = '/handler/device?user_code=WDJB-MJHT'
  const { visited } = open({ at, isSignedIn: false })
  await waitFor(() => expect(visited).toEqual([`/handler/sign-in?after_auth_return_to=${encodeURIComponent(at)}`]))
})

test('shows no field inside a frame', async () => {
  vi.stubGlobal('top', {})
  open()
  await screen.findByText(/Open it in its own tab/)
  expect(screen.queryByRole('textbox')).toBe(null)
})
