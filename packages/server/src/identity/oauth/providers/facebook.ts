import { createHmac } from 'node:crypto'
import { providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition, ProviderKeys } from './definition.ts'

const graph = 'https://graph.facebook.com/v24.0'
const user = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  picture: z.object({ data: z.object({ url: z.string().nullish() }) }).nullish(),
})

/** Plain OAuth with error objects. Facebook does not say whether an address was verified. */
export function facebook({ clientSecret, facebookConfigId }: ProviderKeys): ProviderDefinition {
  // Apps may require it, so that a stolen token is useless without the app secret.
  const prove = (accessToken: string) => createHmac('sha256', clientSecret).update(accessToken).digest('hex')
  const askMe = (accessToken: string, fields: string) =>
    `${graph}/me?${new URLSearchParams({ fields, appsecret_proof: prove(accessToken) })}`
  return {
    title: providerNames.facebook,
    baseScopes: providerScopes.facebook,
    server: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: 'https://www.facebook.com/v24.0/dialog/oauth',
      token_endpoint: `${graph}/oauth/access_token`,
    },
    clientAuthentication: 'form',
    ...(facebookConfigId ? { authorizationParameters: { config_id: facebookConfigId } } : {}),
    findTokenError: ({ error }) => {
      if (typeof error !== 'object' || error === null) return undefined
      // 1 and 101 concern the app and its secret, the others the code.
      return [1, 101].includes((error as { code?: number }).code ?? 0) ? 'invalid_client' : 'invalid_grant'
    },
    readProfile: async ({ accessToken, get }) => {
      const { id, name, email, picture } = await get(askMe(accessToken, 'id,name,email,picture.type(large)'), user)
      return {
        accountId: id,
        displayName: name ?? null,
        email: email ?? null,
        isEmailVerified: false,
        imageUrl: picture?.data.url ?? null,
      }
    },
    probe: { url: (accessToken) => askMe(accessToken, 'id') },
  }
}
