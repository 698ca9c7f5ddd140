import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { applyMigrations } from '../../platform/db/migrate.ts'
import { allowLongWork } from '../../platform/db/session.ts'
import { inClientTransaction } from '../../platform/db/transactions.ts'
import { queues } from '../../platform/jobs/queues.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start/error.ts'
import { secretCheckName } from '../../projects/deployment/queries.ts'
import { BackupError, type Frame } from './format.ts'
import { type BackupFile, type OpenBackup, openBackup } from './open.ts'
import {
  advanceSequences,
  type BackedUpTable,
  copyToTable,
  discardWaiting,
  endAccessOfApps,
  endSessionsOfCompanies,
  forgetExports,
  hasOurTables,
  listBackedUpTables,
  restartJobs,
  type Waiting,
} from './queries.ts'

export interface RestoreOptions {
  secrets: Secrets
  /** Asked if something was waiting to be sent when the backup was made. */
  decide(waiting: Waiting): Promise<'send' | 'discard'>
}

export interface BackupSummary {
  createdAt: string
  rows: number
}

/** Fills an empty database, completely or not at all. Migrations that are newer than the backup are left to the start. */
export async function restoreBackup(
  client: pg.ClientBase,
  file: BackupFile,
  { secrets, decide }: RestoreOptions,
): Promise<BackupSummary> {
  const backup = await openBackup(file, secrets)
  try {
    const { secretCheck, waiting, createdAt } = backup.header
    checkSecret(secretCheck, secrets)
    await allowLongWork(client)
    await checkEmpty(client)
    const isWaiting = waiting.emails > 0 || waiting.webhooks > 0
    const isDiscarding = isWaiting && (await decide(waiting)) === 'discard'
    return { createdAt, rows: await restoreInTransaction(client, backup, isDiscarding) }
  } finally {
    await backup.close()
  }
}

const repeating = Object.entries(queues).flatMap(([name, { repeats }]) => (repeats ? [name] : []))

async function restoreInTransaction(client: pg.ClientBase, backup: OpenBackup, isDiscarding: boolean): Promise<number> {
  try {
    return await inClientTransaction(client, async () => {
      // Triggers are created later: the rows that they would write are in the backup.
      await applyMigrations(client, backup.header.migrations)
      const rows = await fillTables(client, backup.readFrames())
      await advanceSequences(client)
      await endSessionsOfCompanies(client)
      await endAccessOfApps(client)
      if (isDiscarding) await discardWaiting(client)
      await forgetExports(client)
      await restartJobs(client, repeating)
      return rows
    })
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new BackupError(`The backup could not be restored: ${(cause as Error).message}. Nothing was changed.`, {
      cause,
    })
  }
}

/** Every name in a statement is one of the migrated database. What the backup says is only compared with it. */
async function fillTables(client: pg.ClientBase, frames: AsyncGenerator<Frame>): Promise<number> {
  await frames.next()
  let rows = 0
  for (const table of await listBackedUpTables(client)) {
    const { value: frame } = await frames.next()
    if (frame?.type !== 'table' || JSON.stringify(frame.value) !== JSON.stringify(table)) throw new MisfitError()
    rows += await fillTable(client, table, frames)
  }
  // Reads to the end, where the digest is checked again: the file may have changed since the first time.
  if (!(await frames.next()).done) throw new MisfitError()
  return rows
}

async function fillTable(client: pg.ClientBase, table: BackedUpTable, frames: AsyncGenerator<Frame>): Promise<number> {
  let last: Frame | undefined
  const pieces = async function* () {
    for (;;) {
      last = (await frames.next()).value
      if (last?.type !== 'rows') return
      yield last.value
    }
  }
  const copy = copyToTable(client, table)
  await pipeline(Readable.from(pieces(), { objectMode: false }), copy)
  if (last?.type !== 'table-end' || last.value.rows !== copy.rowCount) throw new MisfitError()
  return copy.rowCount
}

async function checkEmpty(client: pg.ClientBase): Promise<void> {
  if (!(await hasOurTables(client))) return
  throw new BackupError(
    'The database already contains data of Latchkey. Restore into an empty database: set DATABASE_URL, or LATCHKEY_DATA_DIR to a new folder. Nothing was changed.',
  )
}

function checkSecret(secretCheck: string, secrets: Secrets): void {
  try {
    secrets.decrypt(secretCheck, secretCheckName)
  } catch {
    throw new BackupError(
      'The backup contains data of a former LATCHKEY_SECRET. Add it to LATCHKEY_FORMER_SECRETS. Nothing was changed.',
    )
  }
}

class MisfitError extends BackupError {
  constructor() {
    super('The backup does not fit the tables of its version. Nothing was changed.')
  }
}
