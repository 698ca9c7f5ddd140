import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Where a value is stored. A value encrypted for one location cannot be decrypted for another. */
export interface Place {
  projectId: string
  storeId: string
  keyHash: Buffer
}

/** A stored value: encrypted with its own data key, which is encrypted with the key of the deployment. */
export interface Envelope {
  dataKeyEncrypted: string
  valueEncrypted: Buffer
}

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

export function sealValue(value: string, place: Place, secrets: Secrets): Envelope {
  const context = contextOfVaultValue(place)
  const dataKey = randomBytes(32)
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, dataKey, iv).setAAD(Buffer.from(context))
  const valueEncrypted = Buffer.concat([iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { dataKeyEncrypted: secrets.encrypt(dataKey.toString('base64'), context), valueEncrypted }
}

export function openValue({ dataKeyEncrypted, valueEncrypted }: Envelope, place: Place, secrets: Secrets): string {
  const context = contextOfVaultValue(place)
  const dataKey = Buffer.from(secrets.decrypt(dataKeyEncrypted, context), 'base64')
  const decipher = createDecipheriv(algorithm, dataKey, valueEncrypted.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(valueEncrypted.subarray(-tagLength))
  const bytes = [decipher.update(valueEncrypted.subarray(ivLength, -tagLength)), decipher.final()]
  return Buffer.concat(bytes).toString('utf8')
}

/** Keyed with a secret of the deployment, so that a copy of the database does not help to guess keys of clients. */
export function hashVaultKey(hashedKey: string, vaultHashKey: Buffer): Buffer {
  return createHmac('sha256', vaultHashKey).update(hashedKey).digest()
}

/** What the data key is encrypted for. */
export function contextOfVaultValue({ projectId, storeId, keyHash }: Place): string {
  return `value of the data vault: ${JSON.stringify([projectId, storeId, keyHash.toString('hex')])}`
}
