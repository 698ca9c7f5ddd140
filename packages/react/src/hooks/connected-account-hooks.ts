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
   * A token for the provider's own API.
   * @example const { accessToken } = connection.useAccessToken()
   */
  useAccessToken(): { accessToken: string }
}

export interface GetConnectedAccount {
  (provider: string, options: GetConnectedAccountOptions & { or: 'redirect' | 'throw' }): Promise<OAuthConnection>
  (provider: string, options?: GetConnectedAccountOptions): Promise<OAuthConnection | null>
}

export interface UseConnectedAccount {
  /** Without a connection that has all the scopes, sends the person to the provider, and shows nothing meanwhile. */
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
  // An app with hooks gives them to its connections.
  const connection = useCached(store) as OAuthConnection | null
  if (connection || (or !== 'redirect' && or !== 'throw')) return connection
  const get = () => user.getConnectedAccount(provider, { or, scopes })
  // Once for all components that ask. What was connected in another tab shows the page after all.
  if (or === 'redirect') throw attempt(redirects, store, () => runUntilChange(store, get))
  throw attempt(searches, store, get)
}
