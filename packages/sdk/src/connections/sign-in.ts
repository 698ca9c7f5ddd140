import type { AppCore } from '../core/app-core.ts'
import { type SignInWithOAuthOptions, signInWithOAuth } from '../oauth/oauth.ts'

/**
 * The connection for an email address.
 * @example
 * const found: FoundConnection | null = await latchkey.findConnection({ email })
 * if (found) await latchkey.signInWithConnection(found.id)
 * console.log(found?.type, found?.displayName)
 */
export interface FoundConnection {
  /** The id of the connection. */
  readonly id: string
  /** How its provider is reached. */
  readonly type: 'oidc' | 'oauth2' | 'saml'
  /** What people read on the button. */
  readonly displayName: string
}

export async function findCompanyConnection(
  core: AppCore,
  { email }: { email: string },
): Promise<FoundConnection | null> {
  const { connection } = await core.call('POST /auth/connections/find', { body: { email } })
  return connection && { id: connection.id, type: connection.type, displayName: connection.display_name }
}

export function signInWithConnection(
  core: AppCore,
  connectionId: string,
  options?: SignInWithOAuthOptions,
): Promise<never> {
  return signInWithOAuth(core, `sso_${connectionId}`, options)
}
