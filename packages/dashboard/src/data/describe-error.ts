import { KnownError, StatusError } from '@latchkey/react'
import { ApiError, isTooMany } from '../api.ts'
import { describeMistakes } from './refused-fields.ts'

/** Replaces API messages that mention IDs and tokens. */
const toOwners: Partial<Record<string, string>> = {
  TEAM_PERMISSION_REQUIRED: 'Only owners can do this.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN:
    'You are no longer an owner of this project. One of its owners can invite you again.',
}

/** A message to show. API errors are written for users; network errors are not. */
export function describeError(cause: unknown): string {
  if (KnownError.isKnownError(cause)) return toOwners[cause.errorCode] ?? cause.message
  if (cause instanceof StatusError && cause.statusCode < 500) return describeMistakes(cause.message) ?? cause.message
  if (cause instanceof ApiError) return describeMistakes(cause.message) ?? cause.message
  if (isTooMany(cause)) return 'There were too many attempts. Wait ten minutes, then try again.'
  if (cause instanceof StatusError) return 'The server reported an error. Try again, or check its log.'
  return 'Could not reach the server. Check your connection, then try again.'
}
