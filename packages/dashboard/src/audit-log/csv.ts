import type { AuditEntry } from '@latchkey/react'

const columns: readonly [name: string, value: (entry: AuditEntry) => unknown][] = [
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

export function toCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => columns.map(([, value]) => toCell(value(entry))))
  return [columns.map(([name]) => name), ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function toCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  // Spreadsheets would run what begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
