import { providerNames, providerScopes } from '@latchkey/contract'
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { ProviderDefinition, ProviderEnvironment, ProviderKeys } from './definition.ts'
import { failure } from './failures.ts'
import { readOpenIdProfile } from './openid.ts'

const title = providerNames.apple
const issuer = 'https://appleid.apple.com'
const secretSeconds = 60

/** OpenID Connect that returns by form post and sends the name only once, outside of the ID token. */
export function apple(
  { clientId, clientSecret }: ProviderKeys,
  { now }: Pick<ProviderEnvironment, 'now'>,
): ProviderDefinition {
  return {
    title,
    baseScopes: providerScopes.apple,
    server: {
      issuer,
      authorization_endpoint: `${issuer}/auth/authorize`,
      token_endpoint: `${issuer}/auth/token`,
      jwks_uri: `${issuer}/auth/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    clientAuthentication: () => makeClientSecret(clientId, clientSecret, now()),
    idToken: {},
    authorizationParameters: { response_mode: 'form_post' },
    readProfile: ({ claims, parameters }) => ({
      ...readOpenIdProfile(claims),
      // Apple sometimes sends booleans as strings.
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      // It comes through the browser and cannot be trusted; only a name is taken from it.
      displayName: readName(parameters.get('user')),
      imageUrl: null,
    }),
  }
}

const signingKey = z.object({ teamId: z.string(), keyId: z.string(), privateKey: z.string() })

/**
 * Apple has no fixed client secrets: they are JWTs signed with a private key. If that key is configured, as JSON, a new
 * secret is generated for every request. A JWT that was generated elsewhere also works until it expires.
 */
async function makeClientSecret(clientId: string, clientSecret: string, now: Date): Promise<string> {
  if (!clientSecret.trim().startsWith('{')) return clientSecret
  try {
    const { teamId, keyId, privateKey } = signingKey.parse(JSON.parse(clientSecret))
    const key = await importPKCS8(privateKey, 'ES256')
    const seconds = Math.floor(now.getTime() / 1000)
    return await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + secretSeconds)
      .sign(key)
  } catch {
    // The original error would contain the key.
    throw failure(
      'bad-client-credentials',
      title,
      'the client secret is neither a JWT nor a private key with teamId and keyId',
    )
  }
}

const firstVisit = z.object({
  name: z.object({ firstName: z.string().nullish(), lastName: z.string().nullish() }).nullish(),
})

function readName(text: string | null): string | null {
  if (!text) return null
  try {
    const { name } = firstVisit.parse(JSON.parse(text))
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ') || null
  } catch {
    return null
  }
}
