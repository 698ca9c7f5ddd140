const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * A signing key of the project `p1` on the server `http://api`, for key rotations that take months on a real server.
 */
export async function createSigningKey(kid: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const part = (value: object) => encode(new TextEncoder().encode(JSON.stringify(value)))
  return {
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256' },
    async sign(more: object = {}): Promise<string> {
      const iat = Math.floor(Date.now() / 1000)
      const claims = {
        sub: 'user-1',
        iss: 'http://api/api/v1/projects/p1',
        aud: 'p1',
        project_id: 'p1',
        branch_id: 'main',
        role: 'authenticated',
        name: 'Ada Lövelace',
        email: 'ada@example.com',
        email_verified: false,
        is_anonymous: false,
        iat,
        exp: iat + 600,
        ...more,
      }
      const content = `${part({ alg: 'ES256', kid })}.${part(claims)}`
      const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(content))
      return `${content}.${encode(new Uint8Array(signature))}`
    },
  }
}
