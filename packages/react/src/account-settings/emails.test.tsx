import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, listOf, renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

const channel = (value: string, more: object = {}) => ({
  id: value.split('@')[0],
  user_id: ada.id,
  type: 'email',
  value,
  is_primary: false,
  is_verified: true,
  used_for_auth: false,
  ...more,
})
const primary = channel('ada@example.com', { is_primary: true, used_for_auth: true })

async function renderEmails(channels: ReturnType<typeof channel>[], options: WireOptions = {}) {
  let items: object[] = [...channels]
  const view = renderApp(<AccountSettings />, {
    isSignedIn: true,
    at: '/#auth',
    ...options,
    respond(request) {
      const { route, body } = request
      const special = options.respond?.(request)
      if (special) return special
      if (route === 'GET /contact-channels') return { body: listOf(...items) }
      if (route === 'POST /contact-channels') {
        const added = channel(body.value as string, { is_verified: false })
        items = [...items, added]
        return { status: 201, body: added }
      }
      if (route.endsWith('/send-verification-code')) return { body: { success: true } }
      const id = route.split('/').at(-1)
      if (route.startsWith('DELETE /contact-channels/')) {
        items = items.filter((item) => (item as { id: string }).id !== id)
        return { body: { success: true } }
      }
      if (route.startsWith('PATCH /contact-channels/')) {
        items = items.map((item) => ((item as { id: string }).id === id ? { ...item, ...body } : item))
        return { body: items.find((item) => (item as { id: string }).id === id) }
      }
      return undefined
    },
  })
  await screen.findByText('Email addresses')
  return { ...view, section: within(screen.getByRole('region', { name: 'Email addresses' })) }
}

const openMenu = (email: string) => userEvent.click(screen.getByRole('button', { name: `Actions for ${email}` }))
const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }))

test('lists the primary email first, then verified ones, with badges', async () => {
  const unverified = channel('new@example.com', { is_verified: false })
  const { section } = await renderEmails([unverified, channel('work@example.com'), primary])
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^ada@example.com PrimaryUsed for sign-in/),
    expect.stringMatching(/^work@example.com/),
    expect.stringMatching(/^new@example.com Unverified/),
  ])
})

test('adds and verifies an email', async () => {
  const { section, sent } = await renderEmails([primary])
  await userEvent.click(section.getByRole('button', { name: 'Add email' }))
  const input = section.getByLabelText('Email')
  expect(document.activeElement).toBe(input)
  await userEvent.type(input, 'ADA@example.com{Enter}')
  expect(section.getByText("You've already added this email.")).toBeTruthy()
  await userEvent.clear(input)
  await userEvent.type(input, 'work@example.com{Enter}')
  expect(await section.findByText('Sent. Check your inbox.')).toBeTruthy()
  expect(sent('POST /contact-channels')[0]?.body).toMatchObject({ value: 'work@example.com', used_for_auth: false })
  expect(sent('POST /contact-channels/me/work/send-verification-code')).toHaveLength(1)
  expect(document.activeElement?.textContent).toBe('Add email')
})

test('resends the verification email on request', async () => {
  const { section, sent } = await renderEmails([channel('ada@example.com', { is_primary: true, is_verified: false })])
  await userEvent.click(section.getByRole('button', { name: 'Send verification email' }))
  expect(await section.findByText('Sent. Check your inbox.')).toBeTruthy()
  expect(sent('POST /contact-channels/me/ada/send-verification-code')[0]?.body).toEqual({
    callback_url: 'http://localhost:3000/handler/email-verification',
  })
})

test('makes an email primary, and turns sign-in with it on and off', async () => {
  const { sent, section } = await renderEmails([primary, channel('work@example.com')])
  await openMenu('work@example.com')
  await choose('Use for sign-in')
  await waitFor(() => expect(section.getAllByText('Used for sign-in')).toHaveLength(2))
  await openMenu('ada@example.com')
  await choose('Stop using for sign-in')
  await waitFor(() => expect(section.getAllByText('Used for sign-in')).toHaveLength(1))
  await openMenu('work@example.com')
  await choose('Make primary')
  await waitFor(() => expect(sent('PATCH /contact-channels/me/work')).toHaveLength(2))
  expect(sent('PATCH /contact-channels/me/work')[1]?.body).toEqual({ is_primary: true })
})

test('removes an email after a confirmation and keeps the focus', async () => {
  const { sent, section } = await renderEmails([primary, channel('work@example.com')])
  await openMenu('work@example.com')
  await choose('Remove')
  expect(section.getByText('Remove work@example.com?')).toBeTruthy()
  expect(sent('DELETE /contact-channels/me/work')).toHaveLength(0)
  await userEvent.click(section.getByRole('button', { name: 'Yes, remove it' }))
  await waitFor(() => expect(section.queryByText('work@example.com')).toBe(null))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Email addresses'))
})

test('disables actions that would lock the user out or need a verified email, with a reason', async () => {
  const { sent } = await renderEmails([primary, channel('new@example.com', { is_verified: false })])
  await openMenu('ada@example.com')
  await choose("Remove It's your only sign-in email.")
  await choose("Stop using for sign-in It's your only sign-in email.")
  await userEvent.keyboard('{Escape}')
  await openMenu('new@example.com')
  await choose('Make primary Verify it first.')
  await choose('Use for sign-in Verify it first.')
  expect(sent('PATCH /contact-channels/me/ada')).toHaveLength(0)
  expect(sent('PATCH /contact-channels/me/new')).toHaveLength(0)
})

test('explains that another account signs in with the email', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await renderEmails([primary, channel('work@example.com')], {
    respond: ({ route }) =>
      route === 'PATCH /contact-channels/me/work'
        ? { error: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' }
        : undefined,
  })
  await openMenu('work@example.com')
  await choose('Use for sign-in')
  expect((await screen.findByRole('alert')).textContent).toBe('This email is already in use.')
})

test('offers a retry when the emails cannot be fetched', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  renderApp(<AccountSettings />, {
    isSignedIn: true,
    at: '/#auth',
    respond: ({ route }) => (isBroken && route === 'GET /contact-channels' ? { status: 500 } : undefined),
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByText('Email addresses')).toBeTruthy()
})
