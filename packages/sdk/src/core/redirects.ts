import { clock } from '../environment/clock.ts'
import { isBrowser } from '../environment/environment.ts'
import { framework } from '../environment/framework.ts'
import { AssertionError } from '../errors/errors.ts'

/**
 * The URLs of the pages.
 * @example
 * const { signIn, signUp, signOut, forgotPassword, accountSettings, home } = latchkey.urls
 * new ClientApp({
 *   tokenStore: 'cookie',
 *   urls: {
 *     handler: '/auth',
 *     afterSignIn: '/inbox',
 *     afterSignUp: '/welcome',
 *     afterSignOut: '/',
 *     error: '/oops',
 *     mfa: '/second-factor',
 *     // Pages that emails and providers link to.
 *     emailVerification: '/verify',
 *     passwordReset: '/new-password',
 *     magicLinkCallback: '/enter',
 *     teamInvitation: '/join',
 *     oauthCallback: '/connected',
 *   },
 * })
 */
export interface HandlerUrls {
  /** The base path of the pages that have no URL of their own. */
  handler: string
  /** The sign-in page. */
  signIn: string
  /** The sign-up page. */
  signUp: string
  /** The page that signs out. */
  signOut: string
  /** The target of links that verify an email address. */
  emailVerification: string
  /** The target of password reset links. */
  passwordReset: string
  /** The page to request a password reset link. */
  forgotPassword: string
  /** The page that OAuth providers redirect to. */
  oauthCallback: string
  /** The target of magic links. */
  magicLinkCallback: string
  /** The account settings. */
  accountSettings: string
  /** The target of team invitations. */
  teamInvitation: string
  /** The page that asks for the second factor. */
  mfa: string
  /** The page that shows sign-in errors. */
  error: string
  /** The start page of your app. */
  home: string
  /** Where to go after sign-in. */
  afterSignIn: string
  /** Where to go after sign-up. */
  afterSignUp: string
  /** Where to go after sign-out. */
  afterSignOut: string
}

/**
 * How an app navigates.
 * @example new ClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
 */
export type RedirectMethod =
  | 'window'
  | 'none'
  /** The default in `@latchkey/react/next`: the redirects of Next.js on the server, its router in components. */
  | 'nextjs'
  | {
      useNavigate: () => (to: string) => void
      /** Without it, redirects reload the page. With `replace`, it must replace the current entry of the history. */
      navigate?: (to: string, options: { replace: boolean }) => void
    }

/**
 * Options of a redirect.
 * @example await latchkey.redirectToSignIn({ replace: true, noRedirectBack: true })
 */
export interface RedirectToOptions {
  /** Whether to replace the current entry of the history. */
  replace?: boolean | undefined
  /** If true, the user does not return to the current page afterwards. */
  noRedirectBack?: boolean | undefined
}

type RedirectTarget = Capitalize<Exclude<keyof HandlerUrls, 'handler'>>

export type RedirectMethods = {
  [Target in RedirectTarget as `redirectTo${Target extends 'OauthCallback' ? 'OAuthCallback' : Target}`]: (
    options?: RedirectToOptions,
  ) => Promise<void>
}

const returnToName = 'after_auth_return_to'
/** Redirects resolve after this time, so that callers do not continue while the page unloads. */
const leavingMillis = 2000
/** A router does not unload the page; it only needs time to render the next one. */
const routingMillis = 200

/** Pages under the handler's path, in kebab case, unless the app sets other URLs. */
const handlerPages = [
  'signIn',
  'signUp',
  'signOut',
  'emailVerification',
  'passwordReset',
  'forgotPassword',
  'oauthCallback',
  'magicLinkCallback',
  'accountSettings',
  'teamInvitation',
  'mfa',
  'error',
] as const

export function resolveUrls(given: Partial<HandlerUrls> = {}): Readonly<HandlerUrls> {
  const set = Object.fromEntries(Object.entries(given).filter(([, url]) => url !== undefined)) as Partial<HandlerUrls>
  const { handler = '/handler', home = '/', afterSignIn = home } = set
  const pages = handlerPages.map((page) => [
    page,
    `${handler.replace(/\/$/, '')}/${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  ])
  return Object.freeze({
    ...(Object.fromEntries(pages) as HandlerUrls),
    handler,
    home,
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
    ...set,
  })
}

export class Redirects {
  readonly urls: Readonly<HandlerUrls>
  readonly #method: RedirectMethod | undefined

  constructor(urls: Partial<HandlerUrls> | undefined, method: RedirectMethod | undefined) {
    this.urls = resolveUrls(urls)
    this.#method = method
  }

  /**
   * Browsers redirect by default, because an app that stays on the sign-in page after sign-in looks broken. Elsewhere
   * there is no page to leave. Evaluated on every use, because one app may run on both sides.
   */
  get method(): RedirectMethod {
    return this.#method ?? framework.current.redirectMethod ?? (isBrowser() ? 'window' : 'none')
  }

  get #canLeave(): boolean {
    const { method } = this
    if (typeof method === 'object' && method.navigate) return true
    return method !== 'none' && (isBrowser() || !!this.#serverRedirect)
  }

  get #serverRedirect() {
    return this.method === 'nextjs' && !isBrowser() ? framework.current.redirect : undefined
  }

  /** `redirectToSignIn` and similar methods. */
  createMethods(): RedirectMethods {
    const targets = Object.keys(this.urls).filter((key) => key !== 'handler') as Exclude<keyof HandlerUrls, 'handler'>[]
    return Object.fromEntries(
      targets.map((target) => [
        `redirectTo${target.replace(/^oauth/, 'OAuth').replace(/^./, (letter) => letter.toUpperCase())}`,
        (options?: RedirectToOptions) => this.to(target, options),
      ]),
    ) as RedirectMethods
  }

  async to(target: Exclude<keyof HandlerUrls, 'handler'>, options: RedirectToOptions = {}): Promise<void> {
    let url = this.urls[target]
    // Must not wait in browsers, because callers rely on the navigation to start synchronously.
    const here = isBrowser() ? new URL(location.href) : await framework.current.findPage?.()
    if (here && !options.noRedirectBack) {
      // The second-factor page is not a destination; it only passes the destination on.
      const isOnTheWay = target === 'mfa' && findReturnTo(here)
      if (target === 'signIn' || target === 'signUp' || isOnTheWay) url = this.#withReturnTo(url, here)
      if (target === 'afterSignIn' || target === 'afterSignUp') url = findReturnTo(here) || url
    }
    assertRelative(url)
    await this.go(url, options.replace)
  }

  /** Accepts any URL, so callers have to check URLs that do not come from the developer. */
  async go(url: string, replace = false): Promise<void> {
    if (!this.#canLeave) return
    const { method } = this
    if (typeof method === 'object' && method.navigate) {
      method.navigate(url, { replace })
    } else if (this.#serverRedirect) {
      this.#serverRedirect(url, { replace })
    } else {
      if (new URL(url, location.href).protocol === 'javascript:') throw new Error('A redirect cannot run a script.')
      location[replace ? 'replace' : 'assign'](url)
    }
    await clock.wait(leavingMillis)
  }

  /** Resolves when later changes can no longer interfere with the navigation that was just started. */
  async settle(leaving: Promise<void>): Promise<void> {
    const { method } = this
    await (typeof method === 'object' && method.navigate ? Promise.race([leaving, clock.wait(routingMillis)]) : leaving)
  }

  /** For callers that cannot continue: never resolves if the page unloads, otherwise throws. */
  async leave(leaving: Promise<void>, reason: string, extraData?: unknown): Promise<never> {
    await leaving
    if (this.#canLeave) return new Promise(() => {})
    throw new AssertionError(`${reason} The app cannot redirect, so handle this yourself.`, extraData)
  }

  /** The absolute URL of a page for a link in an email, including the user's destination. */
  getCallbackUrl(target: keyof HandlerUrls, given: string | undefined, option: string): string {
    if (given) return given
    if (!isBrowser())
      throw new Error(`Outside a browser, pass \`${option}\`: the absolute URL of the page that the link opens.`)
    const here = new URL(location.href)
    const url = new URL(this.urls[target], here)
    const returnTo = findReturnTo(here)
    if (returnTo) url.searchParams.set(returnToName, returnTo)
    url.hash = ''
    return url.href
  }

  #withReturnTo(target: string, here: URL): string {
    assertRelative(target)
    // Returning to a sign-in page would redirect again, and send new users to the wrong page.
    const isAuthPage = [this.urls.signIn, this.urls.signUp].some((url) => new URL(url, here).pathname === here.pathname)
    const page = here.pathname + here.search + here.hash
    const returnTo = findReturnTo(here) || (!isAuthPage && isRelative(page) && page)
    const url = new URL(target, here)
    if (returnTo) url.searchParams.set(returnToName, returnTo)
    return url.pathname + url.search + url.hash
  }
}

const findReturnTo = ({ searchParams }: URL) => searchParams.get(returnToName)

/**
 * Whether a URL stays on the current origin, on any origin. Parsed as browsers do, which accept unusual spellings of
 * hosts.
 */
function isRelative(url: string): boolean {
  return ['https://a.invalid', 'http://b.invalid'].every((base) => {
    try {
      const { origin, pathname } = new URL(url, base)
      return origin === base && !pathname.startsWith('//')
    } catch {
      return false
    }
  })
}

function assertRelative(url: string): void {
  if (!isRelative(url)) throw new Error('Redirect URL is not trusted; should be relative')
}
