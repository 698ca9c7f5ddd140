import type { HandlerOutput, userRoutes } from '@latchkey/contract'
import type { UserRecord } from './queries.ts'

export type ServerUserBody = HandlerOutput<(typeof userRoutes)['GET /users/{user_id}']>

/** The server's view of a user. The contract strips it down for clients. */
export function toUserBody(user: UserRecord): ServerUserBody {
  return {
    id: user.id,
    primary_email: user.primary_email,
    primary_email_verified: user.primary_email_verified,
    primary_email_auth_enabled: user.primary_email_auth_enabled,
    display_name: user.display_name,
    profile_image_url: user.profile_image_url,
    locale: user.locale,
    signed_up_at_millis: user.signed_up_at_millis,
    last_active_at_millis: user.last_active_at_millis,
    has_password: user.has_password,
    otp_auth_enabled: user.otp_auth_enabled,
    passkey_auth_enabled: user.passkey_auth_enabled,
    auth_with_email: user.has_password || user.otp_auth_enabled,
    requires_totp_mfa: user.requires_totp,
    passkey_mfa_enabled: user.passkey_mfa_enabled,
    is_anonymous: user.is_anonymous,
    oauth_providers: user.oauth_providers,
    selected_team_id: user.selected_team?.id ?? null,
    selected_team: user.selected_team,
    client_metadata: user.client_metadata,
    client_read_only_metadata: user.client_read_only_metadata,
    server_metadata: user.server_metadata,
  }
}
