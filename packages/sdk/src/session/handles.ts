/**
 * What a browser has in place of a refresh token that the server of its app keeps: the id of the session. It identifies
 * the session among those of this browser, and is of no use to anybody else.
 */
export const handleOf = (sessionId: string) => `kept-${sessionId}`

/** Becomes part of the name of a cookie, so it has no other characters. */
export const isHandle = (token: unknown): token is string =>
  typeof token === 'string' && /^kept-[\w-]{1,64}$/.test(token)
