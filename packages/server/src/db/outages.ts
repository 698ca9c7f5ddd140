/** The database is away, overloaded or takes no writes now, rather than the query being wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', severity } = error as { code?: string; severity?: string }
  // The database has ended the connection, or refused it.
  if (severity === 'FATAL') return true
  if (/^(08|53|57|58)/.test(code) || code === readOnlyState || networkCodes.has(code)) return true
  return lossMessages.test(error.message)
}

/** A copy of another database, or one that is being switched over: it reads, but does not write. */
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

/** What the driver says in its own words. */
const lossMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout/
