import { sql } from 'kysely'
import { usesConnection } from '../../accounts/users/filter-queries.ts'
import type { Db } from '../../platform/db/database.ts'

/** What a range is counted from, at most. Enough to see shares and trends, whatever the size of the project. */
const maxRead = 10_000

interface Range {
  from: Date
  until: Date
}

/** How those who signed up in this time sign in. Each counts once, for a provider before a password. */
export async function countSignUpsByMethod(db: Db, projectId: string, from: Date) {
  const { rows } = await sql<{ method: string; users: number }>`
    SELECT method, count(*)::integer AS users FROM (
      SELECT coalesce(oauth_providers -> 0 ->> 'id', CASE WHEN ${usesConnection} THEN 'connection'
        WHEN password_hash IS NOT NULL THEN 'password' WHEN otp_auth_enabled THEN 'otp' WHEN has_passkey THEN 'passkey'
        ELSE 'none' END) AS method
      FROM users u WHERE project_id = ${projectId} AND NOT is_anonymous AND signed_up_at >= ${from}
      ORDER BY signed_up_at DESC, id DESC LIMIT ${maxRead}
    ) AS newest GROUP BY method ORDER BY users DESC, method`.execute(db)
  return rows
}

interface Revenue {
  purchases: number
  usd_cents: number
  test_usd_cents: number
}

/**
 * Purchases and new subscriptions, with their first payment. Refunded ones do not count, nor do unpaid ones, nor trials.
 */
export async function sumPurchases(db: Db, projectId: string, { from, until }: Range): Promise<Revenue> {
  const inTime = sql`project_id = ${projectId} AND created_at >= ${from} AND created_at < ${until}`
  const columns = sql`is_test_mode, quantity * coalesce(CASE WHEN offer #>> ARRAY['prices', price_id, 'USD'] ~ '^[0-9]{1,9}(\\.[0-9]{1,2})?$'
    THEN (offer #>> ARRAY['prices', price_id, 'USD'])::numeric * 100 END, 0) AS cents`
  const { rows } = await sql<Revenue>`
    SELECT count(*) FILTER (WHERE NOT is_test_mode)::integer AS purchases,
      coalesce(sum(cents) FILTER (WHERE NOT is_test_mode), 0)::float8 AS usd_cents,
      coalesce(sum(cents) FILTER (WHERE is_test_mode), 0)::float8 AS test_usd_cents
    FROM (
      (SELECT ${columns} FROM one_time_purchases WHERE ${inTime} AND refunded_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT ${maxRead})
      UNION ALL
      (SELECT ${columns} FROM subscriptions WHERE ${inTime} AND status NOT IN ('incomplete', 'incomplete_expired', 'trialing')
        ORDER BY created_at DESC, id DESC LIMIT ${maxRead})
    ) AS sold`.execute(db)
  return rows[0]!
}
