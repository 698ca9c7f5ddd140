import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Secrets } from '../../platform/secrets.ts'
import { checkDigest } from './digest.ts'
import { decryptStream } from './encryption.ts'
import { BackupError, type BackupHeader, decodeFrames, type Frame } from './format.ts'

export interface BackupFile {
  path: string
  passphrase?: string | undefined
}

export interface OpenBackup {
  header: BackupHeader
  /** All frames. Ends with an error unless what was read has the right digest, so act only when it is done. */
  readFrames(): AsyncGenerator<Frame>
  close(): Promise<void>
}

const pieceSize = 64 * 1024

/** Reads the whole file. Throws if it is damaged, incomplete, or was not made with this secret. */
export async function openBackup(file: BackupFile, secrets: Secrets): Promise<OpenBackup> {
  const handle = await openFile(file.path)
  try {
    const isEncrypted = await checkKind(handle, file.passphrase)
    const passphrase = isEncrypted ? file.passphrase : undefined
    const readFrames = () => explainDamage(decodeContent(handle, passphrase, secrets))
    // Nothing in it is decompressed or parsed before its digest was checked.
    for await (const _ of explainDamage(readContent(handle, passphrase, secrets)));
    const header = await readHeader(readFrames())
    return { header, readFrames, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A pipe cannot be read twice, and opening one would wait for a writer. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    if ((await stat(path)).isFile()) return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    throw new BackupError(`The backup cannot be read: ${(cause as Error).message}.`, { cause })
  }
  throw new BackupError(`The backup cannot be read: ${path} is not a file.`)
}

/** Whether it is encrypted. Whoever gives a passphrase relies on nobody else having made the file. */
async function checkKind(handle: FileHandle, passphrase: string | undefined): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
  const start = buffer.subarray(0, bytesRead).toString('latin1')
  const isEncrypted = start.startsWith('age-encryption.org/')
  if (!isEncrypted && !start.startsWith('\x1f\x8b')) throw new BackupError('This is not a backup of Latchkey.')
  if (isEncrypted && !passphrase) throw new BackupError('The backup is encrypted: its passphrase is needed.')
  if (!isEncrypted && passphrase) {
    throw new BackupError(
      'The backup is not encrypted, but a passphrase was given. If it is the right file, restore it without a passphrase.',
    )
  }
  return isEncrypted
}

async function* readContent(
  handle: FileHandle,
  passphrase: string | undefined,
  secrets: Secrets,
): AsyncGenerator<Buffer> {
  const file = Readable.from(readBytes(handle), { objectMode: false })
  yield* checkDigest(passphrase ? await decryptStream(file, passphrase) : file, secrets)
}

/** From the beginning. A stream would close the file. */
async function* readBytes(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceSize), 0, pieceSize, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

async function* decodeContent(...content: Parameters<typeof readContent>): AsyncGenerator<Frame> {
  let isComplete = false
  const pieces = async function* () {
    yield* readContent(...content)
    isComplete = true
  }
  const packed = Readable.from(pieces(), { objectMode: false })
  const plain = createGunzip()
  packed.on('error', (error) => plain.destroy(error))
  try {
    yield* decodeFrames(packed.pipe(plain))
    // Decompression ends early if something follows that is not compressed.
    if (!isComplete) throw new Error('something follows its end')
  } finally {
    packed.destroy()
    plain.destroy()
  }
}

async function* explainDamage<T>(parts: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw new BackupError(`The backup is damaged: ${(cause as Error).message}.`, { cause })
  }
}

async function readHeader(frames: AsyncGenerator<Frame>): Promise<BackupHeader> {
  const { value: first } = await frames.next()
  await frames.return(undefined)
  if (first?.type !== 'header') throw new BackupError('The backup is damaged: it has no header.')
  if (first.value.formatVersion !== 1) throw new BackupError('The backup was made by a newer version of Latchkey.')
  return first.value
}
