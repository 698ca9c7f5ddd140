import { execFile } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start/error.ts'
import { type Cluster, dataDirectoryOf } from './cluster.ts'
import { type GuardedProcess, spawnGuarded } from './guarded-process.ts'
import { waitUntilReady } from './readiness.ts'

const maxLogBytes = 1_000_000

/** Starts PostgreSQL on the port and resolves when it accepts connections. */
export async function startPostgres(
  cluster: Cluster,
  port: number,
  onSpawn: (process: GuardedProcess) => void,
): Promise<void> {
  const { folder, binaries, user, password } = cluster
  const logFile = join(dirname(folder), 'postgres.log')
  await rotate(logFile)
  const log = await open(logFile, 'a', 0o600)
  const logStart = (await log.stat()).size
  const args = ['-D', dataDirectoryOf(folder, user), ...listSettings(port).flatMap((setting) => ['-c', setting])]
  const postgres = spawnGuarded(binaries.postgres, args, { user, cwd: folder, output: log.fd, whenOrphaned: 'stop' })
  onSpawn(postgres)
  await log.close()

  try {
    const isRunning = () => postgres.isRunning()
    const end = await Promise.race([postgres.exited, waitUntilReady({ port, password, isRunning })])
    if (end !== undefined || !isRunning()) throw new StartError(`The embedded PostgreSQL ${await postgres.exited}.`)
    postgres.keepAlive(false)
  } catch (error) {
    await stopPostgres(postgres, cluster)
    const printed = (await readFile(logFile)).subarray(logStart).toString().trim()
    const lastLines = printed.split('\n').slice(-3).join(' ')
    throw new StartError(`${(error as Error).message} Its last log lines: ${lastLines} (${logFile})`, {
      cause: error,
    })
  }
}

/** Set on the command line, so that they depend on the version of Latchkey rather than on the data folder. */
function listSettings(port: number): string[] {
  return [
    // Only from this machine, with the password, on this port.
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'shared_buffers=128MB',
    // All queries use an index; starting parallel workers would take longer than it saves.
    'max_parallel_workers_per_gather=0',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    // Only starts, stops and crashes. We log failed statements ourselves, and their text could contain secrets.
    'logging_collector=off',
    'log_destination=stderr',
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
  ]
}

/** A fast shutdown, then an immediate one, then SIGKILL. Never leaves a process behind. */
export async function stopPostgres(postgres: GuardedProcess, cluster: Cluster): Promise<void> {
  postgres.keepAlive(true)
  if (process.platform === 'win32' && postgres.isRunning()) {
    // Windows has no such signals.
    await promisify(execFile)(cluster.binaries.pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast']).catch(() => {})
  }
  for (const [signal, maxMillis] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    if (!postgres.isRunning()) return
    postgres.signal(signal)
    await Promise.race([postgres.exited, delay(maxMillis, undefined, { ref: false })])
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(logFile, `${logFile}.1`)
}
