/** What customers have of an item, after a short history and after a long one. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@latchkey/server'
import pg from 'pg'
import {
  allowance,
  endings,
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

const serverScript = new URL('../../packages/server/dist/main.js', import.meta.url)
const worstRatio = 3

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
  NODE_ENV: 'production',
  LATCHKEY_URL: url,
  LATCHKEY_SECRET: 'the secret of the benchmark, long enough',
  LATCHKEY_DATA_DIR: join(folder, 'data'),
  LATCHKEY_RATE_LIMITS: 'off',
  LATCHKEY_LOG: 'warn',
  DATABASE_URL: postgres.connectionString,
})
const client = new pg.Client({ connectionString: postgres.connectionString })
const projectId = randomUUID()
const keys = { server: `ssk_${projectId}`, admin: `sak_${projectId}` }
try {
  await server.waitForHealth(url)
  await client.connect()
  const started = performance.now()
  await seedProject()
  for (const [name, expiry] of Object.entries(histories)) {
    await seedChanges(client, { projectId, customer: 'few', item: itemOf(name), count: few }, expiry)
    await seedChanges(client, { projectId, customer: 'many', item: itemOf(name), count: many }, expiry)
  }
  for (const [name, { count, seed }] of Object.entries(others)) {
    const item = itemOf(name)
    // Each in a customer's life of its own: what else they had would be read, too.
    await seed(client, { projectId, customer: `few-${item}`, item, count: few })
    await seed(client, { projectId, customer: `many-${item}`, item, count })
  }
  await client.query('VACUUM ANALYZE item_changes, item_ledgers, item_ledger_nodes, item_entries, subscriptions')
  console.log(`Seeded in ${Math.round((performance.now() - started) / 1000)} s.\n`)

  // Whoever looks first settles and enters what is over since, and leaves behind what makes the next looks fast.
  for (const name of [...Object.keys(histories), ...Object.keys(others)]) {
    const began = performance.now()
    await ask(name in others ? `many-${itemOf(name)}` : 'many', itemOf(name))
    console.log(`First look: ${name}: ${Math.round(performance.now() - began)} ms`)
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
  await compareFirstLooks()
  for (const name of Object.keys(histories)) {
    const pair = await measurePair(
      () => ask('few', itemOf(name), { delta: -1 }),
      () => ask('many', itemOf(name), { delta: -1 }),
    )
    printComparison(`take one: ${name}`, pair)
  }
  console.log(
    `\nShort is ${few} of each. The worst ratio of reads is ${worst.toFixed(1)}; at most ${worstRatio} is good.`,
  )
  if (worst > worstRatio) process.exitCode = 1
} finally {
  await client.end()
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Once before anybody came by to keep it up, and once after that. */
async function compareFirstLooks(): Promise<void> {
  const look = async (name: string, customer: string, note: string) => {
    const times = []
    for (const length of ['few', 'many']) {
      const began = performance.now()
      await ask(`${length}-${customer}`, itemOf(name))
      times.push(performance.now() - began)
    }
    const ratio = `${(times[1]! / times[0]!).toFixed(1)}`
    printRow(`first look: ${endings[name]!.count} ${name}${note}`, [
      ...times.map((time) => `${time.toFixed(1)} ms`),
      ratio,
    ])
  }
  const seed = async (name: string, customer: string) => {
    const { count, seed } = endings[name]!
    await seed(client, { projectId, customer: `few-${customer}`, item: itemOf(name), count: few })
    await seed(client, { projectId, customer: `many-${customer}`, item: itemOf(name), count })
  }
  // The connections of the server have planned what they need before it is measured.
  for (let round = 0; round < 20; round++) await ask('few', itemOf(names[0]!))
  for (const name of Object.keys(endings)) {
    await seed(name, `new-${itemOf(name)}`)
    await look(name, `new-${itemOf(name)}`, '')
    await seed(name, `old-${itemOf(name)}`)
  }
  await waitForUpkeep()
  for (const name of Object.keys(endings)) await look(name, `old-${itemOf(name)}`, ', kept up')
  const name = 'subscriptions ended'
  await changeSettings(name, 4)
  await look(name, `old-${itemOf(name)}`, ', new settings')
  await changeSettings(name, 5)
  await waitForUpkeep()
  await look(name, `old-${itemOf(name)}`, ', new settings, kept up')
}

/** It comes every minute, and whenever the settings have changed. */
async function waitForUpkeep(): Promise<void> {
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; await delay(200)) {
    const { rows } = await client.query<{ is_due: boolean }>(
      `SELECT EXISTS (SELECT FROM item_ledger_nodes WHERE stale_at IS NOT NULL AND changes_at <= to_millis(now()))
         OR EXISTS (SELECT FROM subscriptions WHERE seen_end IS DISTINCT FROM period_end AND period_end <= now())
         OR EXISTS (SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('keep-items-up', 'count-items-anew'))
         AS is_due`,
    )
    if (!rows[0]!.is_due) return
  }
  throw new Error('Nobody came by to keep the items up.')
}

async function changeSettings(name: string, quantity: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/internal/config/override`, {
    method: 'PATCH',
    body: JSON.stringify({ config_override_string: JSON.stringify(planOf(name, quantity)) }),
    headers: headersFor('admin'),
  })
  if (!response.ok) throw new Error(await response.text())
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
