import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { oncePerServer } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'

/**
 * Keys are derived from the deployment secret, the audience and a 90-day period, so every node and every restart has
 * the same ones and nothing needs to be stored. A new key signs every 90 days. The next one is published well before,
 * and the previous one for as long as its tokens live and verifiers may cache the old list. The keys of former secrets
 * are published as well.
 */
export const generationMillis = 90 * 24 * 3600 * 1000
/** How long verifiers may cache the published keys. */
export const publicKeysMaxAgeSeconds = 3600

export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  publicJwk: { kty: 'EC'; alg: 'ES256'; crv: 'P-256'; kid: string; x: string; y: string }
}

export interface SigningKeys {
  /** The first one signs, all verify. There are two for each secret. */
  published(audience: string, now: number): [SigningKey, ...SigningKey[]]
  find(audience: string, kid: string, now: number): SigningKey | undefined
}

export function createSigningKeys(secrets: Secrets, accessTokenSeconds: number): SigningKeys {
  const cache = new BoundedCache<string, [SigningKey, ...SigningKey[]]>(1_000)
  const overlapMillis = (accessTokenSeconds + publicKeysMaxAgeSeconds) * 1000

  function keysOf(audience: string, generation: number): [SigningKey, ...SigningKey[]] {
    const name = `${generation}:${audience}`
    let keys = cache.get(name)
    if (!keys) {
      keys = deriveKeys(secrets, name)
      cache.set(name, keys)
    }
    return keys
  }

  function published(audience: string, now: number): [SigningKey, ...SigningKey[]] {
    const generation = Math.floor(now / generationMillis)
    const other = now - generation * generationMillis < overlapMillis ? generation - 1 : generation + 1
    return [...keysOf(audience, generation), ...keysOf(audience, other)]
  }

  return { published, find: (audience, kid, now) => published(audience, now).find((key) => key.kid === kid) }
}

const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** One key for each secret, the current one first. The same name and secret always give the same key. */
export function deriveKeys(secrets: Secrets, name: string): [SigningKey, ...SigningKey[]] {
  // 16 bytes more than the curve order, so that the remainder is evenly distributed.
  const [first, ...others] = secrets.deriveFromAll(`signing key ${name}`, 48).map(toSigningKey)
  return [first!, ...others]
}

function toSigningKey(bytes: Buffer): SigningKey {
  const seed = BigInt(`0x${bytes.toString('hex')}`)
  const scalar = Buffer.from(((seed % (curveOrder - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(scalar)
  const point = curve.getPublicKey()
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 12)
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return {
    kid,
    privateKey: createPrivateKey({ key: { ...jwk, d: scalar.toString('base64url') }, format: 'jwk' }),
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
    publicJwk: { ...jwk, alg: 'ES256', kid },
  }
}

export const signingKeys = oncePerServer(({ secrets, config }) => createSigningKeys(secrets, config.accessTokenSeconds))
