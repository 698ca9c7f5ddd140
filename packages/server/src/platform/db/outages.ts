/**
 * Whether the database is unavailable, overloaded or read-only, or other transactions got in the way (class 40), rather
 * than the query being wrong: the same request may succeed in a moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnavailableError) return true
  const { code = '', severity } = error as { code?: string; severity?: string }
  // The database has closed or refused the connection.
  if (severity === 'FATAL') return true
  if (/^(08|40|53|57|58)/.test(code) || code === readOnlyState || networkCodes.has(code)) return true
  return lossMessages.test(error.message)
}

/** A server that cannot be sure of what the database says now. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** The database is a replica or is failing over, so it is read-only. */
export const readOnlyState = '25006'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Messages of the driver, which have no code. */
const lossMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout/
