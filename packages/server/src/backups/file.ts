import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type pg from 'pg'
import { writeBackup } from './write.ts'

/** The file appears only when it is complete. */
export async function writeBackupFile(pool: pg.Pool, path: string, passphrase?: string): Promise<void> {
  const partial = `${path}.part`
  const client = await pool.connect()
  try {
    // Readable by nobody else: it contains everything.
    await writeBackup(client, createWriteStream(partial, { mode: 0o600, flush: true }), passphrase)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    client.release(true)
  }
}
