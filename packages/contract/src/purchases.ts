import { z } from 'zod'
import { displayName, millis, success } from './fields.ts'
import {
  amounts,
  currencyRequired,
  customerId,
  customerType,
  dayInterval,
  expires,
  hasCurrency,
  id63,
  repeat,
} from './offer-fields.ts'
import { defineRoutes, everyone } from './route.ts'

const inlineOffer = z
  .strictObject({
    display_name: displayName,
    customer_type: customerType,
    prices: z.record(
      id63,
      z
        .strictObject({ ...amounts, interval: dayInterval.optional(), free_trial: dayInterval.optional() })
        .refine(hasCurrency, currencyRequired),
    ),
    included_items: z.record(
      id63,
      z.strictObject({
        quantity: z.number().int().min(0).max(1_000_000_000).default(0),
        repeat: repeat.default('never'),
        expires: expires.default('never'),
      }),
    ),
    free_trial: dayInterval.optional(),
    server_only: z.literal(true).optional(),
  })
  .meta({ description: 'An offer that is made for this purchase and is not part of the configuration.' })

const codeErrors = ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'] as const

/** Its shape is not checked here: what cannot be a code is one that does not exist. */
const fullCode = z.string().meta({ description: 'The last part of the purchase URL.' })

const purchase = z.strictObject({
  full_code: fullCode,
  price_id: z.string(),
  quantity: z
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'How often it is bought; more than once only if the offer is stackable. By default 1.' }),
})

const shownPrice = z.object({ ...amounts, interval: dayInterval.optional(), free_trial: dayInterval.optional() })

const transaction = z.object({
  id: z.string(),
  type: z.enum(['subscription', 'one_time', 'item_quantity_change']),
  created_at_millis: millis,
  customer_type: customerType,
  customer_id: z.string(),
  quantity: z.number().meta({ description: 'Signed for changes of an item.' }),
  test_mode: z.boolean(),
  offer_display_name: z.string().nullable(),
  price: z.object({ ...amounts, interval: dayInterval.optional() }).nullable(),
  status: z.string().nullable().meta({ description: 'Of a subscription, as the card provider calls it.' }),
  item_id: z.string().optional(),
  description: z.string().nullable().optional(),
  expires_at_millis: millis.nullable().optional(),
})

export const purchaseRoutes = defineRoutes({
  'POST /payments/purchases/create-purchase-url': {
    summary: 'Make a link to the page where a customer buys an offer',
    description:
      'The offer is one of the configuration, or one that is given with the request, which needs server access. The link ' +
      'works once, for a day. Whether the customer exists is looked at when they buy. A signed-in user can make links for ' +
      'themselves, for their teams and for custom customers.',
    access: everyone,
    limits: ['purchaseLinkByUser', 'purchaseLinkByAddress'],
    body: z.strictObject({
      customer_type: customerType,
      customer_id: customerId,
      offer_id: z.string().optional(),
      offer_inline: inlineOffer.optional(),
      inline_offer: inlineOffer.optional().meta({ description: 'Another name of `offer_inline`.' }),
    }),
    response: z.object({ url: z.string() }),
    errors: ['OFFER_DOES_NOT_EXIST', 'OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH'],
  },
  'POST /payments/purchases/validate-code': {
    summary: 'What a purchase link sells',
    description: 'For the purchase page. The code stays usable.',
    access: 'open',
    limits: ['purchaseByAddress'],
    body: z.strictObject({ full_code: fullCode }),
    response: z.object({
      offer: z.object({
        display_name: z.string(),
        customer_type: customerType,
        stackable: z.boolean(),
        prices: z.record(z.string(), shownPrice),
      }),
      stripe_account_id: z.string().meta({
        description: 'Whose card form to show. Empty when the server cannot charge and only tests purchases.',
      }),
      project_id: z.string(),
      already_bought_non_stackable: z.boolean(),
      conflicting_group_offers: z
        .array(z.object({ offer_id: z.string(), display_name: z.string() }))
        .meta({ description: 'What the customer has now and would give up.' }),
    }),
    errors: codeErrors,
  },
  'POST /payments/purchases/purchase-session': {
    summary: 'Begin to pay for a price of a purchase link',
    description:
      'Uses the link up. What comes back is for the card form of the provider; the customer gets what they bought once ' +
      'the provider tells that it is paid. A plan of the same group that the customer pays for already is changed instead.',
    access: 'open',
    limits: ['purchaseByAddress'],
    body: purchase,
    response: z.object({
      client_secret: z.string().meta({ description: 'Empty when a change of plan leaves nothing to pay now.' }),
    }),
    errors: [...codeErrors, 'USER_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
  'POST /internal/payments/test-mode-purchase-session': {
    summary: 'Buy without paying, as a test',
    description: 'Not for projects in production mode. The customer gets everything at once.',
    access: ['admin'],
    body: purchase,
    response: success,
    errors: [...codeErrors, 'USER_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
  'GET /internal/payments/transactions': {
    summary: 'Purchases and changes of items, newest first',
    access: ['admin'],
    query: z.strictObject({
      cursor: z.string().max(500).optional(),
      limit: z.string().max(100).optional().meta({
        description: 'How many at most, from 1 to 200; anything else is brought into that range. By default 50.',
      }),
      type: transaction.shape.type.optional(),
      customer_type: customerType.optional(),
    }),
    response: z.object({ transactions: z.array(transaction), next_cursor: z.string().nullable() }),
    errors: [],
  },
})
