/** Item quantities after a short and after a long history. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@latchkey/server'
import pg from 'pg'
import {
  allowance,
  few,
  histories,
  includedInPlan,
  itemOf,
  many,
  names,
  others,
  seedChanges,
} from './item-histories.ts'
import { measurePair, printComparison, printRow } from './pairs.ts'
import { findFreePort, Program } from './processes.ts'

const serverScript = new URL('../../packages/server/dist/bundle/main.js', import.meta.url)
const worstRatio = 3
const slowestMillis = 500

const planOf = (name: string, quantity: number) => ({
  [`payments.offers.${itemOf(name)}`]: {
    customerType: 'custom',
    prices: { monthly: { USD: '10', interval: [1, 'month'] } },
    includedItems: { [itemOf(name)]: { quantity, ...includedInPlan[name] } },
  },
})

const settings = {
  'payments.groups.plans': {},
  'payments.items': Object.fromEntries(names.map((name) => [itemOf(name), { customerType: 'custom' }])),
  ...Object.assign({}, ...Object.keys(includedInPlan).map((name) => planOf(name, 3))),
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
  LATCHKEY_URL: url,
  LATCHKEY_SECRET: 'a secret for the benchmark, long enough',
  LATCHKEY_DATA_DIR: join(folder, 'data'),
  LATCHKEY_RATE_LIMITS: 'off',
  LATCHKEY_LOG: 'warn',
  DATABASE_URL: postgres.connectionString,
})
const client = new pg.Client({ connectionString: postgres.connectionString })
const projectId = randomUUID()
const keys = { server: `ssk_${projectId}`, admin: `sak_${projectId}` }
try {
  await server.waitForResponse(url)
  await client.connect()
  const started = performance.now()
  await seedProject()
  for (const [name, expiry] of Object.entries(histories)) {
    await seedChanges(client, { projectId, customer: 'few', item: itemOf(name), count: few }, expiry)
    await seedChanges(client, { projectId, customer: 'many', item: itemOf(name), count: many }, expiry)
  }
  for (const [name, { count, seed }] of Object.entries(others)) {
    const item = itemOf(name)
    // Each history has its own customer, because all the customer's other subscriptions would be read too.
    await seed(client, { projectId, customer: `few-${item}`, item, count: few })
    await seed(client, { projectId, customer: `many-${item}`, item, count })
  }
  await client.query('VACUUM ANALYZE item_changes, item_accounts, one_time_purchases, subscriptions')
  console.log(`Seeded in ${Math.round((performance.now() - started) / 1000)} s.\n`)

  // Lets the server's connections plan their queries before the measurement.
  for (let round = 0; round < 20; round++) await ask('few', itemOf(names[0]!))
  let slowest = 0
  for (const name of names) {
    const customer = name in others ? `many-${itemOf(name)}` : 'many'
    // There are no checkpoints the first time; then history changes.
    for (const what of ['first read', 'after history has changed']) {
      if (what !== 'first read') await changeHistory(customer)
      const began = performance.now()
      await ask(customer, itemOf(name))
      const millis = performance.now() - began
      slowest = Math.max(slowest, millis)
      console.log(`${name}: ${what}: ${Math.round(millis)} ms`)
    }
  }
  console.log()
  printRow('Median (fastest) of each', ['short', 'long', 'Ratio', 'Difference'])
  let worst = 0
  for (const name of Object.keys(histories)) {
    const pair = await measurePair(
      () => ask('few', itemOf(name)),
      () => ask('many', itemOf(name)),
    )
    printComparison(`read: ${many} changes, ${name}`, pair)
    worst = Math.max(worst, pair[1].median / pair[0].median)
  }
  for (const [name, { count }] of Object.entries(others)) {
    const item = itemOf(name)
    const pair = await measurePair(
      () => ask(`few-${item}`, item),
      () => ask(`many-${item}`, item),
    )
    printComparison(`read: ${count} ${name}`, pair)
    worst = Math.max(worst, pair[1].median / pair[0].median)
  }
  for (const name of Object.keys(histories)) {
    const pair = await measurePair(
      () => ask('few', itemOf(name), { delta: -1 }),
      () => ask('many', itemOf(name), { delta: -1 }),
    )
    printComparison(`take one: ${name}`, pair)
  }
  console.log(
    `\nShort is ${few} of each. The worst ratio of reads is ${worst.toFixed(1)}; the limit is ${worstRatio}.` +
      `\nThe slowest read after history has changed took ${Math.round(slowest)} ms; the limit is ${slowestMillis}.`,
  )
  if (worst > worstRatio || slowest > slowestMillis) process.exitCode = 1
} finally {
  await client.end()
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Like a purchase that is reported late: all checkpoints become invalid. */
async function changeHistory(customer: string): Promise<void> {
  await client.query('DELETE FROM item_checkpoints WHERE project_id = $1 AND customer_id = $2', [projectId, customer])
}

async function seedProject(): Promise<void> {
  await client.query(
    `INSERT INTO projects (id, display_name, config_override, created_at) VALUES ($1, 'Bench', $2, now())`,
    [projectId, JSON.stringify(settings)],
  )
  await client.query(
    `INSERT INTO project_key_sets (project_id, id, description, created_at, expires_at, secret_server_key_hash,
       super_secret_admin_key_hash)
     VALUES ($1, gen_random_uuid(), 'Bench', now(), now() + interval '1 day', $2, $3)`,
    [projectId, ...[keys.server, keys.admin].map((key) => createHash('sha256').update(key).digest())],
  )
}

async function ask(customer: string, item: string, change?: { delta: number }): Promise<void> {
  const path = `/payments/items/custom/${customer}/${item}${change ? '/update-quantity?allow_negative=true' : ''}`
  const response = await fetch(`${url}/api/v1${path}`, {
    ...(change ? { method: 'POST', body: JSON.stringify(change) } : {}),
    headers: headersFor('server'),
  })
  if (!response.ok) throw new Error(await response.text())
  await response.json()
}

function headersFor(level: keyof typeof keys): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-stack-project-id': projectId,
    'x-stack-access-type': level,
    [level === 'admin' ? 'x-stack-super-secret-admin-key' : 'x-stack-secret-server-key']: keys[level],
  }
}
