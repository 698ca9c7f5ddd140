import { z } from 'zod'
import { listCursor, millis, pageOf } from './fields.ts'
import { amounts, customerId, customerType, dayInterval } from './offer-fields.ts'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

const name = z
  .string()
  .nullable()
  .meta({ description: 'The name of the user or team. Null if it has none, and for custom customers.' })

const customer = z.object({
  customer_type: customerType,
  customer_id: z.string(),
  display_name: name,
  primary_email: z.string().nullable().meta({ description: 'Of a user.' }),
  profile_image_url: z.string().nullable(),
  since_millis: millis.meta({ description: 'When the customer first had a purchase or an item.' }),
  plans: z.array(z.string()).meta({ description: 'The names of up to five offers with an active subscription.' }),
})

const subscription = z.object({
  id: z.string(),
  offer_id: z.string().nullable().meta({ description: 'Null for an inline offer.' }),
  offer_display_name: z.string(),
  quantity: z.number(),
  status: z.string(),
  price: z.object({ ...amounts, interval: dayInterval.optional() }).nullable(),
  period_end_millis: millis,
  cancel_at_period_end: z.boolean(),
  test_mode: z.boolean(),
})

export const customerRoutes = defineRoutes('read', {
  'GET /internal/payments/customers': {
    summary: 'List customers with purchases or items',
    description: 'The newest first. With `query`, those whose ID starts with it, in the order of their IDs.',
    access: admins,
    heavyRead: true,
    query: z.strictObject({
      customer_type: customerType,
      query: z
        .string()
        .max(500)
        .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
        .optional()
        .meta({ description: 'The beginning of an ID. Upper and lower case differ for custom customers only.' }),
      cursor: listCursor.optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    response: pageOf(customer),
    errors: [],
  },
  'GET /internal/payments/customers/{customer_type}/{customer_id}': {
    summary: 'Get what a customer currently holds',
    description: 'Any text is a custom customer, even without purchases. Item quantities have their own route.',
    access: admins,
    params: z.strictObject({ customer_type: customerType, customer_id: customerId }),
    response: z.object({
      customer_type: customerType,
      customer_id: z.string(),
      display_name: name,
      subscriptions: z
        .array(subscription)
        .meta({ description: 'The current ones: active, trialing, or within the paid period. Oldest first.' }),
      default_offers: z
        .array(z.object({ offer_id: z.string(), offer_display_name: z.string() }))
        .meta({ description: 'The offers that are included by default and not replaced by a subscription.' }),
    }),
    errors: ['USER_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
})
