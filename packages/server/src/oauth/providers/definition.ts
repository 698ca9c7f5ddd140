import type { AuthorizationServer } from 'oauth4webapi'
import type { ZodType, z } from 'zod'
import type { OutboundClient } from '../../outbound/client.ts'
import type { OpenIdServers } from './openid-servers.ts'
import type { ProviderProfile } from './provider.ts'

/** What is peculiar to one provider. Everything else is the same for all and stands in `client.ts`. */
export interface ProviderDefinition {
  /** As people call it. */
  title: string
  baseScopes: readonly string[]
  /** Its endpoints. A function where they have to be asked for. */
  server: AuthorizationServer | ((environment: ProviderEnvironment) => Promise<AuthorizationServer>)
  /**
   * How it wants to hear the client secret. `form` and `basic` send it as it is; `openid` follows the letter of the
   * standard, which escapes it first; a function makes the secret.
   */
  clientAuthentication: 'form' | 'basic' | 'openid' | (() => Promise<string>)
  /** Only where PKCE is known to be refused. */
  refusesPkce?: true
  /** For providers that speak OpenID Connect. */
  idToken?: {
    /** Only where the provider does not repeat the nonce. */
    lacksNonce?: true
    /** Where the issuer of a token is not the name of the server. Gets claims that nobody has checked yet. */
    expectedIssuer?(claims: Record<string, unknown>, environment: ProviderEnvironment): string | Promise<string>
  }
  authorizationParameters?: Record<string, string>
  /** Counts when the provider does not say how long its access tokens live. An hour otherwise. */
  defaultTokenSeconds?: number
  /** For answers of the token endpoint that are errors in other words than the standard's. */
  findTokenError?(answer: Record<string, unknown>): string | undefined
  readProfile(signedIn: SignedIn): Promise<ProviderProfile> | ProviderProfile
  /** A request that succeeds exactly with an accepted token. Absent where the provider has none. */
  probe?: { url: string | ((accessToken: string) => string); headers?: Record<string, string> }
}

/** What the profile is read from. */
export interface SignedIn {
  server: AuthorizationServer
  accessToken: string
  /** Of the validated ID token; empty for providers without one. */
  claims: Record<string, unknown>
  /** What the browser brought back from the provider. Nobody vouches for it. */
  parameters: URLSearchParams
  /** Asks the provider's API with the access token. */
  get<S extends ZodType>(url: string, shape: S, options?: GetOptions): Promise<z.infer<S>>
}

export interface GetOptions {
  headers?: Record<string, string>
  /** Refusing this request means that the project may not read email addresses. */
  isAboutEmail?: true
}

export interface ProviderKeys {
  clientId: string
  clientSecret: string
  facebookConfigId?: string | undefined
  microsoftTenantId?: string | undefined
}

export interface ProviderEnvironment {
  outbound: Pick<OutboundClient, 'fetch' | 'timeoutMillis'>
  openIdServers: OpenIdServers
  now: () => Date
}
