import { z } from 'zod'
import { noQuery, userIdOrMe } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const provider = z.string().meta({ description: 'The ID of the provider, such as `github`.' })
const wantedScopes = z.strictObject({
  scope: z.string().meta({ description: 'The scopes that the token must have, separated by spaces.' }).optional(),
})
const providerToken = z.object({ access_token: z.string() })

const tokenErrors = [
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
] as const

export const connectedAccountRoutes = defineRoutes('accounts', {
  'POST /connected-accounts/{user_id}/{provider}/access-token': {
    summary: "Get an access token for the user's account at a provider",
    description:
      'Refreshed at the provider if necessary. Clients can only get their own. If no token has the scopes, or the ' +
      'provider has revoked them, the user must connect the account again.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params: z.strictObject({ user_id: userIdOrMe, provider }),
    query: noQuery,
    body: wantedScopes,
    bodyOptional: true,
    status: 201,
    response: providerToken,
    errors: tokenErrors,
  },
  'POST /auth/oauth/connected-accounts/{provider}/access-token': {
    summary: "Get an access token for the current user's account at a provider",
    description: 'The older path of `POST /connected-accounts/me/{provider}/access-token`.',
    access: everyone,
    user: 'me',
    params: z.strictObject({ provider }),
    query: noQuery,
    body: wantedScopes,
    bodyOptional: true,
    status: 201,
    response: providerToken,
    errors: tokenErrors,
  },
})
