/** The account that has signed in, according to the provider. */
export interface ProviderProfile {
  accountId: string
  displayName: string | null
  email: string | null
  /** True only if the provider has verified the address; see each provider's file for the reason. */
  isEmailVerified: boolean
  imageUrl: string | null
  /** In the directory of a company, for its connection. */
  groups?: readonly string[]
}

export interface ProviderTokens {
  accessToken: string
  expiresAt: Date
  refreshToken: string | null
}

/** What is needed when the browser returns from the provider. Stored on the server, never shown to the browser. */
export interface ProviderRequest {
  state: string
  codeVerifier: string
  nonce: string
  /** `{api}/api/v1/auth/oauth/callback/{provider}` */
  redirectUri: string
  /** What a SAML provider has to answer. */
  requestId?: string | undefined
  /** The provider's base scopes and the additionally requested ones, without duplicates. */
  scopes: readonly string[]
}

export interface ProviderAnswer {
  /** Null if the provider has none to give. */
  tokens: ProviderTokens | null
  profile: ProviderProfile
  /** Of SAML. Must be accepted only once. */
  assertion?: { id: string; expiresAt: Date }
}

/** What a sign-in needs of a provider, whatever it speaks. */
export interface SignInClient {
  readonly baseScopes: readonly string[]
  /** For SAML, whose request has an ID to remember. */
  begin?(request: ProviderRequest): Promise<{ url: URL; requestId: string }>
  /** The URL that the browser is redirected to. */
  authorizationUrl(request: ProviderRequest): Promise<URL>
  /** Whether the provider sends the browser back with a form, to which browsers attach no usual cookies. */
  readonly returnsByPost?: true
  /** Redeems the provider's response; the parameters come from the query or the form body. */
  exchange(request: ProviderRequest, parameters: URLSearchParams): Promise<ProviderAnswer>
}

/** A client for one OAuth provider with one project's credentials. */
export interface ProviderClient extends SignInClient {
  exchange(request: ProviderRequest, parameters: URLSearchParams): Promise<ProviderAnswer & { tokens: ProviderTokens }>
  refresh(refreshToken: string): Promise<ProviderTokens>
  /** Whether the provider still accepts the token. */
  isAccepted(accessToken: string): Promise<boolean>
}

/** Why a provider's response does not lead to a sign-in. */
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
