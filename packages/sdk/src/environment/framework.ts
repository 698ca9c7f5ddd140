import type { ServerCookies } from '../app/types.ts'

/** What a framework's own package lends to every app of the process. */
export interface Framework {
  /** The cookies of the current request, for the token store `'nextjs-cookie'` on the server. */
  cookies?(): ServerCookies | Promise<ServerCookies>
  /** Runs before every request, for instance to mark the page as dynamic. */
  prepareRequest?(): unknown
}

export const framework: { current: Framework } = { current: {} }

export function registerFramework(registered: Framework): void {
  framework.current = registered
}
