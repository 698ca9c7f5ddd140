import type { Routes } from '@latchkey/contract'
import type { Actor, Owner } from '../core/actors.ts'
import type { GeoInfo } from '../sessions/sessions.ts'
import { loadWholeList, type PageOf } from '../transport/lists.ts'

/**
 * An app or agent with access to the account of a user.
 * @example
 * for (const grant of await user.listOAuthGrants()) {
 *   console.log(grant.id, grant.userId, grant.client.displayName, grant.team?.displayName)
 *   console.log(grant.scopes.map(({ id, displayName }) => displayName ?? id), grant.createdAt, grant.expiresAt)
 *   console.log(grant.lastUsedAt, grant.geoInfo?.countryCode, grant.userAgent)
 *   await grant.revoke()
 * }
 */
export interface OAuthGrant {
  /** The id of the access. */
  readonly id: string
  /** The id of the user. */
  readonly userId: string
  /** The app or agent. */
  readonly client: OAuthGrantClient
  /** What the user allows it to do. */
  readonly scopes: readonly OAuthGrantScope[]
  /** The team whose permissions it may use, or null. */
  readonly team: { readonly id: string; readonly displayName: string } | null
  /** When the user let it in. */
  readonly createdAt: Date
  /** When the access ends by itself, or null if never. */
  readonly expiresAt: Date | null
  /** When the app last got a token, or null if never. */
  readonly lastUsedAt: Date | null
  /** From where it last got one. Null if that is not known. */
  readonly geoInfo: GeoInfo | null
  /** The `User-Agent` with which it last got one. */
  readonly userAgent: string | null
  /**
   * Ends the access. The refresh tokens of the app stop working at once.
   * @example await grant.revoke()
   */
  revoke(): Promise<void>
}

/**
 * Who has access.
 * @example
 * for (const { client } of await user.listOAuthGrants()) {
 *   const { id, displayName, host, isVerified, type }: OAuthGrantClient = client
 *   console.log(id, displayName, host ?? (isVerified ? 'verified' : 'not verified'), type)
 * }
 */
export interface OAuthGrantClient {
  /** The client ID. */
  readonly id: string
  /** What it is called. Anybody can choose the name of a client that is not verified. */
  readonly displayName: string
  /** The host that describes a client which introduces itself. Null for registered ones. */
  readonly host: string | null
  /** Whether owners of the project have registered it. */
  readonly isVerified: boolean
  /** What kind of app it is. Null for clients that introduce themselves. */
  readonly type: 'web' | 'single_page' | 'native' | 'machine' | null
}

/**
 * Something that an app may do.
 * @example
 * const describe = (scope: OAuthGrantScope) => scope.description ?? scope.displayName ?? scope.id
 * for (const { scopes } of await user.listOAuthGrants()) console.log(scopes.map(describe))
 */
export interface OAuthGrantScope {
  /** The scope. */
  readonly id: string
  /** What it allows, in the words of the project. Null for built-in scopes such as `email`. */
  readonly displayName: string | null
  /** More about it, if the project says more. */
  readonly description: string | null
}

/**
 * Whose apps to list. Name at least one.
 * @example
 * const options: OAuthGrantListOptions = { clientId: 'reporting', teamId, limit: 100 }
 * const grants = await latchkey.listOAuthGrants(options)
 * await latchkey.listOAuthGrants({ userId, cursor: grants.nextCursor ?? undefined })
 */
export interface OAuthGrantListOptions {
  /** Those with access to the account of this user. */
  userId?: string | undefined
  /** Those of this client. */
  clientId?: string | undefined
  /** Those that may use the permissions of this team. */
  teamId?: string | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** How many; 50 by default, and at most 200. */
  limit?: number | undefined
}

type GrantJson = Routes['GET /oauth-provider/grants']['response']['server']['items'][number]

export async function loadOAuthGrants(owner: Owner) {
  const { core, as, userId } = owner
  const items = await loadWholeList((cursor) =>
    core.call('GET /oauth-provider/grants', { ...as, query: { user_id: userId, cursor, limit: 200 } }),
  )
  return { items, create: (json: GrantJson) => createGrant(owner, userId, json) }
}

export async function listOAuthGrants(
  actor: Actor,
  { userId, clientId, teamId, cursor, limit }: OAuthGrantListOptions,
): Promise<PageOf<OAuthGrant>> {
  const query = { user_id: userId, client_id: clientId, team_id: teamId, cursor, limit }
  const { items, pagination } = await actor.core.call('GET /oauth-provider/grants', { ...actor.as, query })
  const grants = items.map((json) => createGrant(actor, json.user_id, json))
  return Object.assign(grants, { nextCursor: pagination.next_cursor })
}

export async function revokeOAuthGrants({ core, as, cache, userId }: Owner): Promise<void> {
  await core.call('DELETE /oauth-provider/grants/{user_id}', { ...as, params: { user_id: userId } })
  await cache.refresh(`oauth-grants/${userId}`)
}

function createGrant({ core, as, cache }: Actor, user_id: string, json: GrantJson): OAuthGrant {
  const dateOf = (at: number | null) => (at === null ? null : new Date(at))
  const { client, team } = json
  return Object.freeze<OAuthGrant>({
    id: json.id,
    userId: json.user_id,
    client: Object.freeze({
      id: client.id,
      displayName: client.display_name,
      host: client.host,
      isVerified: client.is_verified,
      type: client.type,
    }),
    scopes: Object.freeze(
      json.scopes.map(({ id, display_name, description }) =>
        Object.freeze({ id, displayName: display_name, description }),
      ),
    ),
    team: team && Object.freeze({ id: team.id, displayName: team.display_name }),
    createdAt: new Date(json.created_at_millis),
    expiresAt: dateOf(json.expires_at_millis),
    lastUsedAt: dateOf(json.last_used_at_millis),
    geoInfo: json.last_used_ip_info,
    userAgent: json.last_used_user_agent,
    async revoke() {
      const params = { user_id, grant_id: json.id }
      await core.call('DELETE /oauth-provider/grants/{user_id}/{grant_id}', { ...as, params })
      await cache.refresh(`oauth-grants/${user_id}`)
    },
  })
}
