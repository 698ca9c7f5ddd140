import type { CachedValue, CacheStore } from '../cache/cached-value.ts'
import type { Owner } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { resultOf } from '../errors/expected-errors.ts'
import { linkAccount } from '../oauth/oauth.ts'

/**
 * An account of the user at a provider.
 * @example const { id } = await user.getConnectedAccount('github', { or: 'redirect' })
 */
export interface Connection {
  /** The id of the provider. */
  readonly id: string
}

/**
 * An account at a provider that the app may use on behalf of the user.
 * @example const { accessToken } = await connection.getAccessToken()
 */
export interface OAuthConnection extends Connection {
  /**
   * An access token for the provider's API. Throws if there is no longer one.
   * @example const { accessToken } = await connection.getAccessToken()
   */
  getAccessToken(): Promise<{ accessToken: string }>
  readonly [appInternalsSymbol]: ConnectionStores
}

export interface GetConnectedAccount {
  /** Without a connection that has all scopes, redirects the user to the provider to connect the account. */
  (provider: string, options: GetConnectedAccountOptions & { or: 'redirect' | 'throw' }): Promise<OAuthConnection>
  (provider: string, options?: GetConnectedAccountOptions): Promise<OAuthConnection | null>
}

/**
 * The scopes that a connected account needs, and what to do without it.
 * @example await user.getConnectedAccount('github', { or: 'redirect', scopes: ['repo'] })
 */
export interface GetConnectedAccountOptions {
  /** Without the account or a scope: go to the provider, throw, or return null, which is the default. */
  or?: 'redirect' | 'throw' | 'return-null' | undefined
  /** The scopes that the access token must have. */
  scopes?: readonly string[] | undefined
}

/**
 * Used by packages built on this one.
 * @internal
 */
export interface ConnectionStores {
  readonly accessToken: CacheStore<{ accessToken: string }>
}

type Scopes = readonly string[]

/** The connection, or null if there is none with all scopes. */
export async function findConnection(owner: Owner, provider: string, scopes: Scopes): Promise<OAuthConnection | null> {
  const result = await resultOf(
    ['OAUTH_CONNECTION_NOT_CONNECTED_TO_USER', 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'],
    requestToken(owner, provider, scopes),
  )
  if (result.status === 'error') return null
  tokensOf(owner, provider, scopes).set(result.data)
  return connectionOf(owner, provider, scopes)
}

/** Applies the option `or` when there is no connection. */
export async function orConnect(
  owner: Owner,
  provider: string,
  scopes: Scopes,
  or: 'redirect' | 'throw',
): Promise<OAuthConnection> {
  const { core, as } = owner
  if (or === 'throw') {
    // Repeats the request to throw its error.
    await requestToken(owner, provider, scopes)
    return connectionOf(owner, provider, scopes)
  }
  if (!as.session) throw new Error('Connecting an account needs a session of the user.')
  return linkAccount(core, as.session, provider, scopes)
}

async function requestToken({ core, as, userId }: Owner, provider: string, scopes: Scopes) {
  const { access_token } = await core.call('POST /connected-accounts/{user_id}/{provider}/access-token', {
    ...as,
    params: { user_id: userId, provider },
    body: { scope: scopes.join(' ') || undefined },
  })
  return { accessToken: access_token }
}

function tokensOf(owner: Owner, provider: string, scopes: Scopes) {
  const key = `provider-tokens/${owner.userId}/${provider}/${scopes.join(' ')}`
  return owner.cache.get(key, () => requestToken(owner, provider, scopes))
}

/** The same object for the same tokens, so that subscribers are only notified of changes. */
const connections = new WeakMap<CachedValue<unknown>, OAuthConnection>()

function connectionOf(owner: Owner, provider: string, scopes: Scopes): OAuthConnection {
  const accessToken = tokensOf(owner, provider, scopes)
  const known = connections.get(accessToken)
  if (known) return known
  const connection: OAuthConnection = {
    id: provider,
    getAccessToken: accessToken.load,
    [appInternalsSymbol]: { accessToken },
  }
  Object.freeze(Object.assign(connection, owner.core.extensions.connection?.(connection)))
  connections.set(accessToken, connection)
  return connection
}
