import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string
  }
}

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

/** The server as `npm start` runs it, on a port and data folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const port = await findFreePort()
  const serverUrl = `http://localhost:${port}`
  const server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_LOG: 'warn',
      LATCHKEY_RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitForHealth(serverUrl, server)
  project.provide('serverUrl', serverUrl)
  return async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

async function waitForHealth(url: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(50)) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.')
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The server was not ready in a minute.')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
