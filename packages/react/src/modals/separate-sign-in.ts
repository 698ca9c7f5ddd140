import { appInternalsSymbol } from '@latchkey/sdk'
import { ClientApp } from '../client-app.ts'

/** The screens that a sign-in can lead to. */
export type ModalScreen = 'sign-in' | 'sign-up' | 'forgot-password' | 'mfa'

interface Options {
  /** Whether the current account stays signed in beside the new one. */
  isAddition: boolean
  /** Whether to keep the data of the current user, who is anonymous. */
  keepsUser: boolean
}

/**
 * A sign-in apart from the page: in an app of its own, whose session is in memory until the sign-in is complete, and
 * whose redirects show another screen instead of leaving the page.
 */
export class SeparateSignIn {
  readonly app: ClientApp<true>
  onScreen: (screen: ModalScreen) => void = () => {}
  onDone: () => void = () => {}
  onFailure: (error: unknown) => void = () => {}
  readonly #page: ClientApp<true>
  readonly #options: Options
  #isDone = false

  constructor(page: ClientApp<true>, options: Options) {
    const navigate = (to: string) => this.#go(to)
    this.#page = page
    this.#options = options
    this.app = new ClientApp({
      ...page[appInternalsSymbol].core.options,
      tokenStore: 'memory',
      bindSessions: !!page[appInternalsSymbol].core.keys,
      redirectMethod: { useNavigate: () => navigate, navigate },
      urls: { ...page.urls, ...withReturnToPage(page) },
      uniqueIdentifier: undefined,
    }) as ClientApp<true>
  }

  async prepare(): Promise<void> {
    const { isAddition, keepsUser } = this.#options
    const { core } = this.#page[appInternalsSymbol]
    const { keepCurrentAccount, adoptSession, getOwnTokens } = await core.features.loadSwitching()
    // A provider leads to a page that stores the new session itself.
    if (isAddition) await keepCurrentAccount(core)
    if (keepsUser) await adoptSession(this.app[appInternalsSymbol].core, await getOwnTokens(core))
  }

  /** Where the app would redirect to. */
  #go(to: string): void {
    const { signIn, signUp, forgotPassword, mfa } = this.app.urls
    const screens = {
      [signIn]: 'sign-in',
      [signUp]: 'sign-up',
      [forgotPassword]: 'forgot-password',
      [mfa]: 'mfa',
    } as const
    const target = pathOf(to)
    const screen = Object.entries(screens).find(([url]) => pathOf(url) === target)?.[1]
    if (screen) this.onScreen(screen)
    else this.#finish().catch(this.onFailure)
  }

  /** Hands the session over to the page. Without one, the user has only closed a message. */
  async #finish(): Promise<void> {
    const [from, to] = [this.app, this.#page].map((app) => app[appInternalsSymbol].core) as [Core, Core]
    const { adoptSession, getOwnTokens } = await to.features.loadSwitching()
    const tokens = await getOwnTokens(from)
    const user = this.app[appInternalsSymbol].partialUserOf().getSnapshot()
    if (this.#isDone) return
    this.#isDone = true
    if (user && !user.isAnonymous) await adoptSession(to, tokens)
    this.onDone()
  }
}

type Core = ClientApp[typeof appInternalsSymbol]['core']

/** Pages that providers and emails lead to, from where the user returns to the current page. */
function withReturnToPage({ urls }: ClientApp) {
  const { pathname, search, hash } = globalThis.location
  const add = (url: string) => {
    const { searchParams, ...target } = splitUrl(url)
    if (!searchParams.has('after_auth_return_to')) searchParams.set('after_auth_return_to', pathname + search + hash)
    return `${target.before}?${searchParams}${target.hash}`
  }
  const { oauthCallback, magicLinkCallback, emailVerification, error } = urls
  return {
    oauthCallback: add(oauthCallback),
    magicLinkCallback: add(magicLinkCallback),
    emailVerification: add(emailVerification),
    error: add(error),
  }
}

function splitUrl(url: string) {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? []
  return { before, hash, searchParams: new URLSearchParams(query) }
}

const pathOf = (url: string) => new URL(url, globalThis.location.href).pathname
