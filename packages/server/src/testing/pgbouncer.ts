import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execute } from './database.ts'

/** Distributions install it where only root looks. */
const env = { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0

/** PgBouncer in transaction mode with two connections to the database, so that sessions are shared all the time. */
export async function openPgBouncer(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pgbouncer-'))
  const port = await findFreePort()
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${databasePort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
`,
  )
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chmod(folder, 0o755)
  const program = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), file], { env, stdio: 'ignore' })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  await waitUntilReady(program, url.href)
  return {
    url: url.href,
    async close() {
      program.kill('SIGKILL')
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(program: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(50)) {
    if (program.exitCode !== null) throw new Error(`PgBouncer ended with ${program.exitCode}.`)
    const isReady = await execute(url, 'SELECT 1').then(
      () => true,
      () => false,
    )
    if (isReady) return
  }
  throw new Error('PgBouncer was not ready in 20 seconds.')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
