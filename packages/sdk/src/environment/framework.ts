/**
 * The cookies that a framework provides to the token store `'nextjs-cookie'` on the server.
 * @internal
 */
export interface ServerCookies {
  /** Whether the page is served over https. */
  readonly isSecure: boolean
  /** Every value sent under this name, decoded. Empty texts stand for values that cannot be decoded. */
  getAll(name: string): string[]
  /** Null deletes the cookie. May throw where the framework forbids writing, as in server components. */
  set(name: string, value: string | null, maxAgeSeconds: number, attributes: CookieAttributes): void
}

/**
 * The attributes of token cookies. `secure` is set if the app is served over https.
 * @internal
 */
export interface CookieAttributes {
  secure: boolean
  /** The option `cookieDomain` of the app. */
  domain?: string | undefined
}

/**
 * What the package for a framework provides to every app of the process.
 * @internal
 */
export interface Framework {
  /**
   * The cookies of the current request, for the token store `'nextjs-cookie'` on the server. The same object for one
   * page: what is rendered with it shows one state of the user.
   */
  cookies?(): ServerCookies | Promise<ServerCookies>
  /** Runs before every request, for instance to mark the page as dynamic. */
  prepareRequest?(): unknown
  /** The default of the option `redirectMethod`. */
  redirectMethod?: 'nextjs'
  /** The page that the server renders, so that people come back to it. Only path and query count. */
  findPage?(): URL | undefined
  /** Redirects on the server, which a framework does by throwing. */
  redirect?(url: string, options: { replace: boolean }): void
  /** A hook that returns the router's function, for components. */
  useNavigate?(): (to: string, options?: { replace: boolean }) => void
  /** A hook that returns path and query of the page, for components that a server renders. */
  useLocation?(): string
}

export const framework: { current: Framework } = { current: {} }

/**
 * Used by packages built on this one.
 * @internal
 */
export function registerFramework(registered: Framework): void {
  framework.current = registered
}
