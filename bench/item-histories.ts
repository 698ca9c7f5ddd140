/** Short and long lives of customers, written as the server writes them. */
import type pg from 'pg'

export const few = 10
export const many = Number(process.env.BENCH_CHANGES ?? 100_000)
const manySubscriptions = Number(process.env.BENCH_SUBSCRIPTIONS ?? 10_000)

/** Each is an item, with how its changes expire: every third takes one, the others add one. */
export const histories = {
  'nothing expires': 'NULL',
  'grants expire after 30 days': `CASE WHEN delta > 0 THEN created_at + interval '30 days' END`,
  'debits expire after 30 days': `CASE WHEN delta < 0 THEN created_at + interval '30 days' END`,
  'everything expires after 90 days': `created_at + interval '90 days'`,
  'nothing expires, beside a daily allowance': 'NULL',
}

/** Histories without changes by hand, or with few. */
export const others: Record<string, { count: number; seed(client: pg.Client, history: History): Promise<void> }> = {
  'one-time purchases': { count: many, seed: seedPurchases },
  'past subscriptions, for good': { count: manySubscriptions, seed: seedSubscriptions },
  'past subscriptions, weekly': { count: manySubscriptions, seed: seedSubscriptions },
  'past subscriptions, daily debits that expired': { count: manySubscriptions, seed: seedSpentSubscriptions },
  'days of an allowance, spent on the first': { count: many, seed: seedAllowance },
  'days of a grant for good': { count: many, seed: seedAllowance },
}

/** What has ended since anybody looked last. */
export const endings: typeof others = {
  'debits ended at one moment': { count: many, seed: seedDebits(`now() - interval '1 day'`) },
  'debits ended at different moments': {
    count: many,
    seed: seedDebits(`now() - interval '1 day' - number * (interval '99 days' / $5::integer)`),
  },
  'subscriptions ended': { count: manySubscriptions, seed: seedSubscriptions },
}

interface History {
  projectId: string
  customer: string
  item: string
  count: number
}

export const names = [histories, others, endings].flatMap((group) => Object.keys(group))
export const itemOf = (name: string) => `item${names.indexOf(name)}`
export const allowance = itemOf('nothing expires, beside a daily allowance')
export const includedInPlan: Record<string, { repeat?: [number, string]; expires: string }> = {
  'past subscriptions, for good': { expires: 'never' },
  'past subscriptions, weekly': { repeat: [1, 'week'], expires: 'when-repeated' },
  'subscriptions ended': { repeat: [1, 'week'], expires: 'when-repeated' },
  'past subscriptions, daily debits that expired': { repeat: [1, 'week'], expires: 'when-repeated' },
  'days of an allowance, spent on the first': { repeat: [1, 'day'], expires: 'when-repeated' },
  'days of a grant for good': { repeat: [1, 'day'], expires: 'never' },
}

/** Spread over the last year. */
export async function seedChanges(client: pg.Client, history: History, expiry: string) {
  await writeChanges(client, history, {
    delta: 'CASE WHEN number % 3 = 0 THEN -1 ELSE 1 END',
    createdAt: `now() - interval '1 year' + number * (interval '1 year' / $5::integer)`,
    expiry,
  })
}

/** All made before the first of them ended. */
function seedDebits(expiry: string) {
  const createdAt = `now() - interval '1 year' + number * (interval '200 days' / $5::integer)`
  return (client: pg.Client, history: History) => writeChanges(client, history, { delta: '-1', createdAt, expiry })
}

interface Changes {
  delta: string
  createdAt: string
  expiry: string
}

async function writeChanges(
  client: pg.Client,
  { projectId, customer, item, count }: History,
  { delta, createdAt, expiry }: Changes,
) {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO item_ledgers (project_id, customer_type, customer_id, item_id, latest_at)
     VALUES ($1, 'custom', $2, $3, now() - interval '1 year') RETURNING id`,
    [projectId, customer, item],
  )
  await client.query(
    `INSERT INTO item_changes (project_id, id, ledger_id, customer_type, customer_id, item_id, delta, created_at, expires_at)
     SELECT $1, gen_random_uuid(), $2, 'custom', $3, $4, delta, created_at, ${expiry}
     FROM generate_series(1, $5::integer) AS number,
       LATERAL (SELECT ${delta} AS delta, ${createdAt} AS created_at) AS change`,
    [projectId, rows[0]!.id, customer, item, count],
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

/** Of a month each, of which the last ended a moment ago. They began within a year. */
async function seedSubscriptions(client: pg.Client, { projectId, customer, item, count }: History): Promise<void> {
  await client.query(
    `INSERT INTO subscriptions (project_id, id, customer_type, customer_id, offer_id, offer, quantity, status,
       period_start, period_end, is_test_mode, created_at)
     SELECT $1, gen_random_uuid(), 'custom', $2, $3, '{}', 1, 'canceled',
       ended - interval '1 month', ended, true, ended - interval '1 month'
     FROM generate_series(1, $4::integer) AS number,
       LATERAL (SELECT now() - number * (interval '11 months' / $4::integer)) AS e (ended)`,
    [projectId, customer, item, count],
  )
}

/** Every day something was spent that was forgotten a day later. */
async function seedSpentSubscriptions(client: pg.Client, history: History): Promise<void> {
  await seedSubscriptions(client, history)
  await seedChanges(client, { ...history, count: 365 }, `CASE WHEN delta < 0 THEN created_at + interval '1 day' END`)
}

/** Since so many days, with one debit at the beginning. */
async function seedAllowance(client: pg.Client, { projectId, customer, item, count }: History): Promise<void> {
  await client.query(
    `INSERT INTO subscriptions (project_id, id, customer_type, customer_id, offer_id, offer, quantity, status,
       period_start, period_end, is_test_mode, created_at)
     SELECT $1, gen_random_uuid(), 'custom', $2, $3, '{}', 1, 'active', since, now() + interval '1 day', true, since
     FROM (SELECT now() - $4::integer * interval '1 day') AS s (since)`,
    [projectId, customer, item, count],
  )
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO item_ledgers (project_id, customer_type, customer_id, item_id, latest_at)
     VALUES ($1, 'custom', $2, $3, now() - $4::integer * interval '1 day') RETURNING id`,
    [projectId, customer, item, count],
  )
  await client.query(
    `INSERT INTO item_changes (project_id, id, ledger_id, customer_type, customer_id, item_id, delta, created_at)
     VALUES ($1, gen_random_uuid(), $2, 'custom', $3, $4, -1, now() - $5::integer * interval '1 day')`,
    [projectId, rows[0]!.id, customer, item, count],
  )
}
