import type { TokenPartialUser } from '../users/users.ts'

export interface AccessToken {
  readonly text: string
  readonly claims: {
    sub: string
    iat?: number
    exp?: number
    name: string | null
    email: string | null
    email_verified: boolean
    is_anonymous: boolean
    /** When the user last authenticated, in seconds. */
    auth_time?: unknown
    second_factor_required?: boolean
    /** The ID of the session. */
    refresh_token_id?: string
    /** Only read to verify the token. */
    iss?: unknown
    aud?: unknown
    nbf?: unknown
    project_id?: unknown
    branch_id?: unknown
  }
  /** The user the token describes. Created on first use. */
  user?: TokenPartialUser
}

/** Decodes a part of a token from base64url. */
export function decodeBytes(part: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
}

/**
 * Null unless the text has the claims of an access token. Does not verify the signature; callers that accept tokens
 * from others have to.
 */
export function decodeAccessToken(text: string | null): AccessToken | null {
  try {
    const claims = JSON.parse(new TextDecoder().decode(decodeBytes(text!.split('.')[1]!)))
    return typeof claims.sub === 'string' && claims.role === 'authenticated' ? { text: text!, claims } : null
  } catch {
    return null
  }
}

/** Visible ASCII of limited length, as headers require. Values from requests and cookies can be anything. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,6000}$/.test(value) && value !== 'undefined'

/** A malformed token counts as absent, because the content of a request is untrusted. */
export const tokenOrNull = (value: unknown): string | null => (isToken(value) ? value : null)

/**
 * The difference between the server's clock and ours, measured with every new token. The lifetime of a token is
 * counted from its arrival, so a wrong local clock costs one refresh and not one per call.
 */
export class ServerTime {
  #aheadMillis = 0

  learn(fresh: AccessToken | null): void {
    if (fresh?.claims.iat) this.#aheadMillis = fresh.claims.iat * 1000 - Date.now()
  }

  now(): number {
    return Date.now() + this.#aheadMillis
  }

  remainingMillis({ claims }: AccessToken): number {
    return claims.exp === undefined ? Infinity : claims.exp * 1000 - this.now()
  }
}
