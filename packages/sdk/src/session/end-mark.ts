import type { Restriction } from './session.ts'

/**
 * Remembers in this browser that the server has ended a session, until the next sign-in. The sign-in page of the React
 * components tells the user, also in tabs that only notice that the cookie is gone.
 */
export function rememberEnd(projectId: string, end: { restriction: Restriction } | null): void {
  const key = `_LATCHKEY.ended.${projectId}`
  try {
    if (end) localStorage.setItem(key, JSON.stringify({ ...end, at: Date.now() }))
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the sign-in page gives no reason.
  }
}
