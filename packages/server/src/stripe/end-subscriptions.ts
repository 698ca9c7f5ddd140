import type Stripe from 'stripe'
import type { Db } from '../db/database.ts'
import type { Context, Services } from '../http/context.ts'
import { enqueueJob, type JobHandlers } from '../jobs/jobs.ts'
import type { Customer } from '../payments/customers.ts'
import { endAtStripe, isStripeEnded } from './client.ts'
import { readOfferMetadata } from './offer-metadata.ts'
import { findStripeAccountId, listLivingStripeIds } from './queries.ts'

/** As many cancellations are asked for at once; the provider refuses bursts. */
const batchSize = 8

/** Has what a user or team pays for ended at the provider, if the transaction that deletes them commits. */
export async function endSubscriptionsOf(trx: Db, { services, project }: Context, customer: Customer): Promise<void> {
  const ids = services.stripe ? await listLivingStripeIds(trx, project.id, customer) : []
  const accountId = ids.length > 0 ? await findStripeAccountId(trx, project.id) : null
  if (accountId !== null) await enqueueEnd(trx, accountId, ids)
}

export async function endSubscriptionsOfProject(trx: Db, { services, project }: Context): Promise<void> {
  const accountId = services.stripe ? await findStripeAccountId(trx, project.id) : null
  if (accountId !== null) await enqueueEnd(trx, accountId, null)
}

/** The account is named in the job, because of a deleted project nothing may be left when it runs. */
export async function enqueueEnd(db: Db, accountId: string, ids: string[] | null): Promise<void> {
  await enqueueJob(db, 'end-subscriptions', { stripe_account_id: accountId, subscription_ids: ids })
}

/** Can be done again from the beginning at any time: what has ended stays ended. */
export function createStripeJobs({ stripe: open, log }: Services): Pick<JobHandlers, 'end-subscriptions'> {
  return {
    'end-subscriptions': async ({ stripe_account_id: stripeAccount, subscription_ids: ids }, { isLast }) => {
      try {
        if (!open)
          throw new Error('Subscriptions of deleted customers cannot be canceled: STRIPE_SECRET_KEY is not set.')
        const stripe = await open()
        const options = { stripeAccount }
        const living = ids ?? (await listOurs(stripe, options))
        for (let start = 0; start < living.length; start += batchSize) {
          const batch = living.slice(start, start + batchSize)
          await Promise.all(batch.map((id) => endAtStripe(stripe, id, options)))
        }
      } catch (error) {
        if (isLast)
          log.error('These subscriptions could not be canceled: please cancel them at Stripe', {
            stripeAccount,
            subscriptions: ids,
          })
        throw error
      }
    },
  }
}

/** What the owner sells at the same account without us is not ours to end. */
async function listOurs(stripe: Stripe, options: { stripeAccount: string }): Promise<string[]> {
  const ids: string[] = []
  for await (const subscription of stripe.subscriptions.list({ limit: 100 }, options)) {
    if (!isStripeEnded(subscription) && readOfferMetadata(subscription.metadata)) ids.push(subscription.id)
  }
  return ids
}
