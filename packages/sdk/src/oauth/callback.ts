import type { AppCore } from '../core/app-core.ts'
import { isBrowser } from '../environment/environment.ts'
import { browserCookies, findOwnCookie } from '../session/cookies.ts'

/** What a provider's redirect brought back, together with what this browser remembered of it. */
export interface OAuthCallback {
  code: string
  verifier: string
  redirectUri: string
}

export const oauthCookieOf = (state: string) => `stack-oauth-outer-${state}`

/**
 * Takes the callback from the address without waiting for anything, so that of several calls one gets it, and so that
 * nothing loaded later sees the code. Without the cookie of this very flow it is not ours: another library's, or
 * somebody's attempt to sign this browser in to their own account.
 */
export function takeOAuthCallback({ redirects }: AppCore): OAuthCallback | undefined {
  if (!isBrowser()) throw new Error('A sign-in with a provider can be finished in browsers only.')
  const url = new URL(location.href)
  const [code, state] = ['code', 'state'].map((name) => url.searchParams.get(name))
  const cookie = oauthCookieOf(state ?? '')
  const stored = code && state && findOwnCookie(cookie, browserCookies.getAll(cookie))
  if (!stored) {
    console.warn('callOAuthCallback() found no sign-in with a provider that was started in this browser.')
    return
  }
  browserCookies.set(cookie, null, 0)
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  history.replaceState(history.state, '', url)
  const [verifier, redirectUri] = stored.split(' ')
  return { code, verifier: verifier!, redirectUri: redirects.getCallbackUrl('oauthCallback', redirectUri, '') }
}
