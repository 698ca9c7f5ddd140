/**
 * What a browser has in place of a refresh token that the server of its app keeps: the id of the session. It identifies
 * the session among those of this browser, and is of no use to anybody else.
 */
export const handleOf = (sessionId: string) => `kept-${sessionId}`

export const isHandle = (token: string | null | undefined): token is string => !!token?.startsWith('kept-')
