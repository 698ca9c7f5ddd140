import { randomBytes } from 'node:crypto'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { syncFolder } from '../../platform/start/data-folder.ts'
import { BackupError } from './format.ts'
import { type Protection, writeBackup } from './write.ts'

/** The file appears only when it is complete. */
export async function writeBackupFile(pool: pg.Pool, path: string, protection: Protection): Promise<void> {
  await assertReplaceable(path)
  const client = await pool.connect()
  // Nobody can have prepared this name, and it is not opened if it exists, so that nothing leads the content elsewhere.
  const partial = `${path}.${randomBytes(8).toString('hex')}.part`
  try {
    // Readable by nobody else: it contains everything.
    const file = await open(partial, 'wx', 0o600)
    try {
      await writeBackup(client, file.createWriteStream({ flush: true }), protection)
    } finally {
      await file.close()
    }
    await rename(partial, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(partial, { force: true })
    throw explainWriteFailure(error)
  } finally {
    client.release(true)
  }
}

/** For example a full disk, a missing folder or a closed pipe. */
export function explainWriteFailure(cause: unknown): unknown {
  if (!(cause instanceof Error && 'syscall' in cause)) return cause
  return new BackupError(`The backup could not be written: ${cause.message}.`, { cause })
}

/** An older backup is replaced. A link, folder or device is not. */
async function assertReplaceable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isFile()) return
  throw new BackupError(
    `${path} is not a regular file. Choose the name of a new file, or - for standard output, which can be redirected.`,
  )
}
