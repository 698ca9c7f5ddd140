import type { emailAudienceRoutes, HandlerInput } from '@latchkey/contract'
import type { UserFilter } from '../../accounts/users/filter-queries.ts'

type Filters = HandlerInput<(typeof emailAudienceRoutes)['GET /internal/email-audience']>['query']

export function toFilter(query: Filters): UserFilter {
  return {
    query: query.query ?? '',
    anonymous: query.anonymous ?? 'exclude',
    teamId: query.team_id,
    isVerified: toBoolean(query.primary_email_verified),
    authMethod: query.auth_method,
    isRestricted: toBoolean(query.restricted),
    signedUp: { from: query.signed_up_from_millis, until: query.signed_up_until_millis },
    lastActive: { from: query.last_active_from_millis, until: query.last_active_until_millis },
  }
}

function toBoolean(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true'
}
