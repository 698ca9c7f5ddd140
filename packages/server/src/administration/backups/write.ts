import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { allowLongWork } from '../../platform/db/session.ts'
import { inSnapshot } from '../../platform/db/transactions.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { version } from '../../platform/version.ts'
import { secretCheckName } from '../../projects/deployment/queries.ts'
import { addDigest } from './digest.ts'
import { encryptStream } from './encryption.ts'
import { BackupError, type BackupHeader, encodeFrame } from './format.ts'
import {
  type BackedUpTable,
  copyFromTable,
  countWaiting,
  findDeploymentValue,
  listBackedUpTables,
  listMigrations,
} from './queries.ts'

export interface Protection {
  /** Those of the deployment, for the digest. */
  secrets: Secrets
  /** Encrypts the whole backup, in the format of age. */
  passphrase?: string | undefined
}

/** Writes a consistent copy of all tables while servers run. */
export async function writeBackup(
  client: pg.ClientBase,
  output: Writable,
  { secrets, passphrase }: Protection,
): Promise<void> {
  await allowLongWork(client)
  await inSnapshot(client, async () => {
    const frames = Readable.from(readFrames(client), { objectMode: false })
    const packed = frames.pipe(createGzip())
    frames.on('error', (error) => packed.destroy(error))
    const content = Readable.from(addDigest(packed, secrets), { objectMode: false })
    await pipeline(passphrase ? await encryptStream(content, passphrase) : content, output)
  })
}

async function* readFrames(client: pg.ClientBase): AsyncGenerator<Buffer> {
  yield encodeFrame({ type: 'header', value: await readHeader(client) })
  for (const table of await listBackedUpTables(client)) yield* readTable(client, table)
}

async function* readTable(client: pg.ClientBase, table: BackedUpTable): AsyncGenerator<Buffer> {
  yield encodeFrame({ type: 'table', value: table })
  const copy = copyFromTable(client, table)
  for await (const piece of copy) yield encodeFrame({ type: 'rows', value: piece as Buffer })
  yield encodeFrame({ type: 'table-end', value: { rows: copy.rowCount } })
}

async function readHeader(client: pg.ClientBase): Promise<BackupHeader> {
  const secretCheck = await findDeploymentValue(client, secretCheckName)
  if (!secretCheck) {
    throw new BackupError('There is nothing to back up: no server has been started with this database.')
  }
  return {
    formatVersion: 1,
    version,
    createdAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    secretCheck,
    waiting: await countWaiting(client),
  }
}
