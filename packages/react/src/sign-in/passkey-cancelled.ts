import { hasCode } from '@latchkey/sdk'

/**
 * Browsers report the same error for cancelling, timeouts and missing passkeys, so that pages cannot tell them apart.
 */
export function isCancelledByPerson(error: unknown): boolean {
  if (!hasCode(error, 'PASSKEY_WEBAUTHN_ERROR')) return false
  const { code } = error.details as { code?: string }
  return code === 'NotAllowedError' || code === 'AbortError'
}
