import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { History } from './history.tsx'

const price = 'payments.offers.o1.prices.once.EUR'
const override = (EUR: string) => ({
  config_override_string: JSON.stringify({
    payments: { offers: { o1: { displayName: 'Pro plan', prices: { once: { EUR } } } } },
  }),
})
const change = {
  revision: 1,
  changed_at_millis: 1,
  actor: { type: 'owner', name: 'Ada' },
  changes: [
    { path: 'auth.allowSignUp', from: true, to: false },
    { path: price, name: 'Pro plan', from: '5', to: '9' },
  ],
}

test('names settings in words, in the list and before a change is undone', async () => {
  await openPage({
    route: 'history',
    Page: History,
    answers: {
      'GET /internal/config/changes': () => ({ items: [change], pagination: { next_cursor: null } }),
      'GET /internal/config/changes/1': () => override('5'),
      'GET /internal/config/override': () => ({ ...override('9'), revision: 2 }),
    },
  })
  await screen.findByText('Sign-up')
  expect(screen.getByText('Offer Pro plan: prices › once › EUR')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo back to here, change 2' }))
  const differences = await within(await screen.findByRole('dialog')).findByRole('list', { name: 'Changes' })
  expect(differences.textContent).toBe('Offer Pro plan: prices › once › EURBefore: 9After: 5')
})
