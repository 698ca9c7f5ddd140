import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

/** All keys are derived from the deployment secret, each with its own label. */
export interface Secrets {
  deriveBytes(purpose: string, length: number): Buffer
  /** `purpose` names the place and owner of the text; it cannot be decrypted with another purpose. */
  encrypt(text: string, purpose: string): string
  decrypt(sealed: string, purpose: string): string
}

const version = 'v1'

export function createSecrets(deploymentSecret: string): Secrets {
  const deriveBytes = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', deploymentSecret, 'latchkey', purpose, length))
  const encryptionKey = deriveBytes('encryption at rest', 32)

  return {
    deriveBytes,
    encrypt(text, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}:${sealed.toString('base64')}`
    },
    decrypt(sealed, purpose) {
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** Tokens and keys have 225 random bits, so a plain hash cannot be reversed by guessing. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
