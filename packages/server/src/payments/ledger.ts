import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Catalog } from './catalog.ts'
import type { Holder } from './customers.ts'
import { type Balance, type Entry, emptyBalance, fold, forever } from './fold.ts'
import { type Grants, listEntries, listGrants } from './grants.ts'
import { type LedgerRows, readLedgerRows, saveCheckpoints } from './ledger-queries.ts'

/**
 * A customer's quantity of an item; undefined if there is no such customer. Processes grants, debits and expiries in
 * chronological order, starting from the last valid checkpoint. A checkpoint is valid as long as nothing before it has
 * changed: none of its debits has expired since, and subscriptions and settings are the same.
 */
export async function findQuantity(
  db: Db,
  projectId: string,
  catalog: Catalog,
  holder: Holder,
  now: Date,
): Promise<number | undefined> {
  let rows = await readLedgerRows(db, projectId, holder, { now, fromCheckpoint: true })
  if (!rows.is_there) return undefined
  const grants = listGrants(catalog, holder, rows.subscriptions ?? [], rows.now)
  if (rows.checkpoint && rows.checkpoint.grants_hash !== grants.hash) {
    rows = await readLedgerRows(db, projectId, holder, { now: new Date(rows.now), fromCheckpoint: false })
  }
  const base = rows.checkpoint ?? emptyBalance
  const { balance, checkpoints } = fold(base, listAllEntries(rows, grants, base.at), rows.now)
  if (checkpoints.length > 0) {
    const balances = omitNeedless(checkpoints, rows)
    const folded = { balances, after: base.at, revision: rows.revision, madeAt: rows.now, grantsHash: grants.hash }
    const save = (trx: Db) => saveCheckpoints(trx, projectId, holder, folded)
    await (db.isTransaction ? save(db) : inTransaction(db, save))
  }
  return toNumber(balance)
}

function* listAllEntries({ changes, purchases, now }: LedgerRows, grants: Grants, after: number): Iterable<Entry> {
  for (const [amount, at, expiresAt] of changes ?? []) yield { amount, at, expiresAt: expiresAt ?? forever }
  for (const [amount, at] of purchases ?? []) yield { amount, at, expiresAt: forever }
  yield* listEntries(grants, after, now)
}

/** Only stored entries can change in the past; the last checkpoint covers everything before them. */
function omitNeedless(checkpoints: Balance[], { changes, purchases }: LedgerRows): Balance[] {
  const stored = [...(changes ?? []), ...(purchases ?? [])]
  const first = stored.reduce((earliest, [, at]) => Math.min(earliest, at), forever)
  return checkpoints.filter((checkpoint, index) => checkpoint.at >= first || index === checkpoints.length - 1)
}

/** Settings may grant so much that the sum overflows. */
function toNumber({ granted, used }: Balance): number {
  if (granted === forever) return Number.MAX_VALUE
  return Math.max(granted - used, -Number.MAX_VALUE)
}
