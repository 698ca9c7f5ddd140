// One-time codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds.

const periodMillis = 30_000
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function createTotpSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(20))
}

/** Whether a code is valid now, or up to 30 seconds earlier or later, because clocks differ. */
export async function isTotpCode(code: string, secret: Uint8Array<ArrayBuffer>, now = Date.now()): Promise<boolean> {
  const step = Math.floor(now / periodMillis)
  const codes = await Promise.all([step - 1, step, step + 1].map((step) => computeTotp(secret, step)))
  return codes.includes(code)
}

async function computeTotp(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(step))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, message))
  const offset = hash.getUint8(hash.byteLength - 1) & 15
  return String((hash.getUint32(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The content of the QR code for an authenticator app. */
export function toTotpUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Not URLSearchParams, because apps show its `+` literally.
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${periodMillis / 1000}`
}

/** The format in which users type the secret into an app without a camera. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
