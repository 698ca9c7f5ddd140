import { inTransaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { SamlRefused } from '../saml/refused.ts'
import { type ConnectionRow, claimDueMetadata, findConnectionForUpdate, updateConnection } from './queries.ts'
import { fetchProvider, type StoredProvider } from './saml-settings.ts'

const hour = 3600 * 1000
export const metadataEveryMillis = 24 * hour
const retryMillis = hour
const perTurn = 10
const maxTurns = 50

/**
 * Reads the metadata of providers again, whose certificates change: for a while they list the old and the new one, and both
 * are accepted. If it cannot be read, what was read last stays in use.
 */
export async function readDueMetadata(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (let turn = 0; turn < maxTurns && !signal?.aborted; turn++) {
    const due = await claimDueMetadata(platform.db, platform.now(), perTurn)
    await Promise.all(due.map((connection) => readMetadata(platform, connection)))
    if (due.length < perTurn) return
  }
}

/** Whoever has other certificates signs people in, so it is not only the daily routine. */
function listChanged(before: StoredProvider, after: StoredProvider): string[] {
  const fingerprints = ({ certificates }: StoredProvider) => certificates.map(({ fingerprint }) => fingerprint).sort()
  return [
    ...(`${fingerprints(before)}` === `${fingerprints(after)}` ? [] : ['certificates']),
    ...(before.sign_in_url === after.sign_in_url ? [] : ['sign_in_url']),
  ]
}

async function readMetadata(platform: Platform, connection: ConnectionRow): Promise<void> {
  const { saml } = connection.settings
  if (!saml?.metadata_url || !saml.provider) return
  // The entity cannot change: its users are others.
  const read = await fetchProvider(platform, saml.metadata_url, saml.provider.entity_id).catch((error: unknown) => {
    // Whatever is wrong with it must not keep the others from being read.
    const level = error instanceof SamlRefused ? 'warn' : 'error'
    platform.log[level]('The metadata of a connection cannot be read', { connection: connection.id, error })
    return undefined
  })
  await inTransaction(platform.db, async (trx) => {
    const row = await findConnectionForUpdate(trx, connection.project_id, connection.id)
    const current = row?.settings.saml
    // Somebody has changed it meanwhile.
    if (!row || current?.metadata_url !== saml.metadata_url) return
    const now = platform.now()
    const isSame = read !== undefined && read.entity_id === current.provider?.entity_id
    const changed = isSame
      ? { provider: read, metadata_read_at_millis: now.getTime(), metadata_failing_since_millis: null }
      : { metadata_failing_since_millis: current.metadata_failing_since_millis ?? now.getTime() }
    const change = {
      settings: { ...row.settings, saml: { ...current, ...changed } },
      read_metadata_at: new Date(now.getTime() + (isSame ? metadataEveryMillis : retryMillis)),
    }
    await updateConnection(trx, row.project_id, row.id, change, { now: row.updated_at, isNewVersion: false })
    const fields = isSame && current.provider ? listChanged(current.provider, read) : []
    if (fields.length === 0) return
    const entry = {
      action: 'connection.metadata_changed' as const,
      target: { type: 'connection' as const, id: row.id },
      details: { team_id: row.team_id, display_name: row.display_name, fields },
    }
    await recordSystemAudit(trx, row.project_id, entry, now)
  })
}
