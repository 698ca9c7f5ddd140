import { providerNames, providerScopes } from '@latchkey/contract'
import type { ProviderDefinition } from './definition.ts'
import { readOpenIdProfile } from './openid.ts'

export const google: ProviderDefinition = {
  title: providerNames.google,
  baseScopes: providerScopes.google,
  server: {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    id_token_signing_alg_values_supported: ['RS256'],
  },
  clientAuthentication: 'form',
  idToken: {},
  authorizationParameters: { include_granted_scopes: 'true' },
  readProfile: ({ claims }) => readOpenIdProfile(claims),
  probe: { url: 'https://openidconnect.googleapis.com/v1/userinfo' },
}
