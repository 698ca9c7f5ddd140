import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'

const user = z.object({
  id: z.number().int(),
  username: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  confirmed_at: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

/** Plain OAuth with GitLab's API, because only that says when the address was confirmed. */
export const gitlab: ProviderDefinition = {
  title: providerNames.gitlab,
  baseScopes: providerScopes.gitlab,
  server: {
    issuer: 'https://gitlab.com',
    authorization_endpoint: 'https://gitlab.com/oauth/authorize',
    token_endpoint: 'https://gitlab.com/oauth/token',
  },
  clientAuthentication: 'form',
  readProfile: async ({ get }) => {
    const { id, username, name, email, confirmed_at, avatar_url } = await get('https://gitlab.com/api/v4/user', user)
    return {
      accountId: String(id),
      displayName: name || username,
      email: email ?? null,
      isEmailVerified: Boolean(confirmed_at),
      imageUrl: avatar_url ?? null,
    }
  },
  probe: { url: 'https://gitlab.com/api/v4/user' },
}
