import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

export interface StartedServer {
  url: string
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

/** The server as `npm start` runs it, on a port and data folder of its own. */
export async function startServer(env: NodeJS.ProcessEnv = {}, nodeOptions: string[] = []): Promise<StartedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const port = env.PORT ?? String(await findFreePort())
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [...nodeOptions, main], {
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
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 60_000; ; await delay(50)) {
    if ((await fetch(`${url}/health`).catch(() => undefined))?.ok)
      return { url, signal: (name) => void server.kill(name), stop }
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The server was not ready in a minute.')
    }
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
