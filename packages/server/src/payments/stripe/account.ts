import type Stripe from 'stripe'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { projectCache } from '../../projects/cache.ts'
import { getProjectForUpdate } from '../../projects/queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { isStripeMissing, stripeErrorType } from './client.ts'
import { setStripeAccount } from './queries.ts'

/**
 * The project's Stripe account. The first call creates it; concurrent calls get the same one. An account that belongs
 * to other keys, as after the change from test mode to live mode, is replaced.
 */
export async function getStripeAccountId(ctx: Context, stripe: Stripe): Promise<string> {
  const { id: projectId, tenancy_id: tenancyId, stripe_account_id: known } = ctx.project
  if (known !== null && (await findStripeAccount(stripe, known))) return known
  // A standard account: the owner deals with Stripe directly, and Stripe is liable for losses.
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
    { idempotencyKey: `account ${tenancyId} ${known ?? 'first'}` },
  )
  const id = await inTransaction(ctx.db, async (trx) => {
    const project = await getProjectForUpdate(trx, projectId)
    if (project.stripe_account_id !== known) return project.stripe_account_id ?? created.id
    await setStripeAccount(trx, projectId, created.id)
    const details = { stripe_account_id: created.id }
    await recordAudit(trx, ctx, { action: 'payments.set_up', target: { type: 'project', id: projectId }, details })
    return created.id
  })
  projectCache(ctx.platform).forget(projectId)
  return id
}

/** Undefined if our keys have no access to it. */
export async function findStripeAccount(stripe: Stripe, id: string): Promise<Stripe.Account | undefined> {
  try {
    return await stripe.accounts.retrieve(id)
  } catch (error) {
    const isForeign = stripeErrorType(error) === 'StripePermissionError' || isStripeMissing(error)
    if (!isForeign) throw error
    return undefined
  }
}
