import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { TestProject, WireResponse } from './project.ts'

const route = 'POST /auth/sessions/current/refresh'

/** The key of a browser, and its proofs. */
export class TestSessionKey {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  get jwk() {
    const { crv, kty, x, y } = this.#pair.publicKey.export({ format: 'jwk' })
    return { crv, kty, x, y }
  }

  get thumbprint(): string {
    return createHash('sha256').update(JSON.stringify(this.jwk)).digest('base64url')
  }

  get headers(): Record<string, string> {
    return { 'x-stack-session-key': this.thumbprint }
  }

  prove(claims: object, header: object = {}): string {
    const text = [
      { typ: 'dpop+jwt', alg: 'ES256', jwk: this.jwk, ...header },
      { htm: 'POST', ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(text), { key: this.#pair.privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }

  /** Refreshes with a proof for this nonce. */
  refresh(project: TestProject, refreshToken: string, nonce: string): Promise<WireResponse> {
    return refreshWith(project, refreshToken, this.prove({ htu: '/auth/sessions/current/refresh', nonce }))
  }
}

export const firstNonceOf = (refreshToken: string) => createHash('sha256').update(refreshToken).digest('base64url')

export function refreshWith(project: TestProject, refreshToken: string, proof?: string): Promise<WireResponse> {
  const headers = { 'x-stack-refresh-token': refreshToken, ...(proof && { 'x-stack-session-proof': proof }) }
  return project.send(route, { headers })
}
