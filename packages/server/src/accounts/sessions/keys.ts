import { createPublicKey, hash, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import type { RequestHeaders } from '../../http/context.ts'

/** A key that the sender of a request has shown to hold, and the nonce that was signed with it. */
export interface ShownKey {
  thumbprint: string
  nonce: string
}

const coordinate = /^[\w-]{43}$/
const thumbprintPattern = coordinate
/** Tells clients that the token is of no use without the key, without anything else to store. */
const boundPrefix = 'bound-'

/** The thumbprint that a sign-in names. Undefined if the session is not to be bound. */
export function findSessionKey(headers: RequestHeaders): string | undefined {
  const thumbprint = headers.get('x-stack-session-key') ?? ''
  return thumbprintPattern.test(thumbprint) ? thumbprint : undefined
}

/** What the SDK gives a browser in place of a refresh token that the app's server keeps. */
export const isHandle = (refreshToken: string) => refreshToken.startsWith('kept-')

export const markBound = (refreshToken: string) => boundPrefix + refreshToken

/** Known to the client, which does not have to be told. It counts for the first refresh only. */
export const firstNonceOf = (refreshToken: string) => hash('sha256', refreshToken, 'base64url')

export const createNonce = () => randomBytes(16).toString('base64url')

/**
 * Reads a proof in the format of RFC 9449. Undefined unless it is signed, for this route. Neither `iat` nor `jti` are
 * looked at, because clocks of browsers are wrong; a nonce counts once, whenever it was signed.
 */
export function readProof(proof: string | undefined, path: string): ShownKey | undefined {
  const [header, payload, signature, ...rest] = proof?.split('.') ?? []
  if (!header || !payload || !signature || rest.length > 0) return undefined
  try {
    const { typ, alg, jwk } = decode(header)
    const { htm, htu, nonce } = decode(payload)
    if (typ !== 'dpop+jwt' || alg !== 'ES256' || htm !== 'POST' || htu !== path) return undefined
    const { kty, crv, x, y } = jwk as Record<string, unknown>
    if (kty !== 'EC' || crv !== 'P-256' || !isCoordinate(x) || !isCoordinate(y) || typeof nonce !== 'string') {
      return undefined
    }
    const publicKey: JsonWebKey = { crv, kty, x, y }
    const key = createPublicKey({ key: publicKey, format: 'jwk' })
    const content = Buffer.from(`${header}.${payload}`)
    const isSigned = verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
    return isSigned ? { thumbprint: hash('sha256', JSON.stringify(publicKey), 'base64url'), nonce } : undefined
  } catch {
    return undefined
  }
}

const isCoordinate = (value: unknown): value is string => typeof value === 'string' && coordinate.test(value)

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
