import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'

async function open(isNew: boolean) {
  const user = userEvent.setup()
  const Page = () => {
    const [isOpen, setIsOpen] = useState(true)
    const close = () => setIsOpen(false)
    return isOpen ? <SecretDialog title="Secret" secret="whsec_new" isNew={isNew} onClose={close} /> : 'Closed'
  }
  await openPage({ route: 'webhooks', Page })
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Secret' })
  return { user, pressEscape: () => fireEvent(dialog, new Event('cancel', { cancelable: true })) }
}

test('Escape does not lose a new secret that has not been copied', async () => {
  const { user, pressEscape } = await open(true)
  pressEscape()
  expect(screen.queryByText('Closed')).toBeNull()
  // The example of a receiver does not contain it.
  await user.click(screen.getByRole('button', { name: 'Copy receiver.ts' }))
  pressEscape()
  expect(screen.queryByText('Closed')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy .env' }))
  await waitFor(() => {
    pressEscape()
    expect(screen.queryByText('Closed')).toBeTruthy()
  })
})

test('a new secret is closed by saying that it is saved', async () => {
  const { user } = await open(true)
  await user.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(screen.getByText('Closed')).toBeTruthy()
})

test('Escape closes a secret that can be revealed again', async () => {
  const { pressEscape } = await open(false)
  pressEscape()
  expect(screen.getByText('Closed')).toBeTruthy()
})
