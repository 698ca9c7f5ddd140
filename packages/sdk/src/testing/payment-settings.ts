/** Items and offers. */
export const paymentSettings = {
  'payments.items': {
    credits: { displayName: 'Credits', customerType: 'user' },
    seats: { displayName: 'Seats', customerType: 'team' },
    calls: { displayName: 'API calls', customerType: 'custom' },
  },
  'payments.offers': {
    pack: {
      displayName: 'Credit pack',
      customerType: 'user',
      stackable: true,
      prices: { once: { USD: '5.00' } },
      includedItems: { credits: { quantity: 50 } },
    },
    team: {
      displayName: 'Team plan',
      customerType: 'team',
      prices: { monthly: { USD: '20', interval: [1, 'month'] } },
      includedItems: { seats: { quantity: 5, expires: 'when-purchase-expires' } },
    },
    partners: {
      displayName: 'For partners',
      customerType: 'user',
      serverOnly: true,
      prices: { once: { USD: '1' } },
      includedItems: { credits: { quantity: 500 } },
    },
  },
}
