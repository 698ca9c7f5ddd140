import { z } from 'zod'
import { customerId, customerType } from './offer-fields.ts'
import { defineRoutes, everyone } from './route.ts'

const params = z.strictObject({
  customer_type: customerType,
  customer_id: customerId.meta({
    description: 'The ID of a user or a team, or any text that identifies a custom customer.',
  }),
  item_id: z.string().meta({ description: 'The ID of an item in the configuration (`payments.items`).' }),
})

const customerErrors = [
  'ITEM_NOT_FOUND',
  'ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH',
  'USER_NOT_FOUND',
  'TEAM_NOT_FOUND',
] as const

/** A union of two ranges, because values are not converted for unions: unlike elsewhere, text is not accepted here. */
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
  .meta({ description: 'The amount to add, or to subtract if negative.' })

const dateText = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], 'must be a date such as 2030-01-31T12:00:00Z')
  .meta({
    description:
      'When the change expires: from then on it no longer counts, and a subtracted amount is returned. By default it ' +
      'never expires. In UTC unless an offset is given.',
  })

export const paymentRoutes = defineRoutes('payments', {
  'GET /payments/items/{customer_type}/{customer_id}/{item_id}': {
    summary: 'Get the quantity of an item that a customer has',
    description:
      'The sum of purchases, default inclusions and manual changes that have not expired. Spending uses quantities ' +
      'that expire first, so that an expiry only removes what has not been spent. Can be negative.',
    access: everyone,
    params,
    response: z.object({ id: z.string(), display_name: z.string(), quantity: z.number() }),
    errors: customerErrors,
  },
  'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity': {
    summary: 'Add to or subtract from the quantity of an item that a customer has',
    description:
      'Checking and subtracting is atomic: concurrent requests never subtract more than there is, unless ' +
      '`allow_negative` is true.',
    access: ['server', 'admin'],
    params,
    query: z.strictObject({
      allow_negative: z.enum(['true', 'false']).meta({
        description: 'Whether the quantity may become negative. If not, subtracting more than there is fails.',
      }),
    }),
    body: z.strictObject({
      delta,
      expires_at: dateText.optional(),
      description: z.string().max(10_000).optional(),
    }),
    response: z.object({ id: z.string().meta({ description: 'The ID of the change.' }) }),
    errors: [...customerErrors, 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT'],
  },
})
