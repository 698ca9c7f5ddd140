import type { AppCore } from '../core/app-core.ts'
import { isBrowser } from '../environment/environment.ts'
import { browserCookies, findOwnCookie } from '../session/cookies.ts'

/** The parameters of a provider's redirect, and the data that this browser stored when it started the flow. */
export interface OAuthCallback {
  code: string
  verifier: string
  redirectUri: string
}

export const oauthCookieOf = (state: string) => `stack-oauth-outer-${state}`

/**
 * Removes the callback's parameters from the address synchronously, so that only one of several calls gets them and
 * scripts that are loaded later do not see the code. Without the cookie of this flow the callback is not ours: it
 * belongs to another library, or to an attacker who tries to sign this browser in to their own account.
 */
export function takeOAuthCallback({ redirects }: AppCore): OAuthCallback | undefined {
  if (!isBrowser()) throw new Error('callOAuthCallback() works in browsers only.')
  const url = new URL(location.href)
  const [code, state] = ['code', 'state'].map((name) => url.searchParams.get(name))
  const cookie = oauthCookieOf(state ?? '')
  const stored = code && state && findOwnCookie(cookie, browserCookies.getAll(cookie))
  if (!stored) {
    console.warn('callOAuthCallback() found no sign-in of this browser.')
    return
  }
  browserCookies.set(cookie, null, 0)
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  history.replaceState(history.state, '', url)
  const [verifier, redirectUri] = stored.split(' ')
  return { code, verifier: verifier!, redirectUri: redirects.getCallbackUrl('oauthCallback', redirectUri, '') }
}
