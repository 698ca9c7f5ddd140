import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

export interface IdentityProvider {
  url: string
  close(): Promise<void>
}

interface Options {
  /** Its own URL unless it impersonates another issuer. */
  issuer?: string
  /** The allowed redirect URIs by client id. */
  clients: Record<string, string>
  scopes?: string[]
}

export const clientSecret = 'what the two of them know'

/**
 * A real OpenID provider of which we only write the settings: users sign in with any address and are asked for consent.
 * It has Google's paths, so that it can replace Google.
 */
export async function openIdentityProvider({ issuer, clients, scopes = [] }: Options): Promise<IdentityProvider> {
  let serve: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const Provider = loadLibrary()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer ?? url, {
    clients: Object.entries(clients).map(([id, redirectUri]) => ({
      client_id: id,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    clientAuthMethods: ['client_secret_post'],
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      jwks: '/oauth2/v3/certs',
      userinfo: '/v1/userinfo',
    },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['not a secret: it signs cookies of this test only'] },
    scopes: ['openid', ...scopes],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    findAccount: (_context: unknown, email: string) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Grace Hopper' }),
    }),
  })
  serve = provider.callback()
  return {
    url,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The server's copy of the library, which its development identity provider also uses. */
function loadLibrary(): new (issuer: string, settings: object) => { callback(): RequestListener } {
  return createRequire(new URL('../packages/server/package.json', import.meta.url))('oidc-provider').default
}

/** What a user does on its two pages. */
export async function signInAtIdentityProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
