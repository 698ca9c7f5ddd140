import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { BackupError } from './format.ts'

/** The last line of a backup: the ID of the key, and the digest of everything before with that key. */
const lastLine = /^\nlatchkey-backup ([0-9a-f]{8}) ([0-9a-f]{64})\n$/
const lastLineLength = '\nlatchkey-backup '.length + 8 + ' '.length + 64 + '\n'.length
const purpose = 'digest of backups'

export async function* addDigest(pieces: AsyncIterable<Buffer>, secrets: Secrets): AsyncGenerator<Buffer> {
  const digest = createHmac('sha256', secrets.deriveBytes(purpose, 32))
  for await (const piece of pieces) {
    digest.update(piece)
    yield piece
  }
  yield Buffer.from(`\nlatchkey-backup ${secrets.keyIds[0]} ${digest.digest('hex')}\n`)
}

/** Passes on everything but the digest, and then throws unless the digest is right. Until then, nothing can be trusted. */
export async function* checkDigest(pieces: AsyncIterable<Uint8Array>, secrets: Secrets): AsyncGenerator<Buffer> {
  const digests = secrets.deriveFromAll(purpose, 32).map((key) => createHmac('sha256', key))
  let held = Buffer.alloc(0)
  for await (const piece of pieces) {
    const read = Buffer.concat([held, piece])
    const content = read.subarray(0, -lastLineLength)
    held = read.subarray(content.length)
    for (const digest of digests) digest.update(content)
    if (content.length > 0) yield content
  }
  const [, keyId = '', found = ''] = lastLine.exec(held.toString('latin1')) ?? []
  if (!keyId) throw new BackupError('The backup is incomplete: it does not end with its digest. Nothing was changed.')
  const expected = digests[secrets.keyIds.indexOf(keyId)]
  if (!expected) {
    throw new BackupError(
      'The backup was made with another LATCHKEY_SECRET, without which nothing in it can be decrypted. Set that one. Nothing was changed.',
    )
  }
  if (!timingSafeEqual(expected.digest(), Buffer.from(found, 'hex'))) {
    throw new BackupError('The backup was changed or damaged after it was made. Nothing was changed in the database.')
  }
}
