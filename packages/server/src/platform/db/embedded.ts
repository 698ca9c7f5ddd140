import { randomBytes } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readOrCreateFile } from '../start/data-folder.ts'
import { StartError } from '../start/error.ts'
import { prepareBinaries } from './embedded/binaries.ts'
import { type Cluster, createClusterIfMissing } from './embedded/cluster.ts'
import { findDatabaseUser } from './embedded/database-user.ts'
import type { GuardedProcess } from './embedded/guarded-process.ts'
import { stopLeftOver } from './embedded/left-over.ts'
import { findFreePort, startPostgres, stopPostgres } from './embedded/postgres-process.ts'
import { connectionStringOf, superuserConnectionStringOf } from './embedded/readiness.ts'

export interface EmbeddedPostgres {
  /** As the owner of the database, who has no rights beyond it. */
  connectionString: string
  /** For maintenance. The server does not use it. */
  superuserConnectionString: string
  /** The current process; a different one after a crash. */
  readonly pid: number
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** The data folder, locked by the caller: two servers on one database destroy it. */
  folder: string
  onProgress?: (message: string) => void
  /** Called when the process has started and is not ready yet. */
  onSpawn?: () => void
  /** Called when the database crashed; it is restarted on the same port. */
  onCrash?: (reason: string) => void
}

const minPauseMillis = 100
const maxPauseMillis = 2000

/**
 * A real PostgreSQL that belongs to this process: with fsync, only reachable from this machine with a generated password,
 * stopped when this process ends, even by kill -9, and restarted if it crashes. The server is not its superuser.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => {}, onSpawn = () => {}, onCrash = () => {} } = options
  const cluster = await prepareCluster(options.folder, onProgress).catch(explainFileProblem)
  let current: GuardedProcess | undefined
  const stopping = new AbortController()
  const setCurrent = (postgres: GuardedProcess) => {
    current = postgres
    onSpawn()
  }
  onProgress('Starting the database')
  const port = await startOnFreePort(cluster, setCurrent)
  const supervision = supervise()

  return {
    connectionString: connectionStringOf(port, cluster.password),
    superuserConnectionString: superuserConnectionStringOf(port, cluster.password),
    get pid() {
      return current?.pid ?? -1
    },
    async stop() {
      stopping.abort()
      if (current) await stopPostgres(current, cluster)
      await supervision
    },
  }

  async function supervise(): Promise<void> {
    let pauseMillis = minPauseMillis
    for (;;) {
      const startedAt = performance.now()
      const end = await current?.exited
      if (stopping.signal.aborted) return
      onCrash(`The database ${end}. Restarting it.`)
      // The delay only grows while it keeps failing.
      pauseMillis = performance.now() - startedAt > 10_000 ? minPauseMillis : Math.min(pauseMillis * 2, maxPauseMillis)
      await delay(pauseMillis, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      await restart().catch((error: Error) => onCrash(error.message))
    }
  }

  async function restart(): Promise<void> {
    await stopLeftOver(cluster)
    await startPostgres(cluster, port, setCurrent)
  }
}

async function prepareCluster(path: string, onProgress: (message: string) => void): Promise<Cluster> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const parent = await realpath(path)
  const folder = join(parent, 'postgres')
  const user = await findDatabaseUser(folder)
  const binaries = await prepareBinaries(parent, user)
  const password = await readOrCreateFile(join(parent, 'postgres-password'), () => randomBytes(32).toString('hex'))
  const cluster = { folder, binaries, user, password }
  await stopLeftOver(cluster)
  await createClusterIfMissing(cluster, onProgress)
  return cluster
}

/** For example a full disk, or a file system that does not support changing the owner. */
function explainFileProblem(cause: Error): never {
  if (cause instanceof StartError || !('syscall' in cause)) throw cause
  throw new StartError(`The database could not be prepared: ${cause.message}.`, { cause })
}

/** Retries, because another program may take a free port before it is used. */
async function startOnFreePort(cluster: Cluster, onSpawn: (postgres: GuardedProcess) => void): Promise<number> {
  for (let triesLeft = 3; ; triesLeft--) {
    const port = await findFreePort()
    try {
      await startPostgres(cluster, port, onSpawn)
      return port
    } catch (error) {
      if (triesLeft === 0 || !(error as Error).message.includes('Address already in use')) throw error
    }
  }
}
