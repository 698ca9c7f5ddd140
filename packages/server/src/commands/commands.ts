import type { Writable } from 'node:stream'
import { explainWriteFailure, writeBackupFile } from '../administration/backups/file.ts'
import type { BackupFile } from '../administration/backups/open.ts'
import { type RestoreOptions, restoreBackup } from '../administration/backups/restore.ts'
import { writeBackup } from '../administration/backups/write.ts'
import { reencrypt } from '../administration/reencryption/reencrypt.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { connectDatabase, type Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { createSecrets, type Secrets } from '../platform/secrets.ts'
import { checkSecretBeforehand } from '../projects/deployment/secret-check.ts'
import { reachDatabase } from './reach-database.ts'

// What operators run besides the server. Settings come from the same environment variables.

type Print = (line: string) => void

/** Applies the migrations without starting the server, for instance before a rolling upgrade. */
export async function migrateDatabase(env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  await withDatabase(env, async ({ db, pool }, secrets) => {
    await checkSecretBeforehand(db, secrets)
    const applied = await migrate(pool)
    print(applied.length > 0 ? `Applied ${applied.length} migrations.` : 'The database is up to date.')
  })
}

/** Encrypts everything with LATCHKEY_SECRET that is encrypted with one of LATCHKEY_FORMER_SECRETS. */
export async function reencryptDatabase(env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  await withDatabase(env, async ({ db }, secrets) => {
    await checkSecretBeforehand(db, secrets)
    const onProgress = ({ table, done }: { table: string; done: number }) => print(`${table}: ${done}`)
    const total = await reencrypt(db, secrets, { onProgress })
    print(`Everything is encrypted with LATCHKEY_SECRET (${total} changed). LATCHKEY_FORMER_SECRETS can be removed.`)
  })
}

/** To a file, which appears only when it is complete, or to a stream. */
export async function backUpDatabase(
  env: NodeJS.ProcessEnv,
  { output, passphrase }: { output: string | Writable; passphrase?: string | undefined },
): Promise<void> {
  await withDatabase(env, async ({ db, pool }, secrets) => {
    await checkSecretBeforehand(db, secrets)
    if (typeof output === 'string') return writeBackupFile(pool, output, { secrets, passphrase })
    const client = await pool.connect()
    try {
      await writeBackup(client, output, { secrets, passphrase })
    } catch (error) {
      throw explainWriteFailure(error)
    } finally {
      client.release(true)
    }
  })
}

/** Into an empty database. Checks the whole backup before anything is changed. */
export async function restoreDatabase(
  env: NodeJS.ProcessEnv,
  file: BackupFile,
  { print, decide }: { print: Print; decide: RestoreOptions['decide'] },
): Promise<void> {
  await withDatabase(env, async ({ pool }, secrets) => {
    const client = await pool.connect()
    try {
      const { createdAt, rows } = await restoreBackup(client, file, { secrets, decide })
      print(`Restored ${rows} rows from the backup of ${createdAt}.`)
      print('Recovery codes that were used after that work again: users who are concerned should create new ones.')
    } finally {
      client.release(true)
    }
    await migrate(pool)
  })
}

async function withDatabase(
  env: NodeJS.ProcessEnv,
  work: (database: Database, secrets: Secrets, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(env)
  const reached = await reachDatabase(config)
  try {
    const log = createLog({ level: 'warn', isProduction: config.isProduction, write: (line) => console.error(line) })
    const database = connectDatabase(reached.url, log, { maxConnections: 2, statementMillis: 60_000 })
    try {
      await work(database, createSecrets(reached.secret, config.formerSecrets), config)
    } finally {
      await database.close()
    }
  } finally {
    await reached.close()
  }
}
