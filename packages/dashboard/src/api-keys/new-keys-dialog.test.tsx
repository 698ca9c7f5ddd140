import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { NewKeysDialog } from './new-keys-dialog.tsx'

const keys = { secret_server_key: 'ssk_secret', super_secret_admin_key: 'sak_secret' }

function Page() {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen ? <NewKeysDialog keys={keys} onClose={() => setIsOpen(false)} /> : 'Closed'
}

async function open() {
  const user = userEvent.setup()
  await openPage({ route: 'api-keys', Page })
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Save your keys now' })
  return { user, dialog }
}

/** What browsers do: they ask the page first, and at the second time in a row Chromium closes without asking. */
const pressEscape = (dialog: HTMLDialogElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }))
function closeWithoutAsking(dialog: HTMLDialogElement) {
  dialog.open = false
  fireEvent(dialog, new Event('close'))
}

test('Escape does not lose keys that have not been copied', async () => {
  const { dialog, user } = await open()
  pressEscape(dialog)
  closeWithoutAsking(dialog)
  expect(dialog.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Copy Secret server key' }))
  pressEscape(dialog)
  expect(dialog.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Copy Super secret admin key' }))
  await waitFor(() => {
    pressEscape(dialog)
    expect(screen.queryByText('Closed')).toBeTruthy()
  })
})

test('closes when the keys are said to be saved', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(screen.getByText('Closed')).toBeTruthy()
})
