import type { AuditEntry } from '@latchkey/react'
import type { CsvColumns } from '../data/csv.ts'

export const csvColumns: CsvColumns<AuditEntry> = [
  ['id', (entry) => entry.id],
  ['happened_at', (entry) => entry.happenedAt.toISOString()],
  ['action', (entry) => entry.action],
  ['actor_type', (entry) => entry.actor.type],
  ['actor_id', (entry) => entry.actor.id],
  ['actor_description', (entry) => entry.actor.description],
  ['target_type', (entry) => entry.target.type],
  ['target_id', (entry) => entry.target.id],
  ['ip_address', (entry) => entry.ipAddress],
  ['user_agent', (entry) => entry.userAgent],
  ['request_id', (entry) => entry.requestId],
  ['details', (entry) => (entry.details === null ? null : JSON.stringify(entry.details))],
]
