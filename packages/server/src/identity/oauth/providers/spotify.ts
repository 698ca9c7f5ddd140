import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'

const user = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  email: z.string().nullish(),
  images: z.array(z.object({ url: z.string() })).nullish(),
})

/** Plain OAuth. According to Spotify's documentation, the address is not verified. */
export const spotify: ProviderDefinition = {
  title: providerNames.spotify,
  baseScopes: providerScopes.spotify,
  server: {
    issuer: 'https://accounts.spotify.com',
    authorization_endpoint: 'https://accounts.spotify.com/authorize',
    token_endpoint: 'https://accounts.spotify.com/api/token',
  },
  clientAuthentication: 'basic',
  readProfile: async ({ get }) => {
    const { id, display_name, email, images } = await get('https://api.spotify.com/v1/me', user)
    return {
      accountId: id,
      displayName: display_name ?? null,
      email: email ?? null,
      isEmailVerified: false,
      imageUrl: images?.[0]?.url ?? null,
    }
  },
  probe: { url: 'https://api.spotify.com/v1/me' },
}
