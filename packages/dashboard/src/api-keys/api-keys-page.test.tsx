import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ApiKeysPage from './api-keys-page.tsx'

const keySet = {
  id: 'set',
  description: 'Website',
  created_at_millis: 1,
  expires_at_millis: Date.UTC(2100, 0),
  secret_server_key: { last_four: 'abcd' },
}
const key = {
  id: 'key',
  description: 'Nightly import',
  type: 'user',
  user_id: 'ada',
  is_public: false,
  created_at_millis: 1,
  last_used_at_millis: Date.now() - 3 * 60_000,
  value: { last_four: 'wxyz' },
}
const unusedKey = { ...key, id: 'unused', description: 'New import', last_used_at_millis: undefined }
const ada = { type: 'user', id: 'ada', display_name: 'Ada', is_deleted: false }
const noPages = { is_paginated: true, pagination: { next_cursor: null } }

async function open() {
  const user = userEvent.setup()
  const { requests } = await openPage({
    route: 'api-keys',
    Page: ApiKeysPage,
    project: { config: { allow_user_api_keys: true, allow_team_api_keys: false } as never },
    answers: {
      'GET /internal/api-keys': () => ({ items: [keySet], is_paginated: false }),
      'GET /internal/user-and-team-api-keys': () => ({ items: [key, unusedKey], ...noPages, subjects: [ada] }),
      'POST /internal/api-keys/set/rotate': () => ({ ...keySet, id: 'next', secret_server_key: 'ssk_next' }),
      'PATCH /user-api-keys/key': () => ({ ...key, manually_revoked_at_millis: 2 }),
    },
  })
  return { user, requests }
}

test('rotating keys asks how long the old ones still work, then shows the new ones', async () => {
  const { user, requests } = await open()
  await user.click(await screen.findByRole('button', { name: 'Rotate Website' }))
  const dialog = screen.getByRole('dialog', { name: 'Rotate “Website”' })
  await user.selectOptions(within(dialog).getByLabelText('The old keys still work for'), '7 days')
  const before = Date.now()
  await user.click(within(dialog).getByRole('button', { name: 'Rotate keys' }))
  await screen.findByRole('dialog', { name: 'Save your keys now' })
  const sent = requests.find((request) => request.startsWith('POST /internal/api-keys/set/rotate'))!
  const { old_keys_expire_at_millis: end } = JSON.parse(sent.slice(sent.indexOf('{')))
  expect(end - before).toBeGreaterThanOrEqual(7 * 86_400_000)
  expect(end - before).toBeLessThan(7 * 86_400_000 + 60_000)
})

test('lists the keys of users by the names of their owners, and revokes one', async () => {
  const { user, requests } = await open()
  const row = await screen.findByRole('row', { name: /Nightly import/ })
  within(row).getByText('Ada')
  within(row).getByText('3 min. ago')
  within(screen.getByRole('row', { name: /New import/ })).getByText('never')
  await user.click(within(row).getByRole('button', { name: 'Revoke' }))
  screen.getByText(/It was last used 3 min\. ago\./)
  await user.click(screen.getByRole('button', { name: 'Revoke key' }))
  await screen.findByText('The key was revoked.')
  expect(requests).toContain('PATCH /user-api-keys/key?user_id=ada {"revoked":true}')
})
