import { KnownErrors } from '@latchkey/sdk'

/** Browsers answer alike when somebody cancels, waits too long or has no passkey, so that pages cannot tell. */
export function isCancelledByPerson(error: unknown): boolean {
  if (!KnownErrors.PasskeyWebAuthnError.isInstance(error)) return false
  const { code } = error.details as { code?: string }
  return code === 'NotAllowedError' || code === 'AbortError'
}
