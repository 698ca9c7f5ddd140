import { decodeAccessToken } from './access-token.ts'

/**
 * Tokens do not tell an impersonation, so the browser that started one remembers its session. Any other session in the
 * same browser is then not taken for one.
 */
const keyOf = (projectId: string) => `latchkey-impersonation-${projectId}`

export function markImpersonation(projectId: string, accessToken: string): void {
  try {
    localStorage.setItem(keyOf(projectId), String(decodeAccessToken(accessToken)?.claims.refresh_token_id))
  } catch {
    // Without storage, as on a server, there is no banner either.
  }
}

export function isMarkedImpersonation(projectId: string, accessToken: () => string | null): boolean {
  try {
    const marked = localStorage.getItem(keyOf(projectId))
    return !!marked && decodeAccessToken(accessToken())?.claims.refresh_token_id === marked
  } catch {
    return false
  }
}
