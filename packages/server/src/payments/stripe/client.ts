import type Stripe from 'stripe'
import type { RequestContext } from '../../http/context.ts'
import type { Config } from '../../platform/config.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { oncePerServer } from '../../platform/platform.ts'

type StripeConfig = NonNullable<Config['stripe']>

/** Stripe's library, loaded on first use: many servers never sell anything. */
export type StripeClient = () => Promise<Stripe>

/** The timeout of one request. It is not retried, because the caller can try again. */
const timeoutMillis = 9_000

function createStripeClient({ secretKey, apiUrl }: StripeConfig): StripeClient {
  let opened: Promise<Stripe> | undefined
  return () => {
    opened ??= import('stripe').then(
      ({ Stripe }) =>
        new Stripe(secretKey, {
          timeout: timeoutMillis,
          maxNetworkRetries: 0,
          telemetry: false,
          appInfo: { name: 'Latchkey' },
          ...(apiUrl ? addressOf(new URL(apiUrl)) : {}),
        }),
    )
    return opened
  }
}

function addressOf(url: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

/** Calls Stripe. Failures become messages without its details. */
export async function askStripe<T>(ctx: RequestContext, ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  const open = assertStripe(ctx)
  try {
    return await ask(await open())
  } catch (error) {
    const type = stripeErrorType(error)
    if (!type) throw error
    ctx.platform.log.warn('Stripe rejected a request', describeStripeError(error))
    if (type === 'StripeCardError')
      ctx.trace.note({ step: 'card-declined', reason: readDeclineCode(error as DeclineCodes) })
    if (type === 'StripeInvalidRequestError' || type === 'StripeCardError') {
      throw new PlainError(400, 'Stripe rejected this request.')
    }
    if (type === 'StripeAuthenticationError') {
      throw new PlainError(400, "Stripe rejected this server's credentials. Is STRIPE_SECRET_KEY still valid?")
    }
    if (type === 'StripePermissionError') {
      throw new PlainError(
        400,
        "STRIPE_SECRET_KEY has no access to the project's Stripe account. Please set up payments again.",
      )
    }
    throw new PlainError(502, 'Stripe is not responding right now. Please try again later.')
  }
}

export interface DeclineCodes {
  code?: string | null
  decline_code?: string | null
}

/** Why a card was declined, in a word of Stripe. Its sentences are for the customer, and may change. */
export function readDeclineCode({ code, decline_code }: DeclineCodes): string {
  const reason = decline_code ?? code ?? ''
  return /^[a-z_]{1,60}$/.test(reason) ? reason : 'unknown'
}

export function assertStripe({ platform }: RequestContext): StripeClient {
  const client = stripeClient(platform)
  if (!client) throw new PlainError(400, missingKey)
  return client
}

const missingKey =
  'This server cannot take payments yet: STRIPE_SECRET_KEY is not set. You can try out purchases in test mode.'

export function stripeErrorType(error: unknown): string | undefined {
  const type = error instanceof Error ? (error as { type?: unknown }).type : undefined
  return typeof type === 'string' && type.startsWith('Stripe') ? type : undefined
}

/** Whether the requested object does not exist, or no longer. */
export function isStripeMissing(error: unknown): boolean {
  return stripeErrorType(error) !== undefined && (error as { code?: unknown }).code === 'resource_missing'
}

/** What helps to find the request in Stripe's log. Its messages may repeat what was sent. */
function describeStripeError(error: unknown): Record<string, unknown> {
  const { type, code, param, requestId, statusCode } = error as Record<string, unknown>
  return { type, errorCode: code, param, stripeRequestId: requestId, status: statusCode }
}

/** A subscription that no longer exists has ended before. Returns whether it existed. */
export async function endAtStripe(stripe: Stripe, id: string, options: { stripeAccount: string }): Promise<boolean> {
  return (await unlessMissing(stripe.subscriptions.cancel(id, {}, options))) !== undefined
}

/** Whether a payment was returned before. */
export function isStripeRefunded(error: unknown): boolean {
  return stripeErrorType(error) !== undefined && (error as { code?: unknown }).code === 'charge_already_refunded'
}

/** Undefined if the requested object does not exist. */
export async function unlessMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response
  } catch (error) {
    if (!isStripeMissing(error)) throw error
    return undefined
  }
}

/** Nothing is charged for it anymore, and it can no longer be changed. */
export function isStripeEnded({ status }: Pick<Stripe.Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Undefined if the card provider is not configured. */
export const stripeClient = oncePerServer(({ config }) => config.stripe && createStripeClient(config.stripe))
