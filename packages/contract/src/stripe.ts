import { z } from 'zod'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

export const stripeRoutes = defineRoutes({
  'POST /internal/payments/setup': {
    summary: 'Connect the project with the card provider',
    description:
      'The link leads to the provider, which asks the owner what it must know. The account is made by the first call; ' +
      'later calls lead to the same one.',
    access: admins,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ url: z.string() }),
    errors: [],
  },
  'GET /internal/payments/stripe/account-info': {
    summary: 'What the account at the card provider can do already',
    access: admins,
    response: z.object({
      account_id: z.string(),
      charges_enabled: z.boolean(),
      details_submitted: z.boolean(),
      payouts_enabled: z.boolean(),
    }),
    errors: ['STRIPE_ACCOUNT_INFO_NOT_FOUND'],
  },
  'POST /internal/payments/stripe-widgets/account-session': {
    summary: 'Open the card provider’s own widgets for the account',
    description: 'Payments with refunds, disputes and capture, and the notification banner.',
    access: admins,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ client_secret: z.string() }),
    errors: [],
  },
  'POST /integrations/stripe/webhooks': {
    summary: 'Where the card provider tells what happened',
    description:
      'Signed with the webhook secret, over the body as it was sent. What an event is about is read from the provider, so ' +
      'events may come late, twice and in any order.',
    access: 'open',
    headers: z.object({ 'stripe-signature': z.string() }),
    rawBody: true,
    body: z.string(),
    response: z.object({ received: z.literal(true) }),
    errors: [],
  },
})
