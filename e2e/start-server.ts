import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { execute, removeFolder } from '@latchkey/server/testing'

const main = fileURLToPath(new URL('../packages/server/dist/bundle/main.js', import.meta.url))
/** What `npm start` runs. It checks first whether everything is installed and built. */
export const startScript = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url))

export interface StartedServer {
  url: string
  /** From now on every link and code that was sent is eight days old. */
  ageCodes(): Promise<void>
  stop(): Promise<void>
}

/** A server with its own port and data folder. */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  nodeOptions: string[] = [],
  program = main,
): Promise<StartedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const port = env.PORT ?? String(await findFreePort())
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [...nodeOptions, program], {
    env: {
      PATH: process.env.PATH,
      PORT: port,
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_LOG: 'warn',
      LATCHKEY_RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    await removeFolder(folder)
  }
  const ageCodes = async () => {
    const sql = "UPDATE verification_codes SET expires_at = expires_at - interval '8 days'"
    await execute(await findDatabase(folder), sql)
  }
  for (const deadline = Date.now() + 100_000; ; await delay(50)) {
    if ((await fetch(`${url}/health`).catch(() => undefined))?.ok) return { url, ageCodes, stop }
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The server was not ready in 100 seconds.')
    }
  }
}

/** The embedded database of a running server. */
async function findDatabase(folder: string): Promise<string> {
  const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim()
  const port = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://latchkey:${password}@127.0.0.1:${port}/latchkey`
}

/**
 * Below the ephemeral ports, so that no connection takes it before the server does, and different from those of the
 * other workers.
 */
export async function findFreePort(): Promise<number> {
  const perWorker = 2_000
  const first = 11_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * perWorker
  for (;;) {
    const port = first + randomInt(perWorker)
    const probe = createServer().listen(port)
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
