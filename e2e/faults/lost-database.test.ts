import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@latchkey/server'
import { execute, killPrograms, removeFolder } from '@latchkey/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoad } from './load.ts'
import { type Node, startNode } from './node.ts'

let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let databaseUrl: string
let node: Node

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-lost-'))
  postgres = await startEmbeddedPostgres({ folder })
  databaseUrl = postgres.connectionString
  node = await startNode(databaseUrl, { LATCHKEY_RATE_LIMITS: 'off' })
})
afterAll(async () => {
  await killPrograms()
  await postgres?.stop()
  await removeFolder(folder)
})

const faults: Record<string, () => Promise<void>> = {
  'is killed': async () => {
    process.kill(postgres.pid, 'SIGKILL')
  },
  'is restarted at once': async () => {
    process.kill(postgres.pid, 'SIGQUIT')
  },
  'ends its connections again and again': async () => {
    for (let round = 0; round < 10; round++) {
      await execute(
        databaseUrl,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'latchkey%'",
      )
      await delay(100)
    }
  },
  freezes: async () => {
    const processes = listProcesses(postgres.pid)
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    await delay(7_000)
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  },
}

test.each(Object.keys(faults))('survives it, with work under way, when the database %s', async (fault) => {
  const load = startLoad(node.url)
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(20)
  await faults[fault]!()
  await expect.poll(() => load.statuses.get(503) ?? 0).toBeGreaterThan(0)
  const before = load.acknowledged.length
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 20)
  await load.stop()

  // Created, found, or asked to retry: every request gets a response, and none is reported as a bug.
  expect([...load.statuses.keys()].sort()).toEqual([200, 201, 503])
  await expectAll(load.acknowledged)
})

test('tells of a lost connection in one line', async () => {
  const lines = node.program.output().split('\n')
  expect(lines.filter((line) => /lost|away/.test(line)).length).toBeGreaterThan(0)
  expect(lines.filter((line) => /^\s+at |_events|socket/.test(line))).toEqual([])
})

async function expectAll(ids: string[]): Promise<void> {
  const { rows } = await execute(databaseUrl, "SELECT id::text FROM users WHERE project_id = 'internal'")
  const present = new Set(rows.map((row) => row.id))
  expect(ids.filter((id) => !present.has(id))).toEqual([])
}

/** The database and all its child processes. */
function listProcesses(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return [root, ...pairs.filter(([, parent]) => parent === root).map(([pid]) => pid!)]
}
