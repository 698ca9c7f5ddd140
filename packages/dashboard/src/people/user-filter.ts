import type { Routes } from '@latchkey/contract'
import { startOfDay } from '../data/days.ts'
import type { UserSearch } from '../users/search.ts'

type UserFilter = NonNullable<Routes['GET /internal/email-audience']['request']['query']>

/** The filters of a search as the server takes them. */
export function toUserFilter(search: UserSearch): UserFilter {
  const { query, anonymous, verified, restricted, method, team } = search
  const { signedUpFrom, signedUpUntil, activeFrom, activeUntil } = search
  return {
    ...(query && { query }),
    ...(anonymous && { anonymous }),
    ...(verified !== undefined && { primary_email_verified: verified ? 'true' : 'false' }),
    ...(restricted !== undefined && { restricted: restricted ? 'true' : 'false' }),
    ...(method && { auth_method: method }),
    ...(team && { team_id: team }),
    ...(signedUpFrom && { signed_up_from_millis: startOfDay(signedUpFrom).getTime() }),
    ...(signedUpUntil && { signed_up_until_millis: startOfDay(signedUpUntil, 1).getTime() }),
    ...(activeFrom && { last_active_from_millis: startOfDay(activeFrom).getTime() }),
    ...(activeUntil && { last_active_until_millis: startOfDay(activeUntil, 1).getTime() }),
  }
}
