import { StatusError } from '@latchkey/sdk'
import type { TranslateConnections } from '../i18n/connections/translation.ts'

/** Why the server has refused a change, in its own words. Other failures are thrown. */
export function explainRefusal(error: unknown, t: TranslateConnections): string {
  if (!isRefusal(error)) throw error
  return t('Not saved: {reason}', { reason: error.message })
}

/** Refused for a reason that people can do something about. */
export const isRefusal = (error: unknown): error is StatusError =>
  error instanceof StatusError && (error.statusCode === 400 || error.statusCode === 409)
