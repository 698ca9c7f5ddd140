import type { Platform } from '../../platform/platform.ts'
import type { ConnectionRow } from './queries.ts'

/** What a connection keeps secret. Never returned. */
export interface ConnectionSecrets {
  client_secret?: string
  /** Of SAML: signs requests and decrypts assertions. PEM. */
  private_key?: string
}

type Owner = Pick<ConnectionRow, 'project_id' | 'id'>

export function sealSecrets({ secrets }: Platform, owner: Owner, content: ConnectionSecrets): string {
  return secrets.encrypt(JSON.stringify(content), purposeOfConnectionSecrets(owner))
}

export function openSecrets(
  { secrets }: Platform,
  row: Owner & { secrets_encrypted: string | null },
): ConnectionSecrets {
  if (row.secrets_encrypted === null) return {}
  return JSON.parse(secrets.decrypt(row.secrets_encrypted, purposeOfConnectionSecrets(row))) as ConnectionSecrets
}

export function purposeOfConnectionSecrets({ project_id, id }: Owner): string {
  return `secrets of the connection ${id} in ${project_id}`
}
