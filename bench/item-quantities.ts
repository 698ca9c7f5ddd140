/** What customers have of an item, after ten changes and after a hundred thousand. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@latchkey/server'
import pg from 'pg'
import { measurePair, printComparison, printRow } from './pairs.ts'
import { findFreePort, Program } from './processes.ts'

const serverScript = new URL('../../packages/server/dist/main.js', import.meta.url)
const few = 10
const many = Number(process.env.BENCH_CHANGES ?? 100_000)
const worstRatio = 3

/** Each is an item, with how its changes expire: every third takes one, the others add one. */
const histories = {
  'nothing expires': 'NULL',
  'grants expire after 30 days': `CASE WHEN delta > 0 THEN created_at + interval '30 days' END`,
  'debits expire after 30 days': `CASE WHEN delta < 0 THEN created_at + interval '30 days' END`,
  'everything expires after 90 days': `created_at + interval '90 days'`,
  'nothing expires, beside a daily allowance': 'NULL',
}
const itemOf = (name: string) => `item${Object.keys(histories).indexOf(name)}`
const allowance = itemOf('nothing expires, beside a daily allowance')

const settings = {
  'payments.groups.plans': {},
  'payments.items': Object.fromEntries(
    Object.keys(histories).map((name) => [itemOf(name), { customerType: 'custom' }]),
  ),
  'payments.offers.free': {
    customerType: 'custom',
    groupId: 'plans',
    prices: 'include-by-default',
    includedItems: { [allowance]: { quantity: 100, repeat: [1, 'day'], expires: 'when-repeated' } },
  },
}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-items-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'database') })
const port = await findFreePort()
const url = `http://localhost:${port}`
const server = new Program(serverScript, {
  PORT: String(port),
  NODE_ENV: 'production',
  LATCHKEY_URL: url,
  LATCHKEY_SECRET: 'the secret of the benchmark, long enough',
  LATCHKEY_DATA_DIR: join(folder, 'data'),
  LATCHKEY_RATE_LIMITS: 'off',
  LATCHKEY_LOG: 'warn',
  DATABASE_URL: postgres.connectionString,
})
const projectId = randomUUID()
const serverKey = `ssk_${projectId}`
try {
  await server.waitForHealth(url)
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  const started = performance.now()
  await seedProject(client)
  for (const [name, expiry] of Object.entries(histories)) {
    await seedChanges(client, 'few', itemOf(name), few, expiry)
    await seedChanges(client, 'many', itemOf(name), many, expiry)
  }
  await client.query('VACUUM ANALYZE item_changes, item_ledgers, item_ledger_nodes')
  await client.end()
  console.log(`Seeded in ${Math.round((performance.now() - started) / 1000)} s.\n`)

  printRow('Median (fastest) of each', [`${few} changes`, `${many} changes`, 'Ratio', 'Difference'])
  // A history comes about by changes, which leave behind what makes the next ones fast.
  for (const name of Object.keys(histories)) {
    for (const customer of ['few', 'many']) await ask(customer, itemOf(name), { delta: -1 })
  }
  let worst = 0
  for (const name of Object.keys(histories)) {
    const pair = await measurePair(
      () => ask('few', itemOf(name)),
      () => ask('many', itemOf(name)),
    )
    printComparison(`read: ${name}`, pair)
    worst = Math.max(worst, pair[1].median / pair[0].median)
  }
  for (const name of Object.keys(histories)) {
    const pair = await measurePair(
      () => ask('few', itemOf(name), { delta: -1 }),
      () => ask('many', itemOf(name), { delta: -1 }),
    )
    printComparison(`take one: ${name}`, pair)
  }
  console.log(`\nThe worst ratio of reads is ${worst.toFixed(1)}; at most ${worstRatio} is good.`)
  if (worst > worstRatio) process.exitCode = 1
} finally {
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function seedProject(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO projects (id, display_name, config_override, created_at) VALUES ($1, 'Bench', $2, now())`,
    [projectId, JSON.stringify(settings)],
  )
  await client.query(
    `INSERT INTO project_key_sets (project_id, id, description, created_at, expires_at, secret_server_key_hash)
     VALUES ($1, gen_random_uuid(), 'Bench', now(), now() + interval '1 day', $2)`,
    [projectId, createHash('sha256').update(serverKey).digest()],
  )
}

/** Spread over the last year. */
async function seedChanges(client: pg.Client, customer: string, item: string, count: number, expiry: string) {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO item_ledgers (project_id, customer_type, customer_id, item_id, latest_at)
     VALUES ($1, 'custom', $2, $3, now() - interval '1 year') RETURNING id`,
    [projectId, customer, item],
  )
  await client.query(
    `INSERT INTO item_changes (project_id, id, ledger_id, customer_type, customer_id, item_id, delta, created_at, expires_at)
     SELECT $1, gen_random_uuid(), $2, 'custom', $3, $4, delta, created_at, ${expiry}
     FROM generate_series(1, $5::integer) AS number, LATERAL (SELECT
       CASE WHEN number % 3 = 0 THEN -1 ELSE 1 END AS delta,
       now() - interval '1 year' + number * (interval '1 year' / $5::integer) AS created_at
     ) AS change`,
    [projectId, rows[0]!.id, customer, item, count],
  )
}

async function ask(customer: string, item: string, change?: { delta: number }): Promise<void> {
  const path = `/payments/items/custom/${customer}/${item}${change ? '/update-quantity?allow_negative=true' : ''}`
  const response = await fetch(`${url}/api/v1${path}`, {
    ...(change ? { method: 'POST', body: JSON.stringify(change) } : {}),
    headers: {
      'content-type': 'application/json',
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': serverKey,
    },
  })
  if (!response.ok) throw new Error(await response.text())
  await response.json()
}
