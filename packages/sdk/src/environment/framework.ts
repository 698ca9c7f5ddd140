/**
 * The cookies that a framework provides to the token store `'nextjs-cookie'` on the server.
 * @internal
 */
export interface ServerCookies {
  /** Whether the page is served over https. */
  readonly isSecure: boolean
  /** The decoded values of all cookies with this name. Values that cannot be decoded become empty strings. */
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
  /** Whether scripts cannot read the cookie. */
  httpOnly?: boolean | undefined
}

/**
 * What an app says about itself when its server keeps the sessions of browsers.
 * @internal
 */
export interface RelayedApp {
  projectId: string
  /** Its options: below which page its server answers, and whether new sessions are kept there. */
  app?: { urls?: { handler?: string | undefined } | undefined; httpOnlySessions?: boolean | undefined }
}

/**
 * The integration of a framework, which all apps of the process share.
 * @internal
 */
export interface Framework {
  /**
   * The cookies of the current request, for the token store `'nextjs-cookie'` on the server. The same object throughout
   * a page, so that all of its parts show the same state of the user.
   */
  cookies?(): ServerCookies | Promise<ServerCookies>
  /** Runs before every request, for instance to mark the page as dynamic. */
  prepareRequest?(): unknown
  /** Sends a request of a browser to the app's server instead, if that keeps the refresh tokens. */
  relay?(path: string, init: RequestInit, app: RelayedApp): Promise<Response> | undefined
  /** The default of the option `redirectMethod`. */
  redirectMethod?: 'nextjs'
  /** The page that the server renders, so that users return to it. Only path and query are used. */
  findPage?(): URL | undefined
  /** Redirects on the server. Frameworks do this by throwing. */
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
