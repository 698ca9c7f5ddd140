import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'

const user = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
})

export const discord: ProviderDefinition = {
  title: providerNames.discord,
  baseScopes: providerScopes.discord,
  server: {
    issuer: 'https://discord.com',
    authorization_endpoint: 'https://discord.com/oauth2/authorize',
    token_endpoint: 'https://discord.com/api/oauth2/token',
  },
  clientAuthentication: 'form',
  readProfile: async ({ get }) => {
    const { id, username, global_name, avatar, email, verified } = await get(
      'https://discord.com/api/v10/users/@me',
      user,
    )
    return {
      accountId: id,
      displayName: global_name || username,
      email: email ?? null,
      isEmailVerified: verified === true,
      // The profile contains only the file name of the avatar; the prefix a_ marks an animated one.
      imageUrl: avatar
        ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
        : null,
    }
  },
  probe: { url: 'https://discord.com/api/v10/users/@me' },
}
