import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'

const user = z.object({
  data: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string().nullish(),
    profile_image_url: z.string().nullish(),
  }),
})
const me = 'https://api.x.com/2/users/me?user.fields=name,profile_image_url,username'

/** Plain OAuth without email addresses. */
export const x: ProviderDefinition = {
  title: providerNames.x,
  // Reading one's own profile requires the permission to read posts.
  baseScopes: providerScopes.x,
  server: {
    issuer: 'https://x.com',
    authorization_endpoint: 'https://x.com/i/oauth2/authorize',
    token_endpoint: 'https://api.x.com/2/oauth2/token',
  },
  clientAuthentication: 'basic',
  readProfile: async ({ get }) => {
    const { data } = await get(me, user)
    return {
      accountId: data.id,
      displayName: data.name || data.username,
      email: null,
      isEmailVerified: false,
      imageUrl: data.profile_image_url ?? null,
    }
  },
  probe: { url: me },
}
