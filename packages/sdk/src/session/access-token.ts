import { AssertionError } from '../errors/errors.ts'

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
  }
}

/** Null for anything that does not carry the claims of an access token: it is then as good as absent. */
export function decodeAccessToken(text: string | null): AccessToken | null {
  try {
    const payload = text!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(payload), (char) => char.charCodeAt(0))))
    return typeof claims.sub === 'string' && claims.role === 'authenticated' ? { text: text!, claims } : null
  } catch {
    return null
  }
}

/** Neither a header nor a server takes anything else, and what comes by a request or a cookie may be anybody's text. */
export const isToken = (text: string) => /^[!-~]+$/.test(text) && text !== 'undefined'

/** The text `undefined` is what a broken caller stores instead of a token. What cannot be one is as good as absent. */
export function assertToken(token: string | null): string | null {
  if (token === 'undefined') throw new AssertionError('A token is the text "undefined".')
  return token && isToken(token) ? token : null
}

/**
 * How far the server's clock is from ours, learned from every token that comes fresh from the server: its life is
 * then counted from its arrival, so a wrong local clock costs one refresh and not one per call.
 */
export class ServerTime {
  #aheadMillis = 0

  learn(fresh: AccessToken | null): void {
    if (fresh?.claims.iat) this.#aheadMillis = fresh.claims.iat * 1000 - Date.now()
  }

  remainingMillis({ claims }: AccessToken): number {
    return claims.exp === undefined ? Infinity : claims.exp * 1000 - Date.now() - this.#aheadMillis
  }
}
