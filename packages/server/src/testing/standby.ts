import { appendFile, cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts'
import { removeFolder } from './child-program.ts'

export interface Standby {
  primaryUrl: string
  primaryPid: number
  replicaUrl: string
  replicaSuperuserUrl: string
  /** It is started again on the same port. */
  killReplica(): void
  stop(): Promise<void>
}

/** Two PostgreSQL servers, the second of which follows the first. */
export async function startWithStandby(): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-standby-'))
  const started: EmbeddedPostgres[] = []
  const stop = async () => {
    for (const server of started.reverse()) await server.stop()
    await removeFolder(folder)
  }
  try {
    const primary = await startEmbeddedPostgres({ folder: join(folder, 'primary') })
    started.push(primary)
    await copyRunning(primary.superuserConnectionString, join(folder, 'primary'), join(folder, 'replica'))
    const replica = await startEmbeddedPostgres({ folder: join(folder, 'replica') })
    started.push(replica)
    return {
      primaryUrl: primary.connectionString,
      primaryPid: primary.pid,
      replicaUrl: replica.connectionString,
      replicaSuperuserUrl: replica.superuserConnectionString,
      killReplica: () => void process.kill(replica.pid, 'SIGKILL'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What `pg_basebackup` does, which the embedded PostgreSQL comes without. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('standby', fast => true)")
    const filter = (path: string) => !path.endsWith('postmaster.pid')
    await cp(from, to, { recursive: true, filter })
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()')
    await writeFile(join(to, 'postgres/backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  const { hostname, port, username, password } = new URL(url)
  const source = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(to, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await writeFile(join(to, 'postgres/standby.signal'), '')
}
