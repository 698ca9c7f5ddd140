import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import OfferPage from './offer-page.tsx'

const pro = {
  displayName: 'Pro',
  customerType: 'user',
  groupId: 'plans',
  isAddOnTo: false,
  serverOnly: false,
  stackable: false,
  prices: {
    monthly: { USD: '19', interval: [1, 'month'], serverOnly: false },
    yearly: { USD: '190', interval: [1, 'year'], serverOnly: false },
  },
  includedItems: { credits: { quantity: 500, repeat: [1, 'month'], expires: 'when-repeated' } },
}
const payments = {
  offers: { pro },
  groups: { plans: { displayName: 'Plans' } },
  items: { credits: { displayName: 'Credits', customerType: 'user' } },
}

async function saveAndBeRefused(text: string) {
  await openPage({
    route: 'payments/offers/$offerId',
    url: 'payments/offers/pro',
    Page: OfferPage,
    answers: {
      'GET /internal/config': () => ({ config_string: JSON.stringify({ payments }), revision: 1 }),
      'PATCH /internal/config/override': () => new Response(text, { status: 400 }),
    },
  })
  await userEvent.type(await screen.findByLabelText('Name'), ' 2')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
}

const lineOf = (text: string) => within(screen.getByText(text).closest('li')!)

test('what the server refuses about a price stands at this price', async () => {
  await saveAndBeRefused('[WARNING] payments.offers.pro.prices.yearly.serverOnly: must be of type boolean')
  expect(await lineOf('$190.00 per year').findByRole('alert')).toHaveProperty(
    'textContent',
    'This must be of type boolean.',
  )
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('what the server refuses about an item stands at this item', async () => {
  await saveAndBeRefused('[ERROR] payments.offers.pro.includedItems.credits.quantity must be at least 1.')
  expect(await lineOf('500 Credits').findByText('This must be at least 1.')).toBeTruthy()
})

test('what the server refuses about all prices stands below them', async () => {
  await saveAndBeRefused('[WARNING] payments.offers.pro.prices: must have a price')
  const card = (await screen.findByText('This must have a price.')).closest('section')!
  expect(within(card).getByRole('heading', { name: 'Prices' })).toBeTruthy()
})

test('what no field of the form is about is a notice without paths', async () => {
  await saveAndBeRefused('[WARNING] payments.offers.pro.freeTrial: must be an interval')
  expect(await screen.findByText('Free trial must be an interval.')).toBeTruthy()
})
