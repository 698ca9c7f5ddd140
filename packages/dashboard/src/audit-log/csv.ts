import type { CsvColumns } from '../data/csv.ts'
import type { AuditEntry } from '../data/rows.ts'

export const csvColumns: CsvColumns<AuditEntry> = [
  ['id', (entry) => entry.id],
  ['happened_at', (entry) => new Date(entry.happened_at_millis).toISOString()],
  ['action', (entry) => entry.action],
  ['actor_type', (entry) => entry.actor.type],
  ['actor_id', (entry) => entry.actor.id],
  ['actor_description', (entry) => entry.actor.description],
  ['target_type', (entry) => entry.target.type],
  ['target_id', (entry) => entry.target.id],
  ['ip_address', (entry) => entry.ip_address],
  ['user_agent', (entry) => entry.user_agent],
  ['request_id', (entry) => entry.request_id],
  ['details', (entry) => (entry.details === null ? null : JSON.stringify(entry.details))],
]
