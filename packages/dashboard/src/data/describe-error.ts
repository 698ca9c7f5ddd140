import { KnownError, StatusError } from '@latchkey/react'

/** Where the API speaks of IDs and tokens. */
const toOwners: Partial<Record<string, string>> = {
  TEAM_PERMISSION_REQUIRED: 'Your role does not allow this. It takes the role owner.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN:
    'You are no longer an owner of this project. One of its owners can invite you again.',
}

/** What to tell people. The API's own messages are written for them; those of the network are not. */
export function describeError(error: unknown): string {
  const cause = error instanceof Error && error.name === 'LoadError' ? error.cause : error
  if (KnownError.isKnownError(cause)) return toOwners[cause.errorCode] ?? cause.message
  if (cause instanceof StatusError && cause.statusCode < 500) return cause.message
  if (cause instanceof StatusError) return 'The server reported an error. Try again, or check its log.'
  return 'The server could not be reached. Check your connection, then try again.'
}
