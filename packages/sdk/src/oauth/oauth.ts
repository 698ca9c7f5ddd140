import type { AppCore } from '../core/app-core.ts'
import { handleSecondFactor, redirectAfterSignIn } from '../core/sign-in.ts'
import { getBaseUrl, isBrowser } from '../environment/environment.ts'
import { hasCode, KnownError } from '../errors/known-errors.ts'
import { browserCookies } from '../session/cookies.ts'
import type { UserSession } from '../session/session.ts'
import { findTrust } from '../session/trusted-cookie.ts'
import { createNonce } from '../transport/transport.ts'
import { type OAuthCallback, oauthCookieOf } from './callback.ts'

/**
 * Where to go after sign-in with a provider.
 * @example await latchkey.signInWithOAuth('github', { returnTo: '/welcome' })
 */
export interface SignInWithOAuthOptions {
  /** The page that calls `callOAuthCallback()`, instead of `urls.oauthCallback`. */
  returnTo?: string | undefined
}

/**
 * Provider id → extra scopes to request at every sign-in.
 * @example const scopes: OAuthScopesOnSignIn = { github: ['repo'] }
 */
export type OAuthScopesOnSignIn = { [provider: string]: string[] | undefined }

const cookieSeconds = 3600

export async function signInWithOAuth(
  core: AppCore,
  provider: string,
  { returnTo }: SignInWithOAuthOptions = {},
): Promise<never> {
  // The session is sent because anonymous users keep their account when they sign in.
  return leaveForProvider(core, await core.findSession(), provider, { type: 'authenticate', scopes: [], returnTo })
}

/** Connects an account, or requests more scopes for a connected one, and returns to this page. */
export async function linkAccount(
  core: AppCore,
  session: UserSession,
  provider: string,
  scopes: readonly string[],
): Promise<never> {
  // Checked before the page unloads, because the user cannot be asked for the proof afterwards.
  await core.call('POST /auth/step-up/check', { session })
  return leaveForProvider(core, session, provider, { type: 'link', scopes })
}

async function leaveForProvider(
  core: AppCore,
  session: UserSession,
  provider: string,
  options: { type: 'authenticate' | 'link'; scopes: readonly string[]; returnTo?: string | undefined },
): Promise<never> {
  const { type, scopes, returnTo } = options
  if (!isBrowser()) throw new Error('Signing in with a provider works in browsers only.')
  if (!crypto.subtle) throw new Error('Signing in with a provider needs HTTPS, or http://localhost.')
  const { accessToken } = await session.getTokens()
  const verifier = createNonce()
  const state = createNonce()
  const redirectUri = createRedirectUri(core, returnTo)
  const [lang] = Object.entries(core.extraRequestHeaders).flatMap(([name, value]) =>
    /^accept-language$/i.test(name) ? value.split(/[,;]/, 1) : [],
  )
  const allScopes = new Set([...scopes, ...(core.options.oauthScopesOnSignIn?.[provider] ?? [])])
  const query = new URLSearchParams({
    client_id: core.projectId,
    client_secret: core.transport.publishableClientKey,
    redirect_uri: redirectUri,
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    type,
    // Includes the destination, for users who cancel and then sign in with another method.
    error_redirect_url: core.redirects.getCallbackUrl('error', undefined, ''),
    ...(accessToken && { token: accessToken }),
    ...(allScopes.size && { provider_scope: [...allScopes].join(' ') }),
    // The browser would send its own, also if the app is shown in another.
    ...(lang && { locale: lang }),
    ...(type === 'link' && { after_callback_redirect_url: location.href }),
  })
  // The token exchange must send the same redirect URI, so it is stored unless it is the default one.
  browserCookies.set(oauthCookieOf(state), returnTo ? `${verifier} ${redirectUri}` : verifier, cookieSeconds)
  const baseUrl = getBaseUrl(core.options.baseUrl, true)
  location.assign(`${baseUrl}/api/v1/auth/oauth/authorize/${encodeURIComponent(provider.toLowerCase())}?${query}`)
  return new Promise(() => {})
}

function createRedirectUri({ redirects }: AppCore, returnTo: string | undefined): string {
  const url = new URL(redirects.getCallbackUrl('oauthCallback', returnTo, 'returnTo'), location.href)
  for (const name of ['code', 'state']) {
    if (!url.searchParams.has(name)) continue
    console.warn(
      `The parameter ${name} of the callback URL is removed, because the provider's response uses the same name.`,
    )
    url.searchParams.delete(name)
  }
  url.hash = ''
  return url.href
}

async function challengeOf(verifier: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  return btoa(String.fromCharCode(...hash))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Exchanges the code for a session and redirects to the app. */
export async function finishOAuth(core: AppCore, callback: OAuthCallback): Promise<boolean> {
  const store = await core.tokenStores.find()
  try {
    const tokens = await handleSecondFactor(core, exchange(core, callback))
    core.startSession(store, tokens)
    const page = findOwnPage(tokens.after_callback_redirect_url)
    await (page ? core.redirects.go(page, true) : redirectAfterSignIn(core, tokens))
    return true
  } catch (error) {
    if (!hasCode(error, 'INVALID_TOTP_CODE')) throw error
    alert('Invalid TOTP code. Please try signing in again.')
    return false
  }
}

interface TokenResponse {
  access_token: string
  refresh_token: string
  is_new_user: boolean
  after_callback_redirect_url?: string | null
}

async function exchange(core: AppCore, { code, verifier, redirectUri }: OAuthCallback): Promise<TokenResponse> {
  const session_key = await (await core.keys)?.findThumbprint(core.projectId)
  const fields = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...(session_key && { session_key }),
  }
  const trust = await findTrust(core.projectId)
  try {
    return await core.transport.requestTokens<TokenResponse>(
      fields,
      false,
      trust ? { 'X-Stack-Trusted-Device': trust } : {},
    )
  } catch (cause) {
    if (KnownError.isKnownError(cause)) throw cause
    throw new Error('Signing in with the provider failed. Please try again.', { cause })
  }
}

/** The page that requested the connection. It was on this origin, so other origins are ignored. */
function findOwnPage(text: string | null | undefined): string | undefined {
  if (!text) return
  const { origin, pathname, search, hash } = new URL(text, location.href)
  return origin === new URL(location.href).origin ? pathname + search + hash : undefined
}
