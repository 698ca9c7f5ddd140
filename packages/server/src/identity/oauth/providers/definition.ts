import type { AuthorizationServer } from 'oauth4webapi'
import type { ZodType, z } from 'zod'
import type { OutboundClient } from '../../../platform/outbound/client.ts'
import type { OpenIdServers } from './openid-servers.ts'
import type { ProviderProfile } from './provider.ts'

/** What is specific to one provider. Everything else is in `client.ts`. */
export interface ProviderDefinition {
  /** The display name. */
  title: string
  baseScopes: readonly string[]
  /** The endpoints, or a function where they have to be discovered. */
  server: AuthorizationServer | ((environment: ProviderEnvironment) => Promise<AuthorizationServer>)
  /**
   * How the client secret is sent. `form` and `basic` send it unchanged; `openid` percent-encodes it first, as the
   * standard requires; a function generates the secret.
   */
  clientAuthentication: 'form' | 'basic' | 'openid' | (() => Promise<string>)
  /** Only for providers that reject PKCE. */
  refusesPkce?: true
  /** For OpenID Connect providers. */
  idToken?: {
    /** Only for providers that do not return the nonce. */
    lacksNonce?: true
    /** For tokens whose issuer differs from the server's. The claims it receives are not verified yet. */
    expectedIssuer?(claims: Record<string, unknown>, environment: ProviderEnvironment): string | Promise<string>
  }
  /** Undefined leaves out one of the usual ones. */
  authorizationParameters?: Record<string, string | undefined>
  /** The lifetime of access tokens if the provider does not send one. An hour by default. */
  defaultTokenSeconds?: number
  /** For token endpoints whose error responses differ from the standard. */
  findTokenError?(response: Record<string, unknown>): string | undefined
  readProfile(signedIn: SignedIn): Promise<ProviderProfile> | ProviderProfile
  /** A request that succeeds only with an accepted token. Absent if the provider has none. */
  probe?: { url: string | ((accessToken: string) => string); headers?: Record<string, string> }
}

/** Reads the profile. */
export interface SignedIn {
  server: AuthorizationServer
  accessToken: string
  /** The claims of the validated ID token; empty for providers without one. */
  claims: Record<string, unknown>
  /** The parameters that the browser returned with. They cannot be trusted. */
  parameters: URLSearchParams
  /** Calls the provider's API with the access token. */
  get<S extends ZodType>(url: string, shape: S, options?: GetOptions): Promise<z.infer<S>>
}

export interface GetOptions {
  headers?: Record<string, string>
  /** If this request is rejected, the project lacks permission to read email addresses. */
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
