import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { vi } from 'vitest'
import { type ProtectResourceOptions, protectResource } from '../mcp/mcp.ts'

export const issuerUrl = 'https://auth.example.com/oauth/p1'
export const resourceUrl = 'https://mcp.example.com/mcp'
export const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'
export const now = () => Math.floor(Date.now() / 1000)

export type Issuer = Awaited<ReturnType<typeof createIssuer>>
type Respond = (url: string, init?: RequestInit) => Promise<Response>
type Claims = Record<string, unknown>
type Header = { alg?: string; kid?: string | undefined; typ?: string | undefined; crit?: string[]; x?: number }

const pairs = { ec: generateKeyPair('ES256'), rsa: generateKeyPair('RS256'), foreign: generateKeyPair('ES256') }
const networkFetch = globalThis.fetch

/** A project as an OAuth provider, as a resource sees it, with tokens that a real one would never issue. */
export async function createIssuer() {
  const keys: object[] = [await toJwk('ec', await pairs.ec), await toJwk('rsa', await pairs.rsa)]
  const issuer = {
    requests: [] as string[],
    respond: (async () => Response.json({ keys })) as Respond,
    /** A valid token, but for the changes. */
    sign: async (claims: Claims = {}, { alg = 'ES256', ...header }: Header = {}) => {
      const [kid, { privateKey }] =
        alg === 'RS256' ? (['rsa', await pairs.rsa] as const) : (['ec', await pairs.ec] as const)
      return signWith(privateKey, { alg, kid, ...header }, claims)
    },
    /** Signed with a key that the project does not have. */
    signForeign: async ({
      isEmbedded,
      ...header
    }: {
      kid: string
      jku?: string
      x5u?: string
      isEmbedded?: boolean
    }) => {
      const { privateKey, publicKey } = await pairs.foreign
      const jwk = isEmbedded && { jwk: await exportJWK(publicKey) }
      return signWith(privateKey, { alg: 'ES256', ...header, ...jwk }, {})
    },
    /** Signed with what everybody knows, if a verifier takes it for a secret. */
    signHmac: async () => signWith(new TextEncoder().encode(JSON.stringify(keys[0])), { alg: 'HS256', kid: 'ec' }, {}),
    /** Adds a key, and returns a token that is signed with it. */
    addKey: async (kid: string, more: object = {}) => {
      const pair = await generateKeyPair('ES256')
      keys.push({ ...(await toJwk(kid, pair)), ...more })
      return signWith(pair.privateKey, { alg: 'ES256', kid }, {})
    },
    addShortKey: async () => {
      const algorithm = {
        name: 'RSASSA-PKCS1-v1_5',
        hash: 'SHA-256',
        modulusLength: 1_024,
        publicExponent: new Uint8Array([1, 0, 1]),
      }
      const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      keys.push({ ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'short' })
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const content = `${part({ alg: 'RS256', typ: 'at+jwt', kid: 'short' })}.${part(claimsOf({}))}`
      const signature = await crypto.subtle.sign(algorithm.name, privateKey, new TextEncoder().encode(content))
      return `${content}.${Buffer.from(signature).toString('base64url')}`
    },
  }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.startsWith('https://')) return networkFetch(url, init)
    issuer.requests.push(`${init?.method ?? 'GET'} ${url}`)
    return issuer.respond(url, init)
  })
  return issuer
}

const toJwk = async (kid: string, { publicKey }: GenerateKeyPairResult) => ({ ...(await exportJWK(publicKey)), kid })

const claimsOf = (claims: Claims): Claims => ({
  iss: issuerUrl,
  aud: resourceUrl,
  sub: 'user-1',
  client_id: 'https://client.example/metadata.json',
  scope: 'notes:read notes:write',
  iat: now(),
  exp: now() + 600,
  ...claims,
})

function signWith(key: CryptoKey | Uint8Array, header: object, claims: Claims): Promise<string> {
  return new SignJWT(claimsOf(claims))
    .setProtectedHeader({ typ: 'at+jwt', ...header } as JWTHeaderParameters)
    .sign(key, { crit: { x: true } })
}

export const openResource = (options: Partial<ProtectResourceOptions> = {}) =>
  protectResource({ projectId: 'p1', baseUrl: 'https://auth.example.com', resource: resourceUrl, ...options })

export const askResource = (token?: string, url = resourceUrl, method = 'POST') =>
  new Request(url, { method, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
