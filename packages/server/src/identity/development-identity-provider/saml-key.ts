import { checkPrime, createPrivateKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secrets } from '../../platform/secrets.ts'

const exponent = 65_537n
const primeBytes = 128
const atOnce = 64

/**
 * An RSA key that is the same after a restart, so that connections that trust it still work. Like all keys, it derives
 * from the deployment secret; Node.js cannot derive RSA keys itself.
 */
export async function deriveRsaKey(secrets: Secrets, purpose: string): Promise<KeyObject> {
  const [p, q] = await Promise.all([derivePrime(secrets, `${purpose} p`), derivePrime(secrets, `${purpose} q`)])
  const d = invert(exponent, (p - 1n) * (q - 1n))
  const values = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: invert(q, p) }
  const texts = Object.entries(values).map(([name, value]) => [name, encode(value)])
  return createPrivateKey({ key: { kty: 'RSA', ...Object.fromEntries(texts) }, format: 'jwk' })
}

/** Of some hundreds of numbers one is prime. They are looked at together, because a busy server is slow to take turns. */
async function derivePrime(secrets: Secrets, purpose: string): Promise<bigint> {
  for (let first = 0; ; first += atOnce) {
    const candidates = Array.from({ length: atOnce }, (_, index) => deriveOdd(secrets, `${purpose} ${first + index}`))
    const areUsable = await Promise.all(candidates.map(isUsable))
    const prime = candidates[areUsable.indexOf(true)]
    if (prime) return prime
  }
}

function deriveOdd(secrets: Secrets, purpose: string): bigint {
  const bytes = secrets.deriveBytes(purpose, primeBytes)
  // Two high bits, so that the product of two primes has 2,048 bits, and odd.
  bytes[0]! |= 0b1100_0000
  bytes[primeBytes - 1]! |= 1
  return BigInt(`0x${bytes.toString('hex')}`)
}

const isUsable = async (candidate: bigint) =>
  (candidate - 1n) % exponent !== 0n && (await promisify(checkPrime)(candidate))

/** The inverse of `value` modulo `modulus`, by the extended Euclidean algorithm. */
function invert(value: bigint, modulus: bigint): bigint {
  let [remainder, nextRemainder] = [modulus, value % modulus]
  let [factor, nextFactor] = [0n, 1n]
  while (nextRemainder !== 0n) {
    const quotient = remainder / nextRemainder
    ;[remainder, nextRemainder] = [nextRemainder, remainder - quotient * nextRemainder]
    ;[factor, nextFactor] = [nextFactor, factor - quotient * nextFactor]
  }
  return ((factor % modulus) + modulus) % modulus
}

function encode(value: bigint): string {
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
}
