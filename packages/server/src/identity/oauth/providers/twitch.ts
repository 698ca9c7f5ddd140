import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition, ProviderKeys } from './definition.ts'
import { failure } from './failures.ts'

const title = providerNames.twitch
const users = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        login: z.string(),
        display_name: z.string().nullish(),
        email: z.string().nullish(),
        profile_image_url: z.string().nullish(),
      }),
    )
    .min(1),
})

/** OpenID Connect for the identity; the profile comes from the API, which returns only verified addresses. */
export function twitch({ clientId }: ProviderKeys): ProviderDefinition {
  return {
    title,
    baseScopes: providerScopes.twitch,
    server: {
      issuer: 'https://id.twitch.tv/oauth2',
      authorization_endpoint: 'https://id.twitch.tv/oauth2/authorize',
      token_endpoint: 'https://id.twitch.tv/oauth2/token',
      jwks_uri: 'https://id.twitch.tv/oauth2/keys',
      id_token_signing_alg_values_supported: ['RS256'],
    },
    clientAuthentication: 'form',
    idToken: {},
    // Errors consist of a status and a message.
    findTokenError: ({ access_token, message }) => {
      if (access_token !== undefined || typeof message !== 'string') return undefined
      return /client/i.test(message) ? 'invalid_client' : 'invalid_grant'
    },
    readProfile: async ({ claims, get }) => {
      const headers = { 'client-id': clientId }
      const [user] = (await get('https://api.twitch.tv/helix/users', users, { headers })).data
      if (user?.id !== claims.sub) throw failure('invalid-answer', title, 'the profile is for another account')
      return {
        accountId: user!.id,
        displayName: user!.display_name || user!.login,
        email: user!.email ?? null,
        isEmailVerified: true,
        imageUrl: user!.profile_image_url ?? null,
      }
    },
    probe: { url: 'https://id.twitch.tv/oauth2/userinfo' },
  }
}
