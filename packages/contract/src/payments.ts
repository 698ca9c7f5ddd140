import { z } from 'zod'
import { customerId, customerType } from './offer-fields.ts'
import { defineRoutes, everyone } from './route.ts'

const params = z.strictObject({
  customer_type: customerType,
  customer_id: customerId.meta({
    description: 'The id of a user or a team, or any text that names a custom customer.',
  }),
  item_id: z.string().meta({ description: 'The id of an item in the configuration (`payments.items`).' }),
})

const customerErrors = [
  'ITEM_NOT_FOUND',
  'ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH',
  'USER_NOT_FOUND',
  'TEAM_NOT_FOUND',
] as const

/** In two ranges, because what fits into neither of two is never converted: text is no number here, unlike elsewhere. */
const delta = z
  .union(
    [
      z
        .number()
        .int()
        .min(0)
        .max(2_147_483_647)
        .refine((value) => !Object.is(value, -0)),
      z.number().int().min(-2_147_483_648).max(-1),
    ],
    'must be a whole number from -2147483648 to 2147483647',
  )
  .meta({ description: 'How much is added; negative to take some.' })

const dateText = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], 'must be a date such as 2030-01-31T12:00:00Z')
  .meta({
    description:
      'From then on the change does not count any more; what was taken comes back. By default it stays. Without an ' +
      'offset it is in UTC.',
  })

export const paymentRoutes = defineRoutes({
  'GET /payments/items/{customer_type}/{customer_id}/{item_id}': {
    summary: 'How much of an item a customer has',
    description:
      'Counts what was bought, what is included by default, and what was added and taken by hand, as far as it has not ' +
      'expired. Spending uses up first what expires; so an expiry takes only what was not spent before. Can be negative.',
    access: everyone,
    params,
    response: z.object({ id: z.string(), display_name: z.string(), quantity: z.number() }),
    errors: customerErrors,
  },
  'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity': {
    summary: 'Add to what a customer has of an item, or take from it',
    description:
      'Looking whether there is enough and taking it are one step: of many requests at once, as many succeed as there is ' +
      'enough for.',
    access: ['server', 'admin'],
    params,
    query: z.strictObject({
      allow_negative: z
        .enum(['true', 'false'])
        .meta({ description: 'Whether the quantity may become negative. If not, taking more than there is fails.' }),
    }),
    body: z.strictObject({
      delta,
      expires_at: dateText.optional(),
      description: z.string().max(10_000).optional(),
    }),
    response: z.object({ id: z.string().meta({ description: 'The id of the change.' }) }),
    errors: [...customerErrors, 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT'],
  },
})
