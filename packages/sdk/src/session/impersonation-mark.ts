import { decodeAccessToken } from './access-token.ts'

/**
 * Remembers in this browser that a session is an impersonation, for the banner of the React components. They read it
 * themselves, so that apps without impersonation do not load any code for it.
 */
export function markImpersonation(projectId: string, accessToken: string): void {
  try {
    const sessionId = decodeAccessToken(accessToken)?.claims.refresh_token_id
    localStorage.setItem(`_LATCHKEY.impersonation.${projectId}`, String(sessionId))
  } catch {
    // Without storage, as on a server, there is no banner either.
  }
}
