import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { IncludedItem } from './catalog.ts'
import type { Customer, Holder } from './customers.ts'
import type { Balance } from './fold.ts'
import type { SubscriptionStatus } from './queries.ts'

/** A subscription with all its plans in order; the last is the current one. */
export interface HeldSubscription {
  status: SubscriptionStatus
  createdAt: number
  from: number
  until: number
  plans: HeldPlan[]
}

export interface HeldPlan {
  /** Null for an inline offer; `own` is then what it includes of the item. */
  offerId: string | null
  own: IncludedItem | null
  quantity: number
  /** Null: since the beginning. */
  from: number | null
  /** Null: still current. */
  until: number | null
}

/** Everything about a customer and an item since the last valid checkpoint. */
export interface LedgerRows {
  is_there: boolean
  /** Null if there is no account yet. */
  revision: string | null
  now: number
  checkpoint: (Balance & { grants_hash: string }) | null
  /** The amount, its creation time and its expiry. */
  changes: [number, number, number | null][] | null
  purchases: [number, number][] | null
  subscriptions: HeldSubscription[] | null
}

const ofCustomer = 'project_id = $1 AND customer_type = $2 AND customer_id = $3::text'
const ofHolder = `${ofCustomer} AND item_id = $4`
/** As a float, which is many times faster than `extract`. */
const millis = (column: string) => `round(date_part('epoch', ${column}) * 1000)::bigint`

const readLedger = prepareQuery<LedgerRows>(
  'item ledger',
  `
  WITH account AS MATERIALIZED (
    SELECT revision, latest_at FROM item_accounts WHERE ${ofCustomer}
  ), moment AS MATERIALIZED (
    SELECT date_trunc('milliseconds', greatest($5::timestamptz, (SELECT latest_at FROM account))) AS now
  ), checkpoint AS MATERIALIZED (
    SELECT c.* FROM item_checkpoints c WHERE $6::boolean AND ${ofHolder} AND NOT EXISTS (
      SELECT FROM item_changes d
      WHERE d.${ofHolder.replaceAll(' AND ', ' AND d.')} AND d.delta < 0
        AND d.expires_at > c.made_at AND d.expires_at <= (SELECT now FROM moment) AND d.created_at <= c.at
    )
    ORDER BY at DESC LIMIT 1
  ), since AS MATERIALIZED (
    SELECT coalesce((SELECT at FROM checkpoint), '-infinity') AS at
  ), changes AS (
    SELECT delta, created_at, expires_at FROM item_changes
    WHERE ${ofHolder} AND created_at > (SELECT at FROM since)
      AND (delta > 0 OR expires_at IS NULL OR expires_at > (SELECT now FROM moment))
    UNION ALL
    SELECT delta, created_at, expires_at FROM item_changes
    WHERE ${ofHolder} AND created_at <= (SELECT at FROM since) AND delta > 0
      AND expires_at > (SELECT at FROM since) AND expires_at <= (SELECT now FROM moment)
  )
  SELECT CASE $2
      WHEN 'user' THEN EXISTS (SELECT FROM users WHERE project_id = $1 AND id = $3::text::uuid)
      WHEN 'team' THEN EXISTS (SELECT FROM teams WHERE project_id = $1 AND id = $3::text::uuid)
      ELSE true
    END AS is_there, (SELECT revision FROM account) AS revision,
    (SELECT ${millis('now')}::float FROM moment) AS now,
    (SELECT json_build_object('at', ${millis('at')}, 'granted', granted, 'expired', expired, 'used', used,
      'grants_hash', grants_hash) FROM checkpoint) AS checkpoint,
    (SELECT json_agg(json_build_array(delta, ${millis('created_at')}, ${millis('expires_at')})) FROM changes) AS changes,
    (SELECT json_agg(json_build_array(amount * quantity, ${millis('created_at')})) FROM one_time_purchases
      CROSS JOIN LATERAL (SELECT (offer #>> ARRAY['includedItems', $4, 'quantity'])::float) AS i (amount)
      WHERE ${ofCustomer} AND created_at > (SELECT at FROM since) AND amount <> 0 AND refunded_at IS NULL) AS purchases,
    (SELECT json_agg(json_build_object('status', s.status, 'createdAt', ${millis('s.created_at')},
      'from', ${millis('s.period_start')}, 'until', ${millis('s.period_end')}, 'plans', (
        SELECT json_agg(json_build_object('offerId', p.offer_id, 'quantity', p.quantity,
          'own', p.offer #> ARRAY['includedItems', $4], 'from', ${millis("nullif(p.held_since, '-infinity')")},
          'until', ${millis('p.held_until')}) ORDER BY p.held_until NULLS LAST)
        FROM (
          SELECT offer_id, offer, quantity, held_since, held_until FROM former_plans
          WHERE project_id = $1 AND subscription_id = s.id
          UNION ALL SELECT s.offer_id, s.offer, s.quantity, s.held_since, NULL
        ) AS p
      )) ORDER BY s.created_at, s.id) FROM subscriptions s WHERE s.${ofCustomer.replaceAll(' AND ', ' AND s.')}
    ) AS subscriptions`,
)

export async function readLedgerRows(
  db: Db,
  projectId: string,
  { customer, itemId }: Holder,
  { now, fromCheckpoint }: { now: Date; fromCheckpoint: boolean },
): Promise<LedgerRows> {
  const values = [projectId, customer.type, customer.id, itemId, now, fromCheckpoint]
  return (await readLedger(db, values)).rows[0]!
}

const keyOf = (project_id: string, { type, id }: Customer) => ({ project_id, customer_type: type, customer_id: id })

/** Creates the account or locks it until the transaction ends. A change increments its revision. */
function upsertAccount(trx: Db, projectId: string, customer: Customer, latestAt: Date, added: 0 | 1) {
  return trx
    .insertInto('item_accounts')
    .values({ ...keyOf(projectId, customer), revision: added, latest_at: latestAt, created_at: latestAt })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'customer_type', 'customer_id']).doUpdateSet({
        revision: sql`item_accounts.revision + ${added}`,
        latest_at: sql`greatest(item_accounts.latest_at, excluded.latest_at)`,
      }),
    )
    .returning(['revision', 'latest_at'])
    .executeTakeFirstOrThrow()
}

/**
 * Locks the customer's account until the transaction ends. Returns the current time, but not before the last change,
 * even if that was made by a server whose clock is ahead.
 */
export async function lockAccount(trx: Db, projectId: string, customer: Customer, now: Date): Promise<Date> {
  return (await upsertAccount(trx, projectId, customer, now, 1)).latest_at
}

type NewItemChange = Pick<Tables['item_changes'], 'id' | 'delta' | 'created_at' | 'expires_at' | 'description'>

/** Requires the account to be locked. */
export async function insertItemChange(
  trx: Db,
  projectId: string,
  holder: Holder,
  change: NewItemChange,
): Promise<void> {
  const { customer, itemId } = holder
  const row = { ...keyOf(projectId, customer), item_id: itemId, ...change }
  await trx.insertInto('item_changes').values(row).execute()
  // A change that has already expired takes from the past what it grants now.
  const { created_at, expires_at } = change
  if (expires_at && expires_at < created_at) await deleteCheckpoints(trx, projectId, customer, expires_at)
}

/** Must be called whenever the history since then changes. Requires the account to be locked. */
export async function deleteCheckpoints(trx: Db, projectId: string, customer: Customer, since: Date): Promise<void> {
  await trx
    .deleteFrom('item_checkpoints')
    .where((eb) => eb.and(keyOf(projectId, customer)))
    .where('at', '>=', since)
    .execute()
}

/** Replaces the checkpoints after the one the fold started from, unless there was a concurrent change. */
export async function saveCheckpoints(
  trx: Db,
  projectId: string,
  { customer, itemId }: Holder,
  folded: { balances: Balance[]; after: number; revision: string | null; madeAt: number; grantsHash: string },
): Promise<void> {
  const key = { ...keyOf(projectId, customer), item_id: itemId }
  // All further changes will be later than the last of them.
  const latestAt = new Date(folded.balances.at(-1)!.at + 1)
  const { revision } = await upsertAccount(trx, projectId, customer, latestAt, 0)
  if (revision !== (folded.revision ?? '0')) return
  await trx
    .deleteFrom('item_checkpoints')
    .where((eb) => eb.and(key))
    .where('at', '>', Number.isFinite(folded.after) ? new Date(folded.after) : sql<Date>`'-infinity'`)
    .execute()
  const row = { ...key, made_at: new Date(folded.madeAt), grants_hash: folded.grantsHash }
  await trx
    .insertInto('item_checkpoints')
    .values(folded.balances.map(({ at, ...sums }) => ({ ...row, ...sums, at: new Date(at) })))
    .execute()
}
