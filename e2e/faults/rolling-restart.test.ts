import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@latchkey/server'
import { killPrograms } from '@latchkey/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../start-server.ts'
import { startBalancer } from './balancer.ts'
import { startLoad } from './load.ts'
import { type Node, startNode } from './node.ts'

let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-rolling-'))
  postgres = await startEmbeddedPostgres({ folder })
})
afterAll(async () => {
  await killPrograms()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('nobody notices when one node after the other is restarted behind a load balancer', async () => {
  const ports = [await findFreePort(), await findFreePort()]
  const start = (port: number): Promise<Node> =>
    startNode(postgres.connectionString, { PORT: `${port}`, LATCHKEY_STOP_DELAY_SECONDS: '2' })
  // Concurrently, on an empty database.
  const nodes = await Promise.all(ports.map(start))
  const balancer = await startBalancer(ports)
  await expect.poll(() => balancer.ready.size).toBe(2)
  const load = startLoad(balancer.url, 4)

  for (const [index, port] of ports.entries()) {
    const node = nodes[index]!
    node.program.kill('SIGTERM')
    expect(await node.program.exited).toEqual({ code: 0, signal: null })
    expect(node.program.output()).not.toMatch(/warn|error/i)
    const served = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(served + 5)
    nodes[index] = await start(port)
    await expect.poll(() => balancer.ready.size).toBe(2)
  }
  await load.stop()
  await balancer.close()
  for (const { program } of nodes) expect(program.output()).not.toMatch(/warn|error/i)
  expect([...load.statuses.keys()].sort()).toEqual([200, 201])
})
