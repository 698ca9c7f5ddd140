import type { AppCore } from './app-core.ts'
import { findError } from './expected-errors.ts'
import { linkAccount } from './oauth.ts'
import type { Session } from './session.ts'
import type { OAuthConnection } from './types.ts'

export interface ConnectedAccountOptions {
  or?: 'redirect' | 'throw' | 'return-null' | undefined
  scopes?: readonly string[] | undefined
}

/** Whose account it is, and how the server is asked for it. */
export interface AccountOwner {
  userId: string
  access: 'client' | 'server'
  session?: Session | undefined
}

export async function getConnectedAccount(
  core: AppCore,
  { userId, access, session }: AccountOwner,
  provider: string,
  { or, scopes = [] }: ConnectedAccountOptions = {},
): Promise<OAuthConnection | null> {
  const getAccessToken = async () => {
    const response = await core.transport.send(
      `/connected-accounts/${encodeURIComponent(userId)}/${encodeURIComponent(provider)}/access-token`,
      {
        method: 'POST',
        body: JSON.stringify({ scope: scopes.join(' ') || undefined }),
        headers: { 'content-type': 'application/json' },
      },
      { session, access },
    )
    return { accessToken: (await response.json()).access_token as string }
  }
  const error = await findError(
    ['OAUTH_CONNECTION_NOT_CONNECTED_TO_USER', 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'],
    getAccessToken(),
  )
  if (!error) return Object.freeze({ id: provider, getAccessToken })
  if (or === 'throw') throw error
  if (or !== 'redirect') return null
  if (!session) throw new Error('Without a session of the user nobody can be redirected to connect an account.')
  return linkAccount(core, session, provider, scopes)
}
