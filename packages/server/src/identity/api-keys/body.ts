import type { apiKeyRoutes, HandlerOutput } from '@latchkey/contract'
import type { ApiKeyOwner, ApiKeyRow, UsedApiKeyRow } from './queries.ts'

export type UserKeyBody = HandlerOutput<(typeof apiKeyRoutes)['GET /user-api-keys/{id}']>
export type TeamKeyBody = HandlerOutput<(typeof apiKeyRoutes)['GET /team-api-keys/{id}']>

/** The last use is only known of keys that were read together with it. */
type ShownApiKey = ApiKeyRow | UsedApiKeyRow

export function toUserKeyBody(key: ShownApiKey): UserKeyBody {
  return { ...toSharedBody(key), type: 'user', user_id: key.user_id! }
}

export function toTeamKeyBody(key: ShownApiKey): TeamKeyBody {
  return { ...toSharedBody(key), type: 'team', team_id: key.team_id! }
}

export function toKeyBody(key: ShownApiKey): UserKeyBody | TeamKeyBody {
  return key.user_id === null ? toTeamKeyBody(key) : toUserKeyBody(key)
}

function toSharedBody(key: ShownApiKey) {
  return {
    id: key.id,
    description: key.description,
    is_public: key.is_public,
    created_at_millis: key.created_at.getTime(),
    ...(key.expires_at ? { expires_at_millis: key.expires_at.getTime() } : {}),
    ...(key.revoked_at ? { manually_revoked_at_millis: key.revoked_at.getTime() } : {}),
    ...('used_at' in key && key.used_at ? { last_used_at_millis: key.used_at.getTime() } : {}),
    value: { last_four: key.last_four },
  }
}

export function ownerOf(key: ApiKeyRow): ApiKeyOwner {
  return key.user_id === null ? { type: 'team', id: key.team_id! } : { type: 'user', id: key.user_id }
}
