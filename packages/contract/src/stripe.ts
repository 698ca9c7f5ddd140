import { z } from 'zod'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

export const stripeRoutes = defineRoutes('settings', {
  'POST /internal/payments/setup': {
    summary: 'Connect the project to Stripe',
    description:
      'Returns a link to the onboarding form at Stripe. The first call creates the account; later calls return links ' +
      'for the same account.',
    access: admins,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ url: z.string() }),
    errors: [],
  },
  'GET /internal/payments/stripe/account-info': {
    summary: 'Get the status of the Stripe account',
    access: admins,
    ownerNeeds: 'read-setup',
    response: z.object({
      account_id: z.string(),
      charges_enabled: z.boolean(),
      details_submitted: z.boolean(),
      payouts_enabled: z.boolean(),
    }),
    errors: ['STRIPE_ACCOUNT_INFO_NOT_FOUND'],
  },
  'POST /internal/payments/stripe-widgets/account-session': {
    summary: 'Create a session for the embedded Stripe components',
    description: 'Payments with refunds, disputes and capture, and the notification banner.',
    access: admins,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ client_secret: z.string() }),
    errors: [],
  },
  'POST /integrations/stripe/webhooks': {
    summary: 'Receive Stripe webhooks',
    description:
      'The signature is verified with the webhook secret. The current state is read from Stripe, so events may ' +
      'arrive late, twice and in any order.',
    access: 'open',
    headers: z.object({ 'stripe-signature': z.string() }),
    rawBody: true,
    body: z.string(),
    response: z.object({ received: z.literal(true) }),
    errors: [],
  },
})
