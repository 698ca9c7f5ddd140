/** Short and long customer histories, written as the server writes them. */
import type pg from 'pg'

export const few = 10
export const many = Number(process.env.BENCH_CHANGES ?? 100_000)

/** Each is an item, with how its changes expire: every third change takes one, the others add one. */
export const histories = {
  'nothing expires': 'NULL',
  'grants expire after 30 days': `CASE WHEN delta > 0 THEN created_at + interval '30 days' END`,
  'debits expire after 30 days': `CASE WHEN delta < 0 THEN created_at + interval '30 days' END`,
  'everything expires after 90 days': `created_at + interval '90 days'`,
  'nothing expires, beside a daily allowance': 'NULL',
}

/** Histories without manual changes, or with one. */
export const others: Record<string, { count: number; seed(client: pg.Client, history: History): Promise<void> }> = {
  'one-time purchases': { count: many, seed: seedPurchases },
  'days of an allowance, spent on the first': { count: many, seed: seedAllowance },
  'days of a grant for good': { count: many, seed: seedAllowance },
}

interface History {
  projectId: string
  customer: string
  item: string
  count: number
}

export const names = [histories, others].flatMap((group) => Object.keys(group))
export const itemOf = (name: string) => `item${names.indexOf(name)}`
export const allowance = itemOf('nothing expires, beside a daily allowance')
export const includedInPlan: Record<string, { repeat?: [number, string]; expires: string }> = {
  'days of an allowance, spent on the first': { repeat: [1, 'day'], expires: 'when-repeated' },
  'days of a grant for good': { repeat: [1, 'day'], expires: 'never' },
}

/** Spread over the last year. */
export async function seedChanges(
  client: pg.Client,
  { projectId, customer, item, count }: History,
  expiry: string,
): Promise<void> {
  await seedAccount(client, projectId, customer)
  await client.query(
    `INSERT INTO item_changes (project_id, id, customer_type, customer_id, item_id, delta, created_at, expires_at)
     SELECT $1, gen_random_uuid(), 'custom', $2, $3, delta, created_at, ${expiry}
     FROM generate_series(1, $4::integer) AS number,
       LATERAL (SELECT CASE WHEN number % 3 = 0 THEN -1 ELSE 1 END AS delta,
         now() - interval '1 year' + number * (interval '1 year' / $4::integer) AS created_at) AS change`,
    [projectId, customer, item, count],
  )
}

async function seedAccount(client: pg.Client, projectId: string, customer: string): Promise<void> {
  await client.query(
    `INSERT INTO item_accounts (project_id, customer_type, customer_id, revision, latest_at)
     VALUES ($1, 'custom', $2, 0, now()) ON CONFLICT DO NOTHING`,
    [projectId, customer],
  )
}

/** Spread over the last year. */
async function seedPurchases(client: pg.Client, { projectId, customer, item, count }: History): Promise<void> {
  await client.query(
    `INSERT INTO one_time_purchases (project_id, id, customer_type, customer_id, offer, quantity, is_test_mode, created_at)
     SELECT $1, gen_random_uuid(), 'custom', $2, $3, 2, true, now() - number * (interval '1 year' / $4::integer)
     FROM generate_series(1, $4::integer) AS number`,
    [projectId, customer, JSON.stringify({ includedItems: { [item]: { quantity: 1 } } }), count],
  )
}

/** For this many days, with one debit at the beginning. */
async function seedAllowance(client: pg.Client, { projectId, customer, item, count }: History): Promise<void> {
  await client.query(
    `INSERT INTO subscriptions (project_id, id, customer_type, customer_id, offer_id, offer, quantity, status,
       period_start, period_end, is_test_mode, created_at)
     SELECT $1, gen_random_uuid(), 'custom', $2, $3, '{}', 1, 'active', since, now() + interval '1 day', true, since
     FROM (SELECT now() - $4::integer * interval '1 day') AS s (since)`,
    [projectId, customer, item, count],
  )
  await seedAccount(client, projectId, customer)
  await client.query(
    `INSERT INTO item_changes (project_id, id, customer_type, customer_id, item_id, delta, created_at)
     VALUES ($1, gen_random_uuid(), 'custom', $2, $3, -1, now() - $4::integer * interval '1 day')`,
    [projectId, customer, item, count],
  )
}
