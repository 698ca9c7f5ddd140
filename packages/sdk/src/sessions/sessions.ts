import type { Routes } from '@latchkey/contract'
import type { Owner } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import type { UserSession } from '../session/session.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * A session that has not ended.
 * @example
 * for (const session of await user.getActiveSessions()) {
 *   console.log(session.id, session.userId, session.userAgent, session.geoInfo?.cityName)
 *   console.log(session.createdAt, session.lastUsedAt, session.isImpersonation)
 *   if (!session.isCurrentSession) await user.revokeSession(session.id)
 * }
 */
export interface ActiveSession {
  /** The id of the session. */
  readonly id: string
  /** The id of the user. */
  readonly userId: string
  /** When the user signed in. */
  readonly createdAt: Date
  /** When the session was last used. */
  readonly lastUsedAt: Date | undefined
  /** Whether it is an impersonation of the user. */
  readonly isImpersonation: boolean
  /** Whether it is the session of this request. */
  readonly isCurrentSession: boolean
  /** The location of its last use. */
  readonly geoInfo: GeoInfo | undefined
  /** The `User-Agent` of the browser that last used the session. */
  readonly userAgent: string | undefined
}

/**
 * The location that a request came from.
 * @example
 * const { ip, cityName, regionCode, countryCode, latitude, longitude, tzIdentifier }: Partial<GeoInfo> = session.geoInfo ?? {}
 */
export interface GeoInfo {
  /** The IP address. */
  readonly ip: string
  /** The country, for instance `DE`. */
  readonly countryCode?: string | null | undefined
  /** The region in the country. */
  readonly regionCode?: string | null | undefined
  /** The city. */
  readonly cityName?: string | null | undefined
  /** The latitude. */
  readonly latitude?: number | null | undefined
  /** The longitude. */
  readonly longitude?: number | null | undefined
  /** The time zone, for instance `Europe/Berlin`. */
  readonly tzIdentifier?: string | null | undefined
}

type SessionJson = Routes['GET /auth/sessions']['response']['client']['items'][number]

export function createActiveSession(json: SessionJson): ActiveSession {
  return {
    id: json.id,
    userId: json.user_id,
    createdAt: new Date(json.created_at),
    lastUsedAt: json.last_used_at === undefined ? undefined : new Date(json.last_used_at),
    isImpersonation: json.is_impersonation,
    isCurrentSession: json.is_current_session,
    geoInfo: json.last_used_at_end_user_ip_info,
    userAgent: json.last_used_user_agent,
  }
}

export async function getActiveSessions(core: AppCore, session: UserSession) {
  const items = await loadWholeList((cursor) =>
    core.call('GET /auth/sessions', { session, query: { user_id: 'me', cursor } }),
  )
  return items.map(createActiveSession)
}

export async function revokeSession(core: AppCore, session: UserSession, id: string) {
  await core.call('DELETE /auth/sessions/{id}', { session, params: { id }, query: { user_id: 'me' } })
}

export async function signOutEverywhere({ core, as, cache, userId }: Owner): Promise<void> {
  await core.call('DELETE /auth/sessions', { ...as, query: { user_id: userId } })
  await cache.refresh(`oauth-grants/${userId}`)
}
