import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, listOf, renderApp } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

const day = 86_400_000
const key = (id: string, more: object = {}) => ({
  id,
  type: 'user',
  user_id: ada.id,
  description: id,
  is_public: false,
  created_at_millis: Date.now() - day,
  value: { last_four: `${id}1234`.slice(0, 4) },
  ...more,
})

async function renderKeys(keys: object[]) {
  let items = [...keys]
  const view = renderApp(<AccountSettings />, {
    isSignedIn: true,
    at: '/#api-keys',
    config: { allow_user_api_keys: true },
    respond({ route, body }) {
      if (route === 'GET /user-api-keys') return { body: listOf(...items) }
      if (route === 'POST /user-api-keys') {
        const { user_id: _, ...given } = body
        const created = key('new', { ...given, expires_at_millis: given.expires_at_millis ?? undefined })
        items = [...items, created]
        return { body: { ...created, value: 'uk_secret_1234' } }
      }
      if (route === 'PATCH /user-api-keys/backup') {
        items = items.map((item) => ({ ...item, manually_revoked_at_millis: Date.now() }))
        return { body: items[0] }
      }
      return undefined
    },
  })
  await screen.findByText('Create API key')
  return view
}

test('shows API keys if the project allows them', async () => {
  renderApp(<AccountSettings />, { isSignedIn: true, at: '/#profile' })
  await screen.findByText('My profile', { selector: 'h3' })
  expect(screen.queryByText('API keys')).toBe(null)
})

test('creates a key and shows it once, until the user confirms that it is stored', async () => {
  const { sent } = await renderKeys([])
  expect(screen.getByText('No API keys yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create API key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }))
  expect(dialog.getByText('Enter a description.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Description'), 'Backup script')
  await userEvent.selectOptions(dialog.getByLabelText('Expires after'), '7 days')
  await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }))

  const shown = within(await screen.findByRole('dialog', { name: 'Your new API key' }))
  expect(shown.getByLabelText<HTMLInputElement>('Your new API key').value).toBe('uk_secret_1234')
  const { expires_at_millis } = sent('POST /user-api-keys')[0]!.body as { expires_at_millis: number }
  expect(Math.round((expires_at_millis - Date.now()) / day)).toBe(7)
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.click(shown.getByLabelText("I've stored the key in a safe place."))
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(screen.getByText('Backup script')).toBeTruthy()
})

test('revokes a key after a confirmation', async () => {
  const { sent } = await renderKeys([key('backup')])
  await userEvent.click(screen.getByRole('button', { name: 'Revoke: backup' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “backup”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }))
  expect(sent('PATCH /user-api-keys/backup')).toHaveLength(0)
  await userEvent.click(dialog.getByLabelText('I understand that the key will stop working.'))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }))
  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Revoke: backup' })).toBe(null)
})

test('tells when a key was last used, if it ever was', async () => {
  await renderKeys([key('used', { last_used_at_millis: Date.now() - 2 * 3_600_000 }), key('unused')])
  const [used, unused] = screen.getAllByRole('listitem')
  expect(used!.textContent).toContain('Last used 2 hours ago')
  expect(unused!.textContent).not.toContain('Last used')
})

test('lists valid keys first, newest first, with search and filter', async () => {
  await renderKeys([
    key('revoked', { manually_revoked_at_millis: Date.now() }),
    key('old', { created_at_millis: Date.now() - 9 * day }),
    key('expired', { expires_at_millis: Date.now() - 1, created_at_millis: Date.now() - 3 * day }),
    key('young', { expires_at_millis: Date.now() + 200 * 365 * day }),
  ])
  const names = () => screen.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent)
  expect(names()).toEqual(['young', 'old', 'revoked', 'expired'])
  expect(screen.getAllByText(/Never expires/)).toHaveLength(2)
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Expired')
  expect(names()).toEqual(['expired'])
  await userEvent.type(screen.getByLabelText('Search keys'), 'OLD')
  expect(screen.getByText('No matching keys.')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'All')
  expect(names()).toEqual(['old'])
})
