import type Stripe from 'stripe'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { enqueueJob, type JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Customer } from '../customers.ts'
import { endAtStripe, isStripeEnded, stripeClient } from './client.ts'
import { readOfferMetadata } from './offer-metadata.ts'
import { findStripeAccountId, listLivingStripeIds } from './queries.ts'

/** The number of concurrent cancellations; Stripe rejects bursts. */
const batchSize = 8

/** Cancels the subscriptions of a user or team at Stripe, if the transaction that deletes them commits. */
export async function endSubscriptionsOf(trx: Db, { platform, project }: Context, customer: Customer): Promise<void> {
  const ids = stripeClient(platform) ? await listLivingStripeIds(trx, project.id, customer) : []
  const accountId = ids.length > 0 ? await findStripeAccountId(trx, project.id) : null
  if (accountId !== null) await enqueueEnd(trx, accountId, ids)
}

export async function endSubscriptionsOfProject(trx: Db, { platform, project }: Context): Promise<void> {
  const accountId = stripeClient(platform) ? await findStripeAccountId(trx, project.id) : null
  if (accountId !== null) await enqueueEnd(trx, accountId, null)
}

/** The job contains the account, because a deleted project may have no data left when it runs. */
export async function enqueueEnd(db: Db, accountId: string, ids: string[] | null): Promise<void> {
  await enqueueJob(db, 'end-subscriptions', { stripe_account_id: accountId, subscription_ids: ids })
}

/** Can be repeated from the beginning at any time, because cancellations are idempotent. */
export function createStripeJobs(platform: Platform): Pick<JobHandlers, 'end-subscriptions'> {
  const { log } = platform
  const open = stripeClient(platform)
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

/** Subscriptions that the owner sells through the same account without Latchkey are left alone. */
async function listOurs(stripe: Stripe, options: { stripeAccount: string }): Promise<string[]> {
  const ids: string[] = []
  for await (const subscription of stripe.subscriptions.list({ limit: 100 }, options)) {
    if (!isStripeEnded(subscription) && readOfferMetadata(subscription.metadata)) ids.push(subscription.id)
  }
  return ids
}
