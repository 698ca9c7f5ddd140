import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'

interface Claim {
  /** Has the columns `id`, `claim_id` and `claimed_until`. */
  table: 'jobs' | 'outgoing_emails' | 'webhook_endpoints' | 'audit_exports'
  /** Selects the rows that may be claimed: a condition, and if needed an order and a limit. */
  rows: RawBuilder<unknown>
  /** Longer than the work can take. After a crash, it is done again when this is over. */
  seconds: number
  /** Another change of the claimed rows. */
  change?: RawBuilder<unknown>
}

/** No worker has the row, or the one that had it has crashed. */
export const isUnclaimed = sql<boolean>`(claimed_until IS NULL OR claimed_until <= now())`
export const unclaimed = sql`claim_id = NULL, claimed_until = NULL`
/** Longer than a job needs to start. */
export const isOverdue = sql<boolean>`next_attempt_at <= now() - interval '5 seconds'`

/** Takes rows for a limited time, so that no other server works on them. */
export async function claimRows<R>(db: Db, claim: Claim): Promise<R[]> {
  return updateRows<R>(
    db,
    claim,
    sql`id = ANY(ARRAY(
    SELECT id FROM ${sql.table(claim.table)} WHERE ${isUnclaimed} AND ${claim.rows} FOR UPDATE SKIP LOCKED
  ))`,
  )
}

/**
 * The same for rows of one project, which may hold only so many claims at once: its slow receivers must not occupy the
 * workers of others. `among` are the rows that share this number.
 */
export async function claimRowsOf<R>(
  db: Db,
  projectId: string,
  claim: Claim & { among: RawBuilder<unknown>; maxClaims: number },
): Promise<R[]> {
  const { table, rows, among, maxClaims } = claim
  const ofProject = sql`project_id = ${projectId}`
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${table} ${projectId}`}, 0))`.execute(trx)
    return updateRows<R>(
      trx,
      claim,
      sql`${ofProject} AND id = ANY(ARRAY(
      SELECT id FROM ${sql.table(table)} WHERE ${ofProject} AND ${isUnclaimed} AND ${rows}
    )) AND (
      SELECT count(DISTINCT claim_id) FROM ${sql.table(table)}
      WHERE ${ofProject} AND claimed_until > now() AND ${among}
    ) < ${maxClaims}`,
    )
  })
}

async function updateRows<R>(db: Db, { table, seconds, change }: Claim, condition: RawBuilder<unknown>): Promise<R[]> {
  const { rows } = await sql<R>`
    UPDATE ${sql.table(table)}
    SET claim_id = ${randomUUID()}, claimed_until = now() + make_interval(secs => ${seconds})
      ${change ? sql`, ${change}` : sql``}
    WHERE ${condition} RETURNING *`.execute(db)
  return rows
}
