import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMillis = 30_000
/** One step before and after the current one, to tolerate clock skew. */
const tolerance = 1

/** The time step that a code is valid for, or undefined if it is wrong. RFC 6238: HMAC-SHA1, 6 digits, 30 s. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = Math.floor(now.getTime() / stepMillis)
  for (let step = current - tolerance; step <= current + tolerance; step++) {
    if (timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code))) return step
  }
  return undefined
}

export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[19]! & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
