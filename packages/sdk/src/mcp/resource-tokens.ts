import { decodeBytes } from '../session/access-token.ts'
import { importEllipticKey, PublicKeys } from '../session/public-keys.ts'

const maxTokenLength = 8_192
/** The tolerated difference between the clocks of two servers. */
const leewaySeconds = 30

const algorithms: Record<string, { name: string; hash: string }> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
}

/** The claims of an access token that was issued for a resource, as in RFC 9068. */
export interface ResourceTokenClaims {
  sub: string
  client_id: string
  exp: number
  scope?: string
  team_id?: unknown
}

interface VerifierParts {
  issuer: string
  /** The audience of its tokens. */
  resource: string
  fetchKeys(this: void): Promise<readonly JsonWebKey[]>
}

/** Verifies that an issuer has made a token for one resource, without a request for each token. */
export class ResourceTokenVerifier {
  readonly #parts: VerifierParts
  readonly #keys: PublicKeys

  constructor(parts: VerifierParts) {
    this.#parts = parts
    this.#keys = new PublicKeys(() => parts.fetchKeys(), importKey)
  }

  /** Null unless the token is for this resource and valid now. Throws if the keys cannot be fetched. */
  async verify(text: string): Promise<ResourceTokenClaims | null> {
    const [header, claims] = text.length <= maxTokenLength && threeParts.test(text) ? decode(text) : []
    // First what needs no keys, so that tokens of others cause no request.
    if (!isHeader(header) || !this.#isForUs(claims)) return null
    const key = await this.#keys.find(header.kid)
    const algorithm = algorithms[header.alg]!
    return key?.algorithm.name === algorithm.name && (await isSigned(text, key, algorithm)) ? claims : null
  }

  #isForUs(claims: Record<string, unknown> | undefined): claims is Record<string, unknown> & ResourceTokenClaims {
    const { iss, aud, sub, client_id, exp, iat, nbf = iat, scope = '' } = claims ?? {}
    const now = Date.now() / 1000
    const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
    return (
      iss === this.#parts.issuer &&
      audience === this.#parts.resource &&
      isText(sub) &&
      isText(client_id) &&
      typeof scope === 'string' &&
      isTime(exp) &&
      exp > now - leewaySeconds &&
      isTime(iat) &&
      isTime(nbf) &&
      Math.max(iat, nbf) <= now + leewaySeconds
    )
  }
}

const threeParts = /^[\w-]+\.[\w-]+\.[\w-]+$/

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

interface Header {
  alg: string
  kid: string
}

/** Keys that a header contains or links to are never used. */
function isHeader(header: Record<string, unknown> | undefined): header is Record<string, unknown> & Header {
  const { alg, kid, typ, crit } = header ?? {}
  const isAccessToken = typeof typ === 'string' && /^(?:application\/)?at\+jwt$/i.test(typ)
  return isAccessToken && isText(alg) && Object.hasOwn(algorithms, alg) && isText(kid) && crit === undefined
}

function decode(text: string): Record<string, unknown>[] {
  try {
    const parts = text.split('.').slice(0, 2)
    const decoded = parts.map((part) => JSON.parse(new TextDecoder().decode(decodeBytes(part))))
    return decoded.every((value) => typeof value === 'object' && value !== null) ? decoded : []
  } catch {
    return []
  }
}

async function isSigned(text: string, key: CryptoKey, algorithm: { name: string; hash: string }): Promise<boolean> {
  const end = text.lastIndexOf('.')
  try {
    const signature = decodeBytes(text.slice(end + 1))
    return await crypto.subtle.verify(algorithm, key, signature, new TextEncoder().encode(text.slice(0, end)))
  } catch {
    return false
  }
}

/** Only keys for signatures, and only those long enough to be safe. */
async function importKey(jwk: JsonWebKey & { kid?: unknown }): Promise<[string, CryptoKey] | undefined> {
  const { kty, n, e, kid, use } = jwk
  if (use !== undefined && use !== 'sig') return
  if (kty !== 'RSA') return importEllipticKey(jwk)
  if (!isText(kid) || !isText(n) || n.length < minModulusLength) return
  const key = { kty, n, e } as JsonWebKey
  return [kid, await crypto.subtle.importKey('jwk', key, algorithms.RS256!, false, ['verify'])]
}

/** 2,048 bits in base64url. */
const minModulusLength = 342
