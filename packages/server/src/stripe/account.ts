import type Stripe from 'stripe'
import { recordAudit } from '../audit/record.ts'
import { inTransaction } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { getProjectForUpdate } from '../projects/queries.ts'
import { setStripeAccount } from './queries.ts'

/** The project's account at the provider. The first call makes it; calls at once get the same one. */
export async function getStripeAccountId(ctx: Context, stripe: Stripe): Promise<string> {
  if (ctx.project.stripe_account_id !== null) return ctx.project.stripe_account_id
  const tenancyId = ctx.project.tenancy_id
  // An account of its own: the owner deals with the provider directly, who also answers for losses.
  const created = await stripe.accounts.create(
    {
      controller: {
        stripe_dashboard: { type: 'full' },
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        requirement_collection: 'stripe',
      },
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { tenancyId },
    },
    { idempotencyKey: `account ${tenancyId}` },
  )
  const id = await inTransaction(ctx.db, async (trx) => {
    const { stripe_account_id: known } = await getProjectForUpdate(trx, ctx.project.id)
    if (known !== null) return known
    await setStripeAccount(trx, ctx.project.id, created.id)
    const details = { stripe_account_id: created.id }
    await recordAudit(trx, ctx, { action: 'payments.set_up', target: { type: 'project', id: ctx.project.id }, details })
    return created.id
  })
  ctx.services.projects.forget(ctx.project.id)
  return id
}
