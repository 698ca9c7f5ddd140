import type Stripe from 'stripe'
import type { RequestContext } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertStripe, stripeErrorType } from './client.ts'

const maxAgeSeconds = 300

/** The event, if Stripe has recently signed exactly this body. */
export async function readEvent(ctx: RequestContext, signature: string, body: string): Promise<Stripe.Event> {
  const secret = ctx.platform.config.stripe?.webhookSecret
  const stripe = await assertStripe(ctx)()
  if (!secret) throw new PlainError(400, 'Stripe webhooks are not set up: STRIPE_WEBHOOK_SECRET is not set.')
  try {
    const now = ctx.now().getTime()
    return stripe.webhooks.constructEvent(body, signature, secret, maxAgeSeconds, undefined, now)
  } catch (error) {
    // The library parses the body only after it has verified the signature.
    if (stripeErrorType(error) !== 'StripeSignatureVerificationError' && !(error instanceof SyntaxError)) throw error
    throw new PlainError(400, 'The webhook signature is invalid.')
  }
}
