import { KnownError, type stripeRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertNotForTesting } from '../../projects/environment.ts'
import { applyEvent } from '../purchases/stripe-events.ts'
import { findStripeAccount, getStripeAccountId } from './account.ts'
import { askStripe } from './client.ts'
import { readEvent } from './signature.ts'

export const stripeHandlers: Handlers<typeof stripeRoutes> = {
  'POST /internal/payments/setup': async ({ ctx }) => {
    assertNotForTesting(ctx.project, 'Cards are charged in production only. Try out purchases in test mode.')
    const back = dashboardUrl(ctx.platform.config, `/projects/${ctx.project.id}/payments`)
    return askStripe(ctx, async (stripe) => {
      const account = await getStripeAccountId(ctx, stripe)
      const link = { account, refresh_url: back, return_url: back, type: 'account_onboarding' as const }
      return { url: (await stripe.accountLinks.create(link)).url }
    })
  },

  'GET /internal/payments/stripe/account-info': async ({ ctx }) => {
    const id = ctx.project.stripe_account_id
    const account = id === null ? undefined : await askStripe(ctx, (stripe) => findStripeAccount(stripe, id))
    if (!account) throw new KnownError('STRIPE_ACCOUNT_INFO_NOT_FOUND')
    return {
      account_id: account.id,
      charges_enabled: account.charges_enabled ?? false,
      details_submitted: account.details_submitted ?? false,
      payouts_enabled: account.payouts_enabled ?? false,
    }
  },

  'POST /internal/payments/stripe-widgets/account-session': async ({ ctx }) => {
    const account = ctx.project.stripe_account_id
    if (account === null) throw new PlainError(400, 'The project has no Stripe account yet.')
    const session = await askStripe(ctx, (stripe) =>
      stripe.accountSessions.create({
        account,
        components: {
          payments: {
            enabled: true,
            features: { refund_management: true, dispute_management: true, capture_payments: true },
          },
          notification_banner: { enabled: true },
        },
      }),
    )
    return { client_secret: session.client_secret }
  },

  'POST /integrations/stripe/webhooks': async ({ ctx, headers, body }) => {
    await applyEvent(ctx, await readEvent(ctx, headers['stripe-signature'], body))
    return { received: true }
  },
}
