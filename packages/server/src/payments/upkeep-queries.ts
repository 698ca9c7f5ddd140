import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Customer } from './customers.ts'
import type { Holder } from './ledger.ts'

/** Projects in which a quantity will soon take longer to read, or a subscription has ended. */
export async function listProjectsToKeepUp(db: Db, now: Date): Promise<string[]> {
  // From each project to the next, because the indexes have many rows of one and few of another.
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE with_nodes AS (
      (SELECT project_id FROM item_ledger_nodes WHERE stale_at IS NOT NULL ORDER BY project_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT n.project_id FROM item_ledger_nodes n
        WHERE n.stale_at IS NOT NULL AND n.project_id > p.project_id ORDER BY n.project_id LIMIT 1
      ) FROM with_nodes p WHERE p.project_id IS NOT NULL
    ), with_ends AS (
      (SELECT project_id FROM subscriptions WHERE seen_end IS DISTINCT FROM period_end ORDER BY project_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT s.project_id FROM subscriptions s
        WHERE s.seen_end IS DISTINCT FROM s.period_end AND s.project_id > p.project_id ORDER BY s.project_id LIMIT 1
      ) FROM with_ends p WHERE p.project_id IS NOT NULL
    )
    SELECT project_id AS id FROM with_nodes p CROSS JOIN generate_series(1, 7) AS of_level
    WHERE EXISTS (
      SELECT FROM item_ledger_nodes n
      WHERE n.project_id = p.project_id AND n.level = of_level AND n.stale_at IS NOT NULL
        AND n.changes_at <= to_millis(${now})
    )
    UNION
    SELECT project_id FROM with_ends p WHERE EXISTS (
      SELECT FROM subscriptions s
      WHERE s.project_id = p.project_id AND s.seen_end IS DISTINCT FROM s.period_end AND s.period_end <= ${now}
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many nodes were prepared for the debits that end next. */
export async function advanceNodes(db: Db, projectId: string, now: Date, atMost: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`SELECT advance_item_nodes(${projectId}, ${now}, ${atMost}) AS count`.execute(db)
  return rows[0]!.count
}

/** Looks at subscriptions that have ended since the last time, and at who has so many that reading them takes long. */
export async function seeEnds(
  db: Db,
  projectId: string,
  now: Date,
  atMost: number,
): Promise<{ seen: number; customers: Customer[] }> {
  const { rows } = await sql<Customer & { seen: number; has_many: boolean }>`
    WITH ended AS (
      UPDATE subscriptions SET seen_end = period_end WHERE project_id = ${projectId} AND id IN (
        SELECT id FROM subscriptions
        WHERE project_id = ${projectId} AND period_end <= ${now} AND seen_end IS DISTINCT FROM period_end
        ORDER BY period_end LIMIT ${atMost} FOR NO KEY UPDATE SKIP LOCKED
      )
      RETURNING customer_type, customer_id
    )
    SELECT customer_type AS type, customer_id AS id, count(*)::integer AS seen, 20 < (
      SELECT count(*) FROM (
        SELECT FROM subscriptions s
        WHERE s.project_id = ${projectId} AND s.customer_type = ended.customer_type
          AND s.customer_id = ended.customer_id AND s.period_end <= ${now} LIMIT 21
      ) AS theirs
    ) AS has_many
    FROM ended GROUP BY customer_type, customer_id`.execute(db)
  return {
    seen: rows.reduce((sum, { seen }) => sum + seen, 0),
    customers: rows.filter(({ has_many }) => has_many).map(({ type, id }) => ({ type, id })),
  }
}

/** Whether more of the customer's subscriptions have ended than a reader looks at one by one, and are not entered yet. */
export async function hasUnenteredEnds(db: Db, projectId: string, { customer, itemId }: Holder, now: Date) {
  const { rows } = await sql<{ has_many: boolean }>`
    SELECT 20 < (
      SELECT count(*) FROM (
        SELECT FROM subscriptions
        WHERE project_id = ${projectId} AND customer_type = ${customer.type} AND customer_id = ${customer.id}
          AND period_end <= ${now} AND period_end > coalesce((
            SELECT entered_until FROM item_ledgers
            WHERE project_id = ${projectId} AND customer_type = ${customer.type} AND customer_id = ${customer.id}
              AND item_id = ${itemId}
          ), '-infinity')
        LIMIT 21
      ) AS ended
    ) AS has_many`.execute(db)
  return rows[0]!.has_many
}

/** Ledgers with something in them that depends on the settings. */
export async function listLedgersOfSettings(db: Db, projectId: string, after: string, atMost: number) {
  return db
    .selectFrom('item_ledgers')
    .select(['id', 'customer_type', 'customer_id', 'item_id'])
    .where('project_id', '=', projectId)
    .where('id', '>', after)
    .where(({ or, eb }) => or([eb('entered_of', 'is not', null), eb('checkpoint_of', 'is not', null)]))
    .orderBy('id')
    .limit(atMost)
    .execute()
}
