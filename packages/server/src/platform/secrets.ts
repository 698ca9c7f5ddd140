import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

/** All keys are derived from a deployment secret, each with its own label. */
export interface Secrets {
  /** Derived from the current secret. */
  deriveBytes(purpose: string, length: number): Buffer
  /** Derived from each secret, the current one first. */
  deriveFromAll(purpose: string, length: number): Buffer[]
  /** `purpose` names the place and owner of the text; it cannot be decrypted with another purpose. */
  encrypt(text: string, purpose: string): string
  /** Works for texts that were encrypted with the current secret or a former one. */
  decrypt(sealed: string, purpose: string): string
  /** What every text that was encrypted with the current secret starts with. */
  currentPrefix: string
  /** The IDs of the encryption keys, the current one first. They are no secret. */
  keyIds: readonly string[]
  /** The ID of the key that this text was encrypted with. */
  keyIdOf(sealed: string): string
}

const version = 'v1'

/** Former secrets still decrypt, and the tokens that they signed stay valid. */
export function createSecrets(currentSecret: string, formerSecrets: readonly string[] = []): Secrets {
  const current = createKeySource(currentSecret)
  const all = [current, ...formerSecrets.map(createKeySource)]

  return {
    deriveBytes: current.deriveBytes,
    deriveFromAll: (purpose, length) => all.map((source) => source.deriveBytes(purpose, length)),
    encrypt(text, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.encryptionKey, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.prefix}${sealed.toString('base64')}`
    },
    decrypt(sealed, purpose) {
      const source = all.find(({ prefix }) => sealed.startsWith(prefix))
      if (!source) throw new Error('This text was encrypted with a secret that is not configured.')
      const bytes = Buffer.from(sealed.slice(source.prefix.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', source.encryptionKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
    currentPrefix: current.prefix,
    keyIds: all.map(({ id }) => id),
    keyIdOf: (sealed) => sealed.split(':')[1] ?? '',
  }
}

function createKeySource(secret: string) {
  const deriveBytes = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'latchkey', purpose, length))
  // Derived like a key, so that it says nothing about the secret.
  const id = deriveBytes('id of the encryption key', 4).toString('hex')
  return { id, deriveBytes, encryptionKey: deriveBytes('encryption at rest', 32), prefix: `${version}:${id}:` }
}

/** Tokens and keys have 225 random bits, so a plain hash cannot be reversed by guessing. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
