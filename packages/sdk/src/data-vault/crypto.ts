import { AssertionError } from '../errors/errors.ts'

// Other clients read these values too, so every byte must match theirs, including these strings.

type Bytes = Uint8Array<ArrayBuffer>

const keyPurpose = 'stack-data-vault-client-side-encryption-value-encryption-key-hash'
const hashPurpose = 'stack-data-vault-client-side-encryption-key-hash'
const valuePurpose = 'stack-data-vault-client-side-encryption-value-encryption-value-encryption'

const version = [1, 0]
const saltLength = 16
const ivLength = 12
const tagLength = 16
const bodyOffset = version.length + saltLength + ivLength

/**
 * Name and encryption key of a value are derived from this key. Deliberately slow, so that secrets are hard to guess.
 */
export function deriveVaultKey(key: string, secret: string): Promise<Bytes> {
  return iterateHash(keyPurpose, secret, encode(key), 100_000)
}

/** The name of a value on the server. It reveals neither the key nor the secret. */
export async function hashVaultKey(vaultKey: Bytes, secret: string): Promise<string> {
  return toBase64(await iterateHash(hashPurpose, secret, vaultKey, 1))
}

export async function encryptValue(
  vaultKey: Bytes,
  value: string,
  salt = randomBytes(saltLength),
  iv = randomBytes(ivLength),
): Promise<string> {
  const key = await importAesKey(await deriveAesKey(vaultKey, salt), 'encrypt')
  const body = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encode(value))
  const bytes = new Uint8Array(bodyOffset + body.byteLength)
  bytes.set([...version, ...salt, ...iv])
  bytes.set(new Uint8Array(body), bodyOffset)
  return toBase64(bytes)
}

export async function decryptValue(vaultKey: Bytes, encrypted: string): Promise<string> {
  const bytes = fromBase64(encrypted)
  if (!bytes || version.some((byte, index) => bytes[index] !== byte)) {
    throw new AssertionError('The value in the data vault has a version that this SDK does not support.')
  }
  if (bytes.length < bodyOffset + tagLength) throw new AssertionError('The value in the data vault is truncated.')
  const salt = bytes.slice(version.length, version.length + saltLength)
  const iv = bytes.slice(version.length + saltLength, bodyOffset)
  const key = await importAesKey(await deriveAesKey(vaultKey, salt), 'decrypt')
  let body: ArrayBuffer
  try {
    body = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(bodyOffset))
  } catch (cause) {
    const message =
      'Decryption failed: the secret is not the one that the value was set with, or the value was changed.'
    throw new Error(message, { cause })
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
}

export async function deriveAesKey(vaultKey: Bytes, salt: Bytes): Promise<Bytes> {
  const info = encode(
    JSON.stringify(['stack-crypto-helper-derived-symmetric-key', valuePurpose, 'binary-key', toBase64(salt)]),
  )
  const key = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, 256))
}

async function iterateHash(purpose: string, extra: string, password: Bytes, iterations: number): Promise<Bytes> {
  const salt = encode(
    JSON.stringify(['stack-crypto-helper-iterated-hash', purpose, toBase64(new Uint8Array()), toBase64(encode(extra))]),
  )
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256)
  return new Uint8Array(bits)
}

function importAesKey(key: Bytes, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage])
}

function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes
}

/** In chunks, because the number of arguments of a function is limited. */
function toBase64(bytes: Bytes): string {
  const pieceLength = 8192
  let binary = ''
  for (let start = 0; start < bytes.length; start += pieceLength) {
    binary += String.fromCharCode(...bytes.subarray(start, start + pieceLength))
  }
  return btoa(binary)
}

function fromBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    return undefined
  }
}
