import { z } from 'zod'

/** The ID of a price, an offer, an item or a group. */
export const id63 = z
  .string()
  .max(63, 'must have at most 63 characters')
  .regex(
    /^[a-zA-Z_][a-zA-Z0-9_-]*$/,
    'must start with a letter or underscore and only contain letters, digits, _ and -',
  )

export const dayInterval = z.tuple([
  z.number().int().min(0, 'must be at least 0'),
  z.enum(['day', 'week', 'month', 'year']),
])

export const customerType = z.enum(['user', 'team', 'custom'])

/** The app chooses the IDs of custom customers. They are in an index, which limits their length. */
export const customerId = z
  .string()
  .min(1, 'must not be empty')
  .max(500)
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')

const currencyDecimals = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const
export type Currency = keyof typeof currencyDecimals

function money(currency: Currency) {
  const decimals = currencyDecimals[currency]
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'Money amount must be in the format of <number> or <number>.<number>')
    .refine(
      (amount) => (amount.split('.')[1]?.length ?? 0) <= decimals,
      `Too many decimals; ${currency} only has ${decimals} decimals`,
    )
    .refine((amount) => !/^0\d/.test(amount), 'Money amount must not have leading zeros')
}

/** An amount per currency. `hasCurrency` checks that there is at least one. */
export const amounts = Object.fromEntries(
  (Object.keys(currencyDecimals) as Currency[]).map((currency) => [currency, money(currency).optional()]),
) as Record<Currency, z.ZodOptional<z.ZodString>>

export function hasCurrency(price: object): boolean {
  return Object.keys(price).some((key) => key in currencyDecimals)
}

export const currencyRequired = 'At least one currency is required'

export const repeat = z.union([dayInterval, z.literal('never')])
export const expires = z.enum(['never', 'when-purchase-expires', 'when-repeated'])
