/** A client in the words of the protocol (RFC 7591), complete and valid. */
export interface ClientMetadata {
  client_id: string
  client_name: string
  application_type: 'web' | 'native'
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  grant_types: string[]
  response_types: string[]
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'private_key_jwt'
  /** Only a fingerprint of the stored hashes: `verifyClientSecret` checks what is sent. */
  client_secret?: string
  scope?: string
  backchannel_logout_uri?: string
  backchannel_logout_session_required?: boolean
  /** RS256 if it is not there. */
  id_token_signed_response_alg?: 'RS256' | 'ES256'
  jwks?: { keys: Record<string, unknown>[] }
  jwks_uri?: string
}

export interface OAuthClient {
  id: string
  displayName: string
  /** Of the metadata document, if it has one. */
  host: string | null
  /** Registered by owners of the project. */
  isVerified: boolean
  skipsConsent: boolean
  /** What it may ask for. Null: every scope of the project. */
  scopes: string[] | null
  metadata: ClientMetadata
}

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
