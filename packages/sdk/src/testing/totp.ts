/** The code that an authenticator app shows now. */
export async function currentTotp(secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setUint32(4, Math.floor(Date.now() / 30_000))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const number = hash.getUint32(hash.getUint8(19) & 15) & 0x7fffffff
  return `${number % 1_000_000}`.padStart(6, '0')
}
