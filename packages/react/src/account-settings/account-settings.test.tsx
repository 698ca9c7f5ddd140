import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { listOf, renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { AccountSettings, type AccountSettingsProps } from './account-settings.tsx'

async function renderSettings(page: string, options: WireOptions & { props?: AccountSettingsProps } = {}) {
  const at = `/handler/account-settings#${page}`
  const view = renderApp(<AccountSettings fullPage {...options.props} />, { isSignedIn: true, at, ...options })
  await screen.findByRole('heading', { name: 'Account settings' })
  return view
}

// First, because the app of an earlier test may still send requests when the next test starts.
test('a preview of the settings sends no requests', async () => {
  const { requests } = renderApp(
    <AccountSettings
      mockUser={{ displayName: 'Grace Hopper' }}
      mockApiKeys={[{ id: '1', description: 'Compiler', createdAt: new Date(0) }]}
      mockSessions={[{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/127.0' }]}
    />,
    { at: '/#sessions' },
  )
  expect(await screen.findByText('Firefox on Linux')).toBeTruthy()
  for (const [page, text] of [
    ['profile', 'Grace Hopper'],
    ['auth', 'Two-factor authentication'],
    ['notifications', 'News and offers'],
    ['api-keys', 'Compiler'],
    ['settings', 'Delete account'],
  ] as const) {
    act(() => {
      location.hash = `#${page}`
    })
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(requests.filter(({ route }) => route !== 'POST /auth/oauth/token')).toEqual([])
})

test('lists its pages and shows the one in the address', async () => {
  const { container } = await renderSettings('sessions')
  const links = within(screen.getByRole('navigation')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'My profile',
    'Emails & sign-in',
    'Notifications',
    'Active sessions',
    'Settings',
  ])
  expect(links.find((link) => link.getAttribute('aria-current'))?.textContent).toBe('Active sessions')
  expect(screen.getByRole('heading', { name: 'Active sessions' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Fieldnotes' }).getAttribute('href')).toBe('/')

  act(() => {
    location.hash = '#settings'
  })
  const title = await screen.findByRole('heading', { name: 'Settings', level: 2 })
  expect(document.activeElement).toBe(title)
  expect(container.querySelector('[data-page]')?.getAttribute('data-page')).toBe('chosen')
})

test('without a page in the address, phones show the list and other devices the first page', async () => {
  const { container } = await renderSettings('')
  expect(container.querySelector('[data-page]')?.getAttribute('data-page')).toBe('none')
  expect(screen.getByRole('heading', { name: 'My profile' })).toBeTruthy()
})

test('an address that cannot be decoded shows the list', async () => {
  const { container } = await renderSettings('%E0%A4%A')
  expect(container.querySelector('[data-page]')?.getAttribute('data-page')).toBe('none')
})

test('goes back to the list with the history entry that opened the page', async () => {
  await renderSettings('')
  const entries = history.length
  act(() => {
    location.hash = '#sessions'
  })
  await screen.findByRole('heading', { name: 'Active sessions' })
  await userEvent.click(screen.getByRole('link', { name: 'Back to all settings' }))
  await waitFor(() => expect(location.hash).toBe(''))
  expect(history.length).toBe(entries + 1)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Active sessions'))
})

test('lists pages of the app at the end', async () => {
  const extraItems = [{ id: 'billing', title: 'Billing', content: <p>Paid until May</p>, iconName: 'Key' as const }]
  await renderSettings('billing', { props: { extraItems } })
  expect(screen.getByText('Paid until May')).toBeTruthy()
})

test('changes the display name', async () => {
  const { sent } = await renderSettings('profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit display name' }))
  const input = screen.getByLabelText<HTMLInputElement>('Display name', { selector: 'input' })
  expect(document.activeElement).toBe(input)
  await userEvent.clear(input)
  await userEvent.type(input, 'Countess{Enter}')
  expect(await screen.findByText('Countess')).toBeTruthy()
  expect(sent('PATCH /users/me')[0]?.body).toEqual({ display_name: 'Countess' })
})

test('keeps the display name when cancelled', async () => {
  const { sent } = await renderSettings('profile')
  await screen.findByRole('button', { name: 'Edit display name' })
  const edit = () => screen.getByRole('button', { name: 'Edit display name' })
  await userEvent.click(edit())
  await userEvent.keyboard('x')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(edit())
  await userEvent.keyboard('x{Escape}')
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
  expect(document.activeElement).toBe(edit())
  expect(sent('PATCH /users/me')).toHaveLength(0)
})

test('chooses the language of emails, each by its own name', async () => {
  const { sent } = await renderSettings('profile', { user: { locale: 'de-AT' } as never })
  const language = await screen.findByLabelText<HTMLSelectElement>('Language')
  const names = () => [...language.options].map((option) => option.textContent)
  expect([language.value, names()[0]]).toEqual(['de-AT', 'Österreichisches Deutsch'])
  expect(names()).toContain('日本語')
  await userEvent.selectOptions(language, 'Français (Canada)')
  expect(sent('PATCH /users/me')[0]?.body).toEqual({ locale: 'fr-CA' })
  await waitFor(() => expect(names()).toHaveLength(13))
  expect(language.value).toBe('fr-CA')
})

test('keeps the language if it cannot be saved', async () => {
  await renderSettings('profile', {
    respond: ({ route }) => (route === 'PATCH /users/me' ? { status: 400, body: 'No.' } : undefined),
  })
  const language = await screen.findByLabelText<HTMLSelectElement>('Language')
  expect(language.selectedOptions[0]?.textContent).toBe('Not set')
  await userEvent.selectOptions(language, 'Italiano')
  await waitFor(() => expect(language.value).toBe(''))
  expect(document.activeElement).toBe(language)
})

test('accepts only images', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not an image')))
  await renderSettings('profile')
  await screen.findByText('Upload image')
  const choose = (file: File) =>
    userEvent.upload(screen.getByLabelText('Profile image', { selector: 'input' }), file, { applyAccept: false })
  await choose(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(await screen.findByText('Choose an image file.')).toBeTruthy()
  await choose(new File(['x'], 'broken.png', { type: 'image/png' }))
  expect(await screen.findByText("This image can't be read. Choose another one.")).toBeTruthy()
})

test('removes the image', async () => {
  const { sent } = await renderSettings('profile', { user: { profile_image_url: 'https://img.test/a.png' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent('PATCH /users/me')[0]?.body).toEqual({ profile_image_url: null }))
})

test('changes the password', async () => {
  const { sent } = await renderSettings('auth', {
    respond: ({ route }) => (route === 'POST /auth/password/update' ? { body: { success: true } } : undefined),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  await userEvent.type(screen.getByLabelText('Current password'), 'correct horse')
  await userEvent.type(screen.getByLabelText('New password'), 'battery staple')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'battery staple{Enter}')
  expect(await screen.findByText('Your password has been changed.')).toBeTruthy()
  expect(sent('POST /auth/password/update')[0]?.body).toEqual({
    old_password: 'correct horse',
    new_password: 'battery staple',
  })
})

test.each([
  ['PASSWORD_CONFIRMATION_MISMATCH', 'Current password', "This isn't your current password."],
  ['PASSWORD_REQUIREMENTS_NOT_MET', 'New password', 'This password is too easy to guess. Choose another one.'],
])('shows %s under the field "%s"', async (error, label, message) => {
  await renderSettings('auth', {
    respond: ({ route }) => (route === 'POST /auth/password/update' ? { error } : undefined),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  await userEvent.type(screen.getByLabelText('Current password'), 'wrong')
  await userEvent.type(screen.getByLabelText('New password'), 'battery staple')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'battery staple{Enter}')
  const note = await screen.findByText(message)
  expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(note.id)
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('battery staple')
})

test('sets a first password without asking for an old one', async () => {
  const { sent } = await renderSettings('auth', {
    user: { has_password: false },
    respond: ({ route }) => (route === 'POST /auth/password/set' ? { body: { success: true } } : undefined),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Set password' }))
  expect(screen.queryByLabelText('Current password')).toBe(null)
  await userEvent.type(screen.getByLabelText('New password'), 'battery staple')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'battery staple{Enter}')
  await screen.findByText('Your password has been set.')
  expect(sent('POST /auth/password/set')[0]?.body).toEqual({ password: 'battery staple' })
})

test('hides the password if it cannot be used to sign in', async () => {
  await renderSettings('auth', { config: { credential_enabled: false } })
  await screen.findByText('Email addresses')
  expect(screen.queryByText('Password')).toBe(null)
})

const session = (id: string, isCurrent: boolean) => ({
  id,
  user_id: '22222222-2222-4222-8222-222222222222',
  created_at: Date.now() - 86_400_000 * 3,
  last_used_at: Date.now() - 7_200_000,
  is_impersonation: false,
  is_current_session: isCurrent,
  last_used_user_agent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  last_used_at_end_user_ip_info: { ip: '203.0.113.7', cityName: 'Zürich', countryCode: 'CH' },
})

// ASVS 7.5.2
test('ends other sessions, one or all, but not this one', async () => {
  let sessions = [session('this', true), session('phone', false), session('library', false)]
  const { sent } = await renderSettings('sessions', {
    respond: ({ route }) => {
      if (route === 'GET /auth/sessions') return { body: { items: sessions, is_paginated: false } }
      if (!route.startsWith('DELETE /auth/sessions')) return undefined
      const isKept = (id: string) => (route === 'DELETE /auth/sessions' ? id === 'this' : !route.endsWith(`/${id}`))
      sessions = sessions.filter(({ id }) => isKept(id))
      return { body: { success: true } }
    },
  })
  expect(await screen.findByText('This device')).toBeTruthy()
  expect(screen.getAllByText('Zürich, Switzerland')).toHaveLength(3)
  expect(screen.getAllByText('203.0.113.7')).toHaveLength(3)
  expect(screen.getAllByText('Last used 2 hours ago')).toHaveLength(3)

  const [phone] = screen.getAllByRole('button', { name: 'Sign out: Chrome on macOS' })
  await userEvent.click(phone!)
  await waitFor(() => expect(screen.getAllByText('Chrome on macOS')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(screen.getByRole('button', { name: 'Yes, sign out' }))
  await waitFor(() => expect(screen.getAllByText('Chrome on macOS')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBe(null)
  expect(sent('DELETE /auth/sessions/this')).toHaveLength(0)
})

test.each([
  ['also of a session that has ended meanwhile', [session('this', true), session('phone', false)]],
  ['also without another session', [session('this', true)]],
])('signing out everywhere else ends the access of apps with one request, %s', async (_, sessions) => {
  const { sent } = await renderSettings('sessions', {
    config: { oauth_provider_enabled: true },
    respond: ({ route }) => {
      if (route === 'GET /auth/sessions') return { body: { items: sessions, is_paginated: false } }
      return route === 'DELETE /auth/sessions' ? { body: { success: true } } : undefined
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  expect(screen.getByText(/Apps and agents lose their access, too/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, sign out' }))
  await waitFor(() => expect(sent('DELETE /auth/sessions')).toHaveLength(1))
  expect(sent('DELETE /auth/sessions/phone')).toHaveLength(0)
})

test('lists this session first, then by last use, with the kind of device and no place that is unknown', async () => {
  const pixel = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
  const nowhere = { last_used_at_end_user_ip_info: undefined }
  const sessions = [
    { ...session('old', false), ...nowhere, last_used_user_agent: 'curl/8.7.1' },
    { ...session('recent', false), ...nowhere, last_used_user_agent: pixel, last_used_at: Date.now() - 60_000 },
    session('this', true),
  ]
  await renderSettings('sessions', {
    respond: ({ route }) => (route === 'GET /auth/sessions' ? { body: listOf(...sessions) } : undefined),
  })
  await screen.findByText('This device')
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.querySelector('.lk-item-title')?.textContent)).toEqual([
    'Chrome on macOS',
    'Chrome on Android',
    'Unknown device',
  ])
  expect(items.map((item) => item.querySelector('.lk-fact')?.textContent)).toEqual([
    'Zürich, Switzerland',
    'Last used 1 minute ago',
    'Last used 2 hours ago',
  ])
  const icons = items.map((item) => item.querySelector('.lk-item-icon path')?.getAttribute('d'))
  expect(new Set(icons).size).toBe(3)
})

test('offers a retry when the sessions cannot be fetched', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  await renderSettings('sessions', {
    respond: ({ route }) => {
      if (route !== 'GET /auth/sessions') return undefined
      return isBroken ? { status: 500 } : { body: { items: [], is_paginated: false } }
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByText('No active sessions.')).toBeTruthy()
})

// ASVS 7.4.4
test('signs out', async () => {
  const { sent } = await renderSettings('settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(sent('DELETE /auth/sessions/current')).toHaveLength(1))
})

test('deletes the account after a confirmation, if the project allows it', async () => {
  const { sent, visited } = await renderSettings('settings', {
    config: { client_user_deletion_enabled: true },
    respond: ({ route }) => (route === 'DELETE /users/me' ? { body: { success: true } } : undefined),
  })
  await userEvent.click(await screen.findByText('Delete account'))
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(sent('DELETE /users/me')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it' }))
  await waitFor(() => expect(sent('DELETE /users/me')).toHaveLength(1))
  await waitFor(() => expect(visited).toEqual(['/']))
})

test('does not offer to delete the account if the project does not allow it', async () => {
  await renderSettings('settings')
  await screen.findByRole('button', { name: 'Sign out' })
  expect(screen.queryByText('Delete account')).toBe(null)
})

test('turns off a category of emails, except those that are always sent', async () => {
  const preference = (id: string, name: string, can_disable: boolean) => ({
    notification_category_id: id,
    notification_category_name: name,
    enabled: true,
    can_disable,
  })
  const items = [preference('a', 'Transactional', false), preference('b', 'Marketing', true)]
  const { sent } = await renderSettings('notifications', {
    respond: ({ route, body }) => {
      if (route === 'GET /emails/notification-preference/me') return { body: listOf(...items) }
      if (route !== 'PATCH /emails/notification-preference/me/b') return undefined
      items[1]!.enabled = body.enabled as boolean
      return { body: items[1] }
    },
  })
  const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
  await screen.findByText('News and offers')
  await userEvent.click(screen.getByRole('switch', { name: 'Account emails' }))
  await userEvent.click(screen.getByRole('switch', { name: 'News and offers' }))
  expect(isOn('News and offers')).toBe(false)
  await waitFor(() => expect(sent('PATCH /emails/notification-preference/me/b')[0]?.body).toEqual({ enabled: false }))
  expect(isOn('Account emails')).toBe(true)
  await waitFor(() => expect(sent('GET /emails/notification-preference/me')).toHaveLength(2))
})
