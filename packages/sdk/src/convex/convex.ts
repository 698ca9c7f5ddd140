import type { AppCore } from '../core/app-core.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { TokenPartialUser } from '../users/users.ts'

/**
 * The part of the `ctx` of Convex functions that is needed here.
 * @example const handler = async (ctx: ConvexContext) => (await ctx.auth.getUserIdentity())?.subject
 */
export interface ConvexContext {
  /** The identity in the client's token. */
  auth: { getUserIdentity(): Promise<ConvexIdentity | null> }
}

/**
 * The claims of an access token, as Convex names them.
 * @example
 * const identity: ConvexIdentity | null = await ctx.auth.getUserIdentity()
 * console.log(identity?.subject, identity?.name, identity?.email, identity?.emailVerified)
 */
export interface ConvexIdentity {
  /** The id of the user. */
  readonly subject: string
  /** The user's display name. */
  readonly name?: string | undefined
  /** The user's primary email. */
  readonly email?: string | undefined
  /** Whether the primary email is verified. */
  readonly emailVerified?: boolean | undefined
  readonly [claim: string]: unknown
}

export interface TokenOptions {
  tokenStore?: TokenStoreInit | undefined
}

/** For a client with a persistent connection, which requests tokens as needed. */
export async function fetchConvexToken(
  core: AppCore,
  { tokenStore }: TokenOptions = {},
  { forceRefreshToken }: { forceRefreshToken: boolean },
): Promise<string | null> {
  const session = await core.findSession(tokenStore)
  const { accessToken, refreshToken } = await session.getTokens()
  // Without a refresh token there is no way to get a new one.
  if (!forceRefreshToken || !accessToken || !refreshToken) return accessToken
  session.dropAccessToken(accessToken)
  return (await session.getTokens()).accessToken
}

/** For a client that sends the same token with every request. */
export async function getConvexHttpClientAuth(core: AppCore, options?: TokenOptions): Promise<string> {
  const token = await fetchConvexToken(core, options, { forceRefreshToken: false })
  if (token) return token
  throw new Error('Nobody is signed in, so there is no access token for Convex.')
}

export async function findConvexUser({ auth }: ConvexContext): Promise<TokenPartialUser | null> {
  const identity = await auth.getUserIdentity()
  return (
    identity && {
      id: identity.subject,
      displayName: identity.name ?? null,
      primaryEmail: identity.email ?? null,
      primaryEmailVerified: !!(identity.emailVerified ?? identity.email_verified),
      isAnonymous: !!identity.is_anonymous,
      secondFactorRequired: identity.second_factor_required === true,
    }
  )
}
