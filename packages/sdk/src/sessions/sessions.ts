import type { Routes } from '@latchkey/contract'
import type { ActiveSession } from '../app/types.ts'

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
  }
}
