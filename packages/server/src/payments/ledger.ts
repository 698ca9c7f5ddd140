import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepareQuery } from '../db/prepared.ts'
import { type Catalog, findIncludedItem, listDefaultOffers, listReplacements } from './catalog.ts'
import type { Customer } from './customers.ts'

/** Who has some of what. */
export interface Holder {
  customer: Customer
  itemId: string
}

const isThere = {
  user: 'EXISTS (SELECT FROM users WHERE project_id = $1 AND id = $3::text::uuid)',
  team: 'EXISTS (SELECT FROM teams WHERE project_id = $1 AND id = $3::text::uuid)',
  custom: 'true',
}

const quantityOf = (type: Customer['type']) =>
  prepareQuery<{ quantity: string | null }>(
    `quantity of a ${type}`,
    `SELECT CASE WHEN ${isThere[type]} THEN item_quantity($1, $2, $3::text, $4, $5, $6, $7) END AS quantity`,
  )

const readQuantity = { user: quantityOf('user'), team: quantityOf('team'), custom: quantityOf('custom') }

/** Undefined if there is no such customer. How it is worked out is in the migrations of payments, item entries and item upkeep. */
export async function findQuantity(
  db: Db,
  projectId: string,
  catalog: Catalog,
  { customer, itemId }: Holder,
  now: Date,
): Promise<number | undefined> {
  const offers = JSON.stringify(listGrants(catalog, customer, itemId))
  // Whoever is in a transaction may hold what somebody else waits for.
  const canWait = !db.isTransaction
  const values = [projectId, customer.type, customer.id, itemId, offers, now, canWait]
  const { rows } = await readQuantity[customer.type](db, values)
  const quantity = rows[0]?.quantity ?? undefined
  return quantity === undefined ? undefined : toNumber(quantity)
}

/** Settings may give so much that the sum is beyond all numbers. */
function toNumber(quantity: string): number {
  return Math.min(Math.max(Number(quantity), -Number.MAX_VALUE), Number.MAX_VALUE)
}

/** What each offer of the settings gives of the item, and what takes the place of those that everybody has. */
function listGrants(catalog: Catalog, customer: Customer, itemId: string) {
  const defaultOffers = new Map(listDefaultOffers(catalog, customer.type).map((offer) => [offer.offerId, offer]))
  return Object.entries(catalog.offers).flatMap(([offerId, offer]) => {
    const included = findIncludedItem(offer, itemId)
    if (!included) return []
    const defaultOffer = defaultOffers.get(offerId)
    return [
      {
        offer_id: offerId,
        quantity: included.quantity,
        repeat: included.repeat,
        expires: included.expires,
        replacements: defaultOffer ? listReplacements(catalog, defaultOffer) : null,
      },
    ]
  })
}

export interface LockedLedger {
  id: string
  /** Not before the last change, even if the clock of the server that made it is ahead of ours. */
  now: Date
}

/** Until the transaction ends nobody else can change what this customer has of the item. */
export async function lockLedger(
  trx: Db,
  projectId: string,
  { customer, itemId }: Holder,
  now: Date,
): Promise<LockedLedger> {
  const { id, latest_at } = await trx
    .insertInto('item_ledgers')
    .values({
      project_id: projectId,
      customer_type: customer.type,
      customer_id: customer.id,
      item_id: itemId,
      latest_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'customer_type', 'customer_id', 'item_id'])
        .doUpdateSet({ latest_at: sql`greatest(item_ledgers.latest_at, excluded.latest_at)` }),
    )
    .returning(['id', 'latest_at'])
    .executeTakeFirstOrThrow()
  return { id, now: latest_at }
}

export async function insertItemChange(
  trx: Db,
  projectId: string,
  { customer, itemId }: Holder,
  ledger: LockedLedger,
  change: { id: string; delta: number; expiresAt: Date | null; description: string | null },
): Promise<void> {
  await trx
    .insertInto('item_changes')
    .values({
      project_id: projectId,
      id: change.id,
      ledger_id: ledger.id,
      customer_type: customer.type,
      customer_id: customer.id,
      item_id: itemId,
      delta: change.delta,
      created_at: ledger.now,
      expires_at: change.expiresAt,
      description: change.description,
    })
    .execute()
}
