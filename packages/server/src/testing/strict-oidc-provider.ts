import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { createMemory } from '../identity/development-identity-provider/memory.ts'
import { type OidcServer, oidcClientSecret, type ProviderPerson } from './oidc-server.ts'

export interface StrictOidcProvider extends Pick<OidcServer, 'url' | 'signIn' | 'close'> {
  /** Registers the only redirect URI. */
  register(redirectUri: string): void
  /** From now on it signs with a new key, and publishes no other. */
  replaceKey(): void
}

/**
 * An OpenID provider on a real socket that is not ours, set up as strictly as companies do: with PKCE, a client secret
 * in the header, registered redirect URIs, and claims only from the user info endpoint.
 */
export async function openStrictOidcProvider(): Promise<StrictOidcProvider> {
  const people = new Map<string, ProviderPerson>()
  const state = { redirectUri: 'http://localhost/none', key: generateKey() }
  let signingIn = ''
  let provider: Provider
  const server = createServer((request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void provider.callback()(request, response)
    const result = { login: { accountId: signingIn }, consent: {} }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const apply = (change: Partial<typeof state>) => {
    Object.assign(state, change)
    provider = new Provider(url, describe(state, people))
  }
  apply({})

  return {
    url,
    register: (redirectUri) => apply({ redirectUri }),
    replaceKey: () => apply({ key: generateKey() }),
    async signIn(authorizationUrl, person) {
      people.set(person.sub, person)
      signingIn = person.sub
      return followRedirects(new URL(authorizationUrl))
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const generateKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  alg: 'PS256',
  use: 'sig',
})

type Key = ReturnType<typeof generateKey>

function describe(
  { key, redirectUri }: { key: Key; redirectUri: string },
  people: Map<string, ProviderPerson>,
): Configuration {
  const scope = 'openid email profile'
  return {
    adapter: createMemory(),
    clients: [
      {
        client_id: 'latchkey',
        client_secret: oidcClientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'PS256',
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomUUID()] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => people.get(id) as never }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.account!.accountId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  }
}

/** As a browser with cookies, until the provider sends it elsewhere. */
async function followRedirects(start: URL): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  while (url.origin === start.origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const text of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider refused the request: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
