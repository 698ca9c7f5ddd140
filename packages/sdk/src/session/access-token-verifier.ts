import { type AccessToken, decodeAccessToken, decodeBytes } from './access-token.ts'
import { PublicKeys } from './public-keys.ts'

const maxTokenLength = 8_192
const maxLifeSeconds = 86_400
/** The tolerated difference between the clocks of two servers. It does not extend the expiry of a token. */
const leewaySeconds = 300

interface VerifierParts {
  projectId: string
  /** The URLs of the server for browsers and for this server. Its tokens name one of them as issuer. */
  urls: readonly string[]
  fetchKeys(this: void, includeAnonymous: boolean): Promise<readonly JsonWebKey[]>
  /** The time at the server, in milliseconds. */
  now(this: void): number
}

/** Verifies that the project has issued a token, without a request for each token. */
export class AccessTokenVerifier {
  readonly #parts: VerifierParts
  // Anonymous users have separate keys, so that their tokens cannot pass for those of other users.
  readonly #keys: PublicKeys
  readonly #keysWithAnonymous: PublicKeys
  #hasWarned = false

  constructor(parts: VerifierParts) {
    this.#parts = parts
    this.#keys = new PublicKeys(() => parts.fetchKeys(false))
    this.#keysWithAnonymous = new PublicKeys(() => parts.fetchKeys(true))
  }

  /** Null unless the project has issued this token and it is valid now. Throws if the server's keys cannot be fetched. */
  async verify(text: string): Promise<AccessToken | null> {
    const token = text.length <= maxTokenLength && threeParts.test(text) ? decodeAccessToken(text) : null
    const keyId = readKeyId(text)
    if (!token || keyId === undefined || !this.#isForUs(token) || !this.#isCurrent(token)) return null
    const keys = token.claims.is_anonymous ? this.#keysWithAnonymous : this.#keys
    const key = await keys.find(keyId)
    return key && (await isSigned(text, key)) && this.#isOurs(token) ? token : null
  }

  #isForUs({ claims }: AccessToken): boolean {
    const { projectId } = this.#parts
    const { sub, aud, project_id, branch_id, is_anonymous } = claims
    const audience = is_anonymous === true ? `${projectId}:anon` : is_anonymous === false && projectId
    return sub !== '' && aud === audience && project_id === projectId && branch_id === 'main'
  }

  #isCurrent({ claims }: AccessToken): boolean {
    const now = this.#parts.now() / 1000
    const { iat, exp, nbf = iat } = claims
    if (typeof iat !== 'number' || typeof exp !== 'number' || typeof nbf !== 'number') return false
    return exp > now && exp - iat <= maxLifeSeconds && Math.max(iat, nbf) <= now + leewaySeconds
  }

  #isOurs({ claims }: AccessToken): boolean {
    const { projectId, urls } = this.#parts
    const path = `/api/v1/projects${claims.is_anonymous ? '-anonymous-users' : ''}/${projectId}`
    if (urls.some((url) => claims.iss === url + path)) return true
    if (!this.#hasWarned) {
      // The signature is valid, so the configured URL is probably not the server's own.
      console.warn(
        `Latchkey: an access token was refused, because its issuer is ${claims.iss} and not ${urls.join(' or ')}${path}. Set \`baseUrl\` or LATCHKEY_API_URL to the server's LATCHKEY_URL.`,
      )
      this.#hasWarned = true
    }
    return false
  }
}

/** The last part is a signature of 64 bytes. */
const threeParts = /^[\w-]+\.[\w-]+\.[\w-]{86}$/

/** Undefined unless the header has the server's format. Keys that it contains or links to are never used. */
function readKeyId(text: string): string | undefined {
  try {
    const { alg, kid, typ = 'JWT', crit } = JSON.parse(new TextDecoder().decode(decodeBytes(text.split('.')[0]!)))
    return alg === 'ES256' && typ === 'JWT' && crit === undefined && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

function isSigned(text: string, key: CryptoKey): Promise<boolean> {
  const [header, payload, signature] = text.split('.') as [string, string, string]
  const content = new TextEncoder().encode(`${header}.${payload}`)
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, decodeBytes(signature), content)
}
