const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

let count = 0

/** A unique access token with the usual claims. Its signature is not valid; these tests do not check it. */
export function createAccessToken({
  issuedAtMillis = Date.now(),
  lifeSeconds = 600,
  ...claims
}: {
  issuedAtMillis?: number
  lifeSeconds?: number
  [claim: string]: unknown
} = {}): string {
  const iat = Math.floor(issuedAtMillis / 1000)
  const payload = {
    sub: 'user-1',
    role: 'authenticated',
    name: 'Ada Lövelace',
    email: 'ada@example.com',
    email_verified: false,
    is_anonymous: false,
    refresh_token_id: 's1',
    iat,
    exp: iat + lifeSeconds,
    jti: ++count,
    ...claims,
  }
  return `${encode({ alg: 'ES256' })}.${encode(payload)}.signature`
}
