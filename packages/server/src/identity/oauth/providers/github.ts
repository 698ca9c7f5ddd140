import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'

const user = z.object({
  id: z.number().int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
/** The maximum page size: any of the addresses may be the primary one. */
const emailsUrl = 'https://api.github.com/user/emails?per_page=100'
const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

/** Plain OAuth. The profile contains the public address, so the primary one is requested separately. */
export const github: ProviderDefinition = {
  title: providerNames.github,
  baseScopes: providerScopes.github,
  server: {
    issuer: 'https://github.com/login/oauth',
    authorization_endpoint: 'https://github.com/login/oauth/authorize',
    token_endpoint: 'https://github.com/login/oauth/access_token',
  },
  clientAuthentication: 'form',
  // The lifetime of GitHub Apps' tokens; those of OAuth Apps do not expire.
  defaultTokenSeconds: 8 * 3600,
  readProfile: async ({ get }) => {
    const { id, login, name, avatar_url } = await get('https://api.github.com/user', user, { headers })
    const known = await get(emailsUrl, emails, { headers, isAboutEmail: true })
    const primary = known.find((entry) => entry.primary)
    return {
      accountId: String(id),
      displayName: name || login,
      email: primary?.email ?? null,
      isEmailVerified: primary?.verified === true,
      imageUrl: avatar_url ?? null,
    }
  },
  probe: { url: 'https://api.github.com/user', headers },
}
