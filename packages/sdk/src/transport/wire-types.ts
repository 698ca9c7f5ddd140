import type { HandlerUrls, OAuthScopesOnSignIn } from '../core/redirect-types.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface TeamJson {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
}

/** A user as a client may see it on the wire; handed from a server to a browser by `toClientJson`. */
export interface CurrentUserJson {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  auth_with_email: boolean
  requires_totp_mfa: boolean
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
  selected_team_id: string | null
  selected_team: TeamJson | null
  client_metadata: Json
  client_read_only_metadata: Json
}

export interface ClientAppJson {
  baseUrl: string | { browser: string; server: string } | undefined
  projectId: string
  publishableClientKey: string
  tokenStore: 'cookie' | 'nextjs-cookie' | 'memory' | null
  urls: Partial<HandlerUrls>
  oauthScopesOnSignIn: OAuthScopesOnSignIn
  uniqueIdentifier: string
  redirectMethod: 'window' | 'none' | undefined
  extraRequestHeaders: Record<string, string>
}
