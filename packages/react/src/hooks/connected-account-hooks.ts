import {
  appInternalsSymbol,
  type ExtensibleUser,
  type GetConnectedAccountOptions,
  type OAuthConnection as SdkOAuthConnection,
} from '@latchkey/sdk'
import { type Attempts, attempt, runUntilChange } from './attempt.ts'
import { createHooks } from './store-hooks.ts'
import { useCached } from './use-cached.ts'

/**
 * The SDK's connection with its hook.
 * @example const { accessToken } = connection.useAccessToken()
 */
export interface OAuthConnection extends SdkOAuthConnection {
  /**
   * An access token for the provider's API.
   * @example const { accessToken } = connection.useAccessToken()
   */
  useAccessToken(): { accessToken: string }
}

export interface GetConnectedAccount {
  (provider: string, options: GetConnectedAccountOptions & { or: 'redirect' | 'throw' }): Promise<OAuthConnection>
  (provider: string, options?: GetConnectedAccountOptions): Promise<OAuthConnection | null>
}

export interface UseConnectedAccount {
  /** Without a connection that has all scopes, redirects the user to the provider and suspends. */
  (provider: string, options: GetConnectedAccountOptions & { or: 'redirect' | 'throw' }): OAuthConnection
  (provider: string, options?: GetConnectedAccountOptions): OAuthConnection | null
}

export const createConnectionHooks = (connection: SdkOAuthConnection) =>
  createHooks(() => connection[appInternalsSymbol], { useAccessToken: 'accessToken' })

const redirects: Attempts = new WeakMap()
const searches: Attempts = new WeakMap()

export function useConnectedAccountOf(
  user: ExtensibleUser,
  provider: string,
  { or, scopes }: GetConnectedAccountOptions = {},
): OAuthConnection | null {
  const store = user[appInternalsSymbol].connectedAccount(provider, scopes)
  // Connections of an app with hooks have hooks too.
  const connection = useCached(store) as OAuthConnection | null
  if (connection || (or !== 'redirect' && or !== 'throw')) return connection
  const get = () => user.getConnectedAccount(provider, { or, scopes })
  // Once for all components. A connection made in another tab shows the page.
  if (or === 'redirect') throw attempt(redirects, store, () => runUntilChange(store, get))
  throw attempt(searches, store, get)
}
