import { KnownError, StatusError } from '@latchkey/react'

/** What to tell people. The API's own messages are written for them; those of the network are not. */
export function describeError(error: unknown): string {
  const cause = error instanceof Error && error.name === 'LoadError' ? error.cause : error
  if (KnownError.isKnownError(cause)) {
    // The API names the user and the team by their IDs.
    return cause.errorCode === 'TEAM_PERMISSION_REQUIRED' ? 'Only owners who are admins can do this.' : cause.message
  }
  if (cause instanceof StatusError && cause.statusCode < 500) return cause.message
  if (cause instanceof StatusError) return 'The server reported an error. Try again, or look into its log.'
  return 'The server could not be reached. Check your connection, then try again.'
}
