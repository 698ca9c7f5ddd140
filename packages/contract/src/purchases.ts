import { z } from 'zod'
import { displayName, listCursor, millis, success, url, uuid } from './fields.ts'
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
import { subjects } from './subjects.ts'

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
  .meta({ description: 'An offer for this purchase only, which is not part of the configuration.' })

const codeErrors = ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'] as const

/** Its format is not checked here: a malformed code is treated like an unknown one. */
const fullCode = z.string().meta({ description: 'The last part of the purchase URL.' })

const purchase = z.strictObject({
  full_code: fullCode,
  price_id: z.string(),
  quantity: z.number().int().min(1).optional().meta({
    description: 'The number of units to buy, by default 1. More than one is only allowed if the offer is stackable.',
  }),
})

const shownPrice = z.object({ ...amounts, interval: dayInterval.optional(), free_trial: dayInterval.optional() })

const time = z.number().int().min(0).max(8_640_000_000_000_000)

const transaction = z.object({
  id: z.string(),
  type: z.enum(['subscription', 'one_time', 'item_quantity_change']),
  created_at_millis: millis,
  customer_type: customerType,
  customer_id: z.string(),
  quantity: z.number().meta({ description: 'Negative if an item quantity was reduced.' }),
  test_mode: z.boolean(),
  offer_display_name: z.string().nullable(),
  price: z.object({ ...amounts, interval: dayInterval.optional() }).nullable(),
  status: z.string().nullable().meta({ description: 'The status of a subscription at the card provider.' }),
  item_id: z.string().optional(),
  description: z.string().nullable().optional(),
  expires_at_millis: millis.nullable().optional(),
  refunded_at_millis: millis.optional().meta({ description: 'Given if a one-time purchase was refunded.' }),
})

export const purchaseRoutes = defineRoutes('payments', {
  'POST /payments/purchases/create-purchase-url': {
    summary: 'Create a link to the page where a customer buys an offer',
    description:
      'The offer is either in the configuration or part of the request, which requires server access. The link works ' +
      'once and expires after a day. Whether the customer exists is checked when they buy. Signed-in users can ' +
      'create links for themselves, for their teams and for custom customers.',
    access: everyone,
    trace: 'purchase',
    limits: ['purchaseLinkByUser', 'purchaseLinkByAddress'],
    body: z.strictObject({
      customer_type: customerType,
      customer_id: customerId,
      offer_id: z.string().optional(),
      offer_inline: inlineOffer.optional(),
      inline_offer: inlineOffer.optional().meta({ description: 'Another name for `offer_inline`.' }),
      return_url: url.optional().meta({
        description: 'Where the purchase page leads back to. Must be trusted. By default the first trusted domain.',
      }),
    }),
    response: z.object({ url: z.string() }),
    errors: ['OFFER_DOES_NOT_EXIST', 'OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /payments/purchases/validate-code': {
    summary: 'Get the offer of a purchase link',
    description: 'For the purchase page. Does not use up the code.',
    access: 'open',
    trace: 'purchase',
    limits: ['purchaseByAddress'],
    body: z.strictObject({ full_code: fullCode }),
    response: z.object({
      offer: z.object({
        display_name: z.string(),
        customer_type: customerType,
        stackable: z.boolean(),
        prices: z.record(z.string(), shownPrice),
        included_items: z
          .array(z.object({ id: z.string(), display_name: z.string(), quantity: z.number(), repeat, expires }))
          .meta({ description: 'What the customer gets per unit. Items that are no longer configured are left out.' }),
      }),
      stripe_account_id: z.string().meta({
        description:
          'The account whose card form to show. Empty if the server cannot charge cards and only supports test ' +
          'purchases.',
      }),
      project_id: z.string(),
      return_url: z.string().nullable().meta({ description: 'Where to go back to, if the link says so.' }),
      already_bought_non_stackable: z.boolean(),
      conflicting_group_offers: z
        .array(z.object({ offer_id: z.string(), display_name: z.string() }))
        .meta({ description: 'The current offers of the customer that this purchase would replace.' }),
    }),
    errors: codeErrors,
  },
  'POST /payments/purchases/purchase-session': {
    summary: 'Start the payment for a purchase link',
    description:
      'Uses up the link. The response is for the card form of the provider, and the purchase takes effect when the ' +
      'provider confirms the payment. If the customer already has a subscription in the same group, it is changed ' +
      'instead.',
    access: 'open',
    trace: 'purchase',
    limits: ['purchaseByAddress'],
    body: purchase,
    response: z.object({
      client_secret: z.string().meta({ description: 'Empty if a change of plan does not require a payment now.' }),
    }),
    errors: [...codeErrors, 'USER_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
  'POST /internal/payments/test-mode-purchase-session': {
    summary: 'Make a test purchase without payment',
    description: 'Not available in production mode. The purchase takes effect immediately.',
    access: ['admin'],
    body: purchase,
    response: success,
    errors: [...codeErrors, 'USER_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
  'POST /internal/payments/subscriptions/{subscription_id}/cancel': {
    summary: 'Cancel a subscription',
    description:
      'Either at the end of the paid period, or now: then what it granted until its end is gone, and nothing is paid ' +
      'back. Succeeds if the subscription has ended already.',
    access: ['admin'],
    params: z.strictObject({ subscription_id: uuid }),
    body: z.strictObject({ when: z.enum(['now', 'period_end']) }),
    response: success,
    errors: [],
  },
  'POST /internal/payments/purchases/{purchase_id}/refund': {
    summary: 'Refund a one-time purchase',
    description:
      'Returns the whole payment by the card provider; a test purchase had none. The items that were bought no longer ' +
      'count, so that a quantity can become negative. Succeeds if the purchase was refunded already.',
    access: ['admin'],
    params: z.strictObject({ purchase_id: uuid }),
    response: success,
    errors: [],
  },
  'GET /internal/payments/transactions': {
    summary: 'List purchases and item quantity changes, newest first',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({
      cursor: listCursor.optional(),
      limit: z.string().max(100).optional().meta({
        description:
          'The maximum number of transactions, by default 50. Values outside 1 to 200 are clamped to that range.',
      }),
      type: transaction.shape.type.optional(),
      customer_type: customerType.optional(),
      customer_id: customerId.optional(),
      test_mode: z.enum(['true', 'false']).optional(),
      from_millis: time.optional().meta({ description: 'Only those from this time on.' }),
      until_millis: time.optional().meta({ description: 'Only those before this time.' }),
    }),
    response: z.object({ transactions: z.array(transaction), next_cursor: z.string().nullable(), subjects }),
    errors: [],
  },
})
