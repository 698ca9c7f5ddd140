import { isBrowser } from '../environment/environment.ts'
import { framework, type ServerCookies } from '../environment/framework.ts'
import { browserCookies } from './cookies.ts'

/** Holds the tokens with which people who trust this browser need no second factor. */
export const trustedName = (projectId: string, secure: boolean) =>
  `${secure ? '__Host-' : ''}stack-trusted-${projectId}`

export const trustedSeconds = 30 * 86_400
/** As many as the server looks at. */
const maxTokens = 5

/** The tokens of other people who use this browser stay; those that have ended drop out. */
export const addTrust = (token: string, kept: string | null | undefined) =>
  [token, ...(kept?.split(' ') ?? [])].slice(0, maxTokens).join(' ')

export const findCookies = async (): Promise<ServerCookies | undefined> =>
  isBrowser() ? browserCookies : framework.current.cookies?.()

/** What sign-ins send, so that they may need no second factor. Nothing outside of a page's request, where there are no cookies. */
export async function findTrust(projectId: string): Promise<string | undefined> {
  const cookies = await findCookies().catch(() => undefined)
  return cookies?.getAll(trustedName(projectId, cookies.isSecure))[0]
}
