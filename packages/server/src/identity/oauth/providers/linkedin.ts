import { providerNames, providerScopes } from '@latchkey/contract'
import type { ProviderDefinition } from './definition.ts'
import { readOpenIdProfile } from './openid.ts'

/** OpenID Connect without a nonce. PKCE is for native apps only: LinkedIn rejects it together with a client secret. */
export const linkedin: ProviderDefinition = {
  title: providerNames.linkedin,
  baseScopes: providerScopes.linkedin,
  server: {
    issuer: 'https://www.linkedin.com/oauth',
    authorization_endpoint: 'https://www.linkedin.com/oauth/v2/authorization',
    token_endpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
    jwks_uri: 'https://www.linkedin.com/oauth/openid/jwks',
    id_token_signing_alg_values_supported: ['RS256'],
  },
  clientAuthentication: 'form',
  refusesPkce: true,
  idToken: { lacksNonce: true },
  readProfile: ({ claims }) => readOpenIdProfile(claims),
  probe: { url: 'https://api.linkedin.com/v2/userinfo' },
}
