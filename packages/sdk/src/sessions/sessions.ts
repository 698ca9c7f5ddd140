import type { Routes } from '@latchkey/contract'
import type { AppCore } from '../core/app-core.ts'
import type { UserSession } from '../session/session.ts'
import { loadWholeList } from '../transport/lists.ts'

export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly isImpersonation: boolean
  readonly isCurrentSession: boolean
  readonly geoInfo: GeoInfo | undefined
  /** The `User-Agent` of the browser that last used the session. */
  readonly userAgent: string | undefined
}

export interface GeoInfo {
  readonly ip: string
  readonly countryCode?: string | null | undefined
  readonly regionCode?: string | null | undefined
  readonly cityName?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
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
