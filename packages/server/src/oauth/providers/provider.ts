/** Who the provider says has signed in. */
export interface ProviderProfile {
  accountId: string
  displayName: string | null
  email: string | null
  /** True only if the provider vouches for the address; see each provider's file for what that rests on. */
  isEmailVerified: boolean
  imageUrl: string | null
}

export interface ProviderTokens {
  accessToken: string
  expiresAt: Date
  refreshToken: string | null
}

/** What must be known again when the provider sends the browser back. Kept by us, never shown to the browser. */
export interface ProviderRequest {
  state: string
  codeVerifier: string
  nonce: string
  /** `{api}/api/v1/auth/oauth/callback/{provider}` */
  redirectUri: string
  /** Base scopes of the provider and those asked for in addition, without repetition. */
  scopes: readonly string[]
}

/** One provider with the keys of one project: the inner half of a sign-in. */
export interface ProviderClient {
  readonly baseScopes: readonly string[]
  /** Where the browser goes. */
  authorizationUrl(request: ProviderRequest): Promise<URL>
  /** Redeems what the provider sent back to us; the parameters are those of the query or of the form body. */
  exchange(
    request: ProviderRequest,
    parameters: URLSearchParams,
  ): Promise<{ tokens: ProviderTokens; profile: ProviderProfile }>
  refresh(refreshToken: string): Promise<ProviderTokens>
  /** Whether the provider still accepts the token. */
  isAccepted(accessToken: string): Promise<boolean>
}

/** Why a provider's answer does not sign anybody in. */
export type ProviderFailure =
  | 'access-denied'
  | 'bad-grant'
  | 'bad-client-credentials'
  | 'scope-refused'
  | 'email-permission-missing'
  | 'unreachable'
  | 'invalid-answer'

export class ProviderError extends Error {
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
