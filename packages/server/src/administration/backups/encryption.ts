import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { BackupError } from './format.ts'

/**
 * The cost of a guess, as a power of two: 2 to the power of 15. The usual 18 would stop a running server for seconds,
 * because this library computes it in JavaScript. Passphrases should be long and random anyway.
 */
const workFactor = 15

// The library is loaded only if a backup is encrypted.

export async function encryptStream(plain: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return Readable.fromWeb((await encrypter.encrypt(toWeb(plain))) as ReadableStream)
}

export async function decryptStream(sealed: Readable, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Readable.fromWeb((await decrypter.decrypt(toWeb(sealed))) as ReadableStream)
  } catch (cause) {
    throw new BackupError('The backup cannot be decrypted with this passphrase.', { cause })
  }
}

function toWeb(stream: Readable) {
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
}
