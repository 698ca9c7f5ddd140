import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'

const user = z.object({
  account_id: z.string(),
  display_name: z.string().nullish(),
  nickname: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: z.string() }).nullish() }).nullish(),
})
const emails = z.object({
  values: z.array(z.object({ email: z.string(), is_primary: z.boolean(), is_confirmed: z.boolean() })),
})
/** The maximum page size: any of the addresses may be the primary one. */
const emailsUrl = 'https://api.bitbucket.org/2.0/user/emails?pagelen=100'

/** Plain OAuth. Email addresses come from a separate endpoint. */
export const bitbucket: ProviderDefinition = {
  title: providerNames.bitbucket,
  baseScopes: providerScopes.bitbucket,
  server: {
    issuer: 'https://bitbucket.org',
    authorization_endpoint: 'https://bitbucket.org/site/oauth2/authorize',
    token_endpoint: 'https://bitbucket.org/site/oauth2/access_token',
  },
  clientAuthentication: 'basic',
  readProfile: async ({ get }) => {
    const { account_id, display_name, nickname, links } = await get('https://api.bitbucket.org/2.0/user', user)
    const known = await get(emailsUrl, emails, { isAboutEmail: true })
    const primary = known.values.find((entry) => entry.is_primary)
    return {
      accountId: account_id,
      displayName: display_name || nickname || null,
      email: primary?.email ?? null,
      isEmailVerified: primary?.is_confirmed === true,
      imageUrl: links?.avatar?.href ?? null,
    }
  },
  probe: { url: 'https://api.bitbucket.org/2.0/user' },
}
