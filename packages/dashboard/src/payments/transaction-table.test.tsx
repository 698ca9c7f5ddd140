import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { TransactionTable } from './transaction-table.tsx'

beforeEach(() => {
  // jsdom does not open dialogs.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
})

test('a transaction opens, with its ID and those of what it is about to copy', async () => {
  const transaction = {
    id: 'transaction-1',
    type: 'item_quantity_change',
    created_at_millis: Date.UTC(2026, 0, 2),
    customer_type: 'user',
    customer_id: 'ada',
    quantity: -5,
    test_mode: false,
    offer_display_name: null,
    price: null,
    status: null,
    item_id: 'credits',
    description: 'Correction',
  }
  const ada = { type: 'user', id: 'ada', display_name: 'Ada', primary_email: null, profile_image_url: null }
  await openPage({
    route: 'payments',
    Page: () => <TransactionTable query={{}} />,
    answers: {
      'GET /internal/config': () => ({
        config_string: JSON.stringify({ payments: { items: { credits: { displayName: 'Credits' } } } }),
        revision: 1,
      }),
      'GET /internal/payments/transactions': () => ({
        transactions: [transaction],
        next_cursor: null,
        subjects: [{ ...ada, is_anonymous: false, created_at_millis: 1, is_deleted: false }],
      }),
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^-5 Credits/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Credits' }))
  expect(dialog.getByRole('link', { name: 'Ada' })).toBeTruthy()
  expect(dialog.getByText('Item change')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Copy transaction ID' }))
  expect(await navigator.clipboard.readText()).toBe('transaction-1')
  expect(dialog.getByRole('button', { name: 'Copy customer ID' })).toBeTruthy()
  expect(dialog.getByText('credits')).toBeTruthy()
})
