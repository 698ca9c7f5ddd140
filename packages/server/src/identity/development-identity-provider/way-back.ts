import type { IncomingMessage, ServerResponse } from 'node:http'
import { mountPath } from './mount-path.ts'

export const appParameter = 'latchkey_app'
const cookieName = 'latchkey-development-app'

/** The start page of the app that a redirect URI belongs to: what comes before its handler. */
export function appOf(redirectUri: string): string {
  const { origin, pathname } = new URL(redirectUri)
  const [folder] = pathname.split('/handler/')
  return `${origin}${folder === pathname ? '' : folder}/`
}

/** In a cookie, because a sign-in may be stale exactly because the server was restarted. */
export function rememberApp(request: IncomingMessage, response: ServerResponse): void {
  const app = new URLSearchParams(request.url?.split('?')[1]).get(appParameter)
  if (app) {
    response.setHeader(
      'set-cookie',
      `${cookieName}=${encodeURIComponent(app)}; Path=${mountPath}; HttpOnly; SameSite=Lax`,
    )
  }
}

/** Where the browser's last sign-in was started, if that can be a link. */
export function findApp(cookieHeader = ''): string | undefined {
  const value = new RegExp(`(?:^|; *)${cookieName}=([^;]+)`).exec(cookieHeader)?.[1]
  if (!value) return undefined
  try {
    const { href, protocol } = new URL(decodeURIComponent(value))
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}
