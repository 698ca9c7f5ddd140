import { createHmac } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Of an address that somebody typed. Without the key nobody can try out addresses, also not those of another project. */
export function hashAddress(secrets: Secrets, projectId: string, address: string): Buffer {
  return hashWith(secrets.deriveBytes(purpose, 32), projectId, address)
}

/** With each secret of the server, because a trace may be older than the current one. */
export function hashesOfAddress(secrets: Secrets, projectId: string, address: string): Buffer[] {
  return secrets.deriveFromAll(purpose, 32).map((key) => hashWith(key, projectId, address))
}

const purpose = 'addresses in traces'

const hashWith = (key: Buffer, projectId: string, address: string) =>
  createHmac('sha256', key).update(`${projectId}:${address.toLowerCase()}`).digest()
