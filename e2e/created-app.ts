import { type ChildProcess, exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from './start-server.ts'

/** One for each worker, and not that of the person who runs the tests: `npx` keeps every program that it has run. */
const cache = fileURLToPath(new URL(`../.cache/npm-${process.env.VITEST_POOL_ID ?? 0}`, import.meta.url))

export interface CreatedApp {
  url: string
  folder: string
  stop(): Promise<void>
}

/** Runs the command that the dashboard shows, as it was copied, and starts the app. */
export async function createAndStartApp(command: string): Promise<CreatedApp> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-app-'))
  await rm(join(cache, '_npx'), { recursive: true, force: true })
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, npm_config_cache: cache, npm_config_yes: 'true', NEXT_TELEMETRY_DISABLED: '1' }
  await promisify(exec)(command, { cwd: parent, env, maxBuffer: 10_000_000 })
  const [name] = await readdir(parent)
  const folder = join(parent, name!)
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  // What `npm run dev` runs, so that stopping it leaves nothing behind.
  const args = command.includes('--framework next')
    ? ['node_modules/next/dist/bin/next', 'dev', '-p', port]
    : ['node_modules/vite/bin/vite.js', '--port', port, '--strictPort']
  const app = spawn(process.execPath, args, { cwd: folder, env: env as NodeJS.ProcessEnv, stdio: 'ignore' })
  const stop = async () => {
    await end(app)
    await rm(parent, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 100_000; ; await delay(50)) {
    if ((await fetch(url).catch(() => undefined))?.ok) return { url, folder, stop }
    if (app.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The app was not ready in 100 seconds.')
    }
  }
}

async function end(app: ChildProcess): Promise<void> {
  app.kill('SIGTERM')
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit')
}
