import { CachedValue, Hold, keepWhileEqual } from '../cache/cached-value.ts'
import { KeyedCache } from '../cache/keyed-cache.ts'
import {
  type BaseUrl,
  findExtraRequestHeaders,
  getBaseUrl,
  getSetting,
  isBrowser,
  projectIdNames,
  publishableClientKeyNames,
} from '../environment/environment.ts'
import { AssertionError } from '../errors/errors.ts'
import type { KnownError } from '../errors/known-errors.ts'
import type { OAuthScopesOnSignIn } from '../oauth/oauth.ts'
import type { Project, ProjectJson } from '../projects/projects.ts'
import { type AccessToken, decodeAccessToken, ServerTime } from '../session/access-token.ts'
import { UserSession } from '../session/session.ts'
import { withTabLock } from '../session/tab-lock.ts'
import type { TokenStore, TokenStoreInit } from '../session/token-store.ts'
import { TokenStores } from '../session/token-stores.ts'
import type { StepUpRequest } from '../step-up/step-up.ts'
import {
  type Call,
  type Credentials,
  type NetworkOptions,
  Transport,
  type TransportOptions,
} from '../transport/transport.ts'
import type { CurrentUser } from '../users/users.ts'
import { CurrentUsers } from './current-users.ts'
import type { ObjectExtensions } from './extensions.ts'
import { type HandlerUrls, type RedirectMethod, Redirects } from './redirects.ts'

/**
 * The options of an app. Missing ones are read from the environment.
 * @example new ClientApp({ tokenStore: 'cookie', urls: { signIn: '/login' } })
 */
export interface ClientAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string> {
  /**
   * Where sessions are kept: `cookie` in browsers, `nextjs-cookie` in Next.js, `memory`, a request, or tokens.
   * @example new ClientApp({ tokenStore: 'cookie' })
   */
  tokenStore: Store
  /**
   * Read from `LATCHKEY_PROJECT_ID` if it is not given.
   * @example new ClientApp({ tokenStore: 'cookie', projectId })
   */
  projectId?: ProjectId | undefined
  /**
   * Read from `LATCHKEY_PUBLISHABLE_CLIENT_KEY` if it is not given.
   * @example new ClientApp({ tokenStore: 'cookie', projectId, publishableClientKey: 'pck_…' })
   */
  publishableClientKey?: string | undefined
  /**
   * The address of the server. Read from `LATCHKEY_API_URL` if it is not given.
   * @example new ClientApp({ tokenStore: 'cookie', baseUrl: 'https://auth.example.com' })
   */
  baseUrl?: BaseUrl | undefined
  /**
   * The URLs of your own pages. The other pages are below `/handler`.
   * @example new ClientApp({ tokenStore: 'cookie', urls: { signIn: '/login' } })
   */
  urls?: Partial<HandlerUrls> | undefined
  /**
   * The scopes to request from providers when users sign in.
   * @example new ClientApp({ tokenStore: 'cookie', oauthScopesOnSignIn: { github: ['repo'] } })
   */
  oauthScopesOnSignIn?: OAuthScopesOnSignIn | undefined
  /**
   * How to navigate: with the browser, the framework, a function of your own, or not at all.
   * @example new ClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
   */
  redirectMethod?: RedirectMethod | undefined
  /**
   * Headers to send with every request.
   * @example new ClientApp({ tokenStore: 'cookie', extraRequestHeaders: { 'X-Tenant': 'acme' } })
   */
  extraRequestHeaders?: Record<string, string> | undefined
  /**
   * If true, the React provider does not prefetch the user.
   * @example new ClientApp({ tokenStore: 'cookie', noAutomaticPrefetch: true })
   */
  noAutomaticPrefetch?: boolean | undefined
  /**
   * Shares the session with all subdomains of this domain, for instance `example.com` for `app.example.com` and
   * `docs.example.com`. Any code on these hosts can then read and replace it, so set it only if you trust all of them.
   * Every app that shares the session must set it. Ignored on other domains such as localhost.
   * @example new ClientApp({ tokenStore: 'cookie', cookieDomain: 'example.com' })
   */
  cookieDomain?: string | undefined
  /**
   * Whether sessions are bound to a key of the browser, so that a copy of their tokens is of no use elsewhere. Defaults
   * to true with the token store `cookie`, unless `cookieDomain` is set. Turn it off if your own server gets the cookies
   * and has to recognize users whose access token has expired, because only the browser can get a new one.
   * @example new ClientApp({ tokenStore: 'cookie', bindSessions: false })
   */
  bindSessions?: boolean | undefined
  /**
   * Timeouts and retries.
   * @example new ClientApp({ tokenStore: 'cookie', network: { connectTimeoutMillis: 10_000 } })
   */
  network?: NetworkOptions | undefined
  /**
   * Called when a request needs a recent proof of the user's identity. Ask the user for one and call `stepUp`; the
   * request is sent again when the promise resolves, and fails if it rejects. Concurrent requests share one call. If
   * this is not given, the React provider shows a dialog.
   * @example new ClientApp({ tokenStore: 'cookie', onStepUpRequired: ({ methods }) => ask(methods) })
   */
  onStepUpRequired?: ((request: StepUpRequest) => Promise<void>) | undefined
  /**
   * An option of `ServerApp`, which the browser's app gets from it.
   * @internal
   */
  httpOnlySessions?: boolean | undefined
  /**
   * Only set by `fromClientJson`. An identifier can be used once per process.
   * @internal
   */
  uniqueIdentifier?: string | undefined
}

/**
 * Where to go after sign-out.
 * @example await user.signOut({ redirectUrl: '/goodbye' })
 */
export interface SignOutOptions {
  /** The page to go to. Defaults to `urls.afterSignOut`. */
  redirectUrl?: string | URL | undefined
}

/** The features that the core calls. They are passed in, because features import the core and not the other way round. */
export interface CoreFeatures {
  access: 'client' | 'server'
  /** The code that creates user objects; a page without a signed-in user never loads it. */
  loadUsers(): Promise<{
    createCurrentUser(core: AppCore, session: UserSession, record: never): CurrentUser
    watchTab?: typeof import('./watch-tab.ts').watchTab
    signOut: typeof import('./sign-out.ts').signOut
  }>
  /** Every way to sign in except passwords, and the data and actions of users and teams. */
  loadAccount(): Promise<typeof import('../app/account-methods.ts')>
  /** Payments, Convex, the command line, the sessions of requests on servers, and proofs that apps require. */
  loadIntegrations(): Promise<typeof import('../app/integration-methods.ts')>
  loadPasskeys(): Promise<typeof import('../app/passkey-methods.ts')>
  /** Several accounts in one browser. */
  loadSwitching(): Promise<typeof import('../app/account-switching.ts')>
  /** The key of this browser that sessions are bound to. */
  loadKeys(): Promise<typeof import('../session/session-keys.ts')>
  loadOwnedProjects(): Promise<typeof import('../app/owned-projects.ts')>
  createProject(record: ProjectJson): Project
}

/** The state of an app that all its features share. */
export class AppCore {
  readonly projectId: string
  readonly extraRequestHeaders: Record<string, string>
  readonly transport: Transport
  readonly call: Call
  /**
   * Sends a request. If it needs a recent proof of identity, asks the user for one and sends it again. If it needs a
   * second factor, the user sets it up on another page.
   */
  readonly withProof: <T>(session: UserSession | undefined, send: () => Promise<T>) => Promise<T>
  readonly redirects: Redirects
  readonly project: CachedValue<Project>
  /** Seeds the cache with the project that a server has looked up. */
  readonly seedProject: (record: ProjectJson) => void
  readonly options: ClientAppConstructorOptions
  readonly tokenStores: TokenStores
  readonly users: CurrentUsers
  readonly access: CoreFeatures['access']
  readonly features: CoreFeatures
  /** Items of customers, by `itemKeyOf`. They do not depend on who reads them, so all users of an app share this cache. */
  readonly items = new KeyedCache()
  extensions: ObjectExtensions = {}
  /** Under which an app that was serialised for a browser, or revived there, exists once. */
  identifier?: string
  /** Asks the user for a step-up proof, unless the app has `onStepUpRequired`. */
  askForProof: ClientAppConstructorOptions['onStepUpRequired']
  readonly time = new ServerTime()
  /** Binds new sessions to a key of this browser. Undefined if they are not to be bound. */
  readonly keys: TransportOptions['keys']
  readonly hold = new Hold()
  readonly #sessions = new WeakMap<TokenStore, Map<string, UserSession>>()

  constructor(options: ClientAppConstructorOptions, features: CoreFeatures, credentials: Credentials = {}) {
    const { tokenStore, cookieDomain, bindSessions = tokenStore === 'cookie' && !cookieDomain } = options
    // Loaded early, so that no sign-in or refresh waits for it. Without it, sessions are not bound.
    if (bindSessions && isBrowser()) this.keys = features.loadKeys().catch(() => undefined)
    this.options = options
    this.access = features.access
    this.features = features
    this.projectId = getSetting('projectId', options.projectId, 'PROJECT_ID', projectIdNames)
    // A copy, because the React provider adds its language.
    this.extraRequestHeaders = { ...(options.extraRequestHeaders ?? findExtraRequestHeaders()) }
    // The URL is looked up on every request; this only checks that it is set.
    getBaseUrl(options.baseUrl, isBrowser())
    this.transport = new Transport({
      projectId: this.projectId,
      publishableClientKey: credentials.ownerSession
        ? undefined
        : getSetting(
            'publishableClientKey',
            options.publishableClientKey,
            'PUBLISHABLE_CLIENT_KEY',
            publishableClientKeyNames,
          ),
      baseUrl: options.baseUrl,
      extraRequestHeaders: this.extraRequestHeaders,
      network: options.network,
      keys: this.keys,
      app: options,
      ...credentials,
    })
    this.withProof = (session, send) =>
      send().catch(async (error: unknown) => {
        // The codes that ask something of the user.
        if ((error as KnownError).statusCode !== 403) throw error
        await (await features.loadAccount()).askUser(this, error, session)
        return send()
      })
    this.call = (route, request) => this.withProof(request?.session, () => this.transport.call(route, request))
    this.tokenStores = new TokenStores(this)
    this.users = new CurrentUsers(this, this.hold)
    this.redirects = new Redirects(options.urls, options.redirectMethod)
    const keep = keepWhileEqual(features.createProject)
    const create = (record: ProjectJson) => {
      if (record.id !== this.projectId) throw new AssertionError('The response is for another project.', record)
      return keep(record)
    }
    this.project = new CachedValue(async () =>
      create(await this.call('GET /projects/current', { access: features.access })),
    )
    this.seedProject = (record) => {
      this.project.isHandedOver = true
      this.project.set(create(record))
    }
  }

  /** The session of the tokens in a store. The same object for the same tokens in the same store. */
  sessionOf(store: TokenStore): UserSession {
    const tokens = store.get()
    const key = UserSession.keyOf(tokens)
    const sessions = this.#sessions.get(store) ?? new Map<string, UserSession>()
    this.#sessions.set(store, sessions)
    // The app's server may have begun to keep the session, which goes on under another name.
    let session = sessions.get(key) ?? [...sessions.values()].find((each) => each.adopt(key))
    session ??= new UserSession(tokens, {
      time: this.time,
      store,
      refresh: (refreshToken, isUsable, accept) => {
        const refresh = async () => accept(await this.#findFreshToken(store, refreshToken, isUsable))
        return store.isShared ? withTabLock(this.projectId, refresh) : refresh()
      },
      // Another user may have signed in since; their tokens must not be overwritten.
      save: (next) => sessions.get(UserSession.keyOf(store.get())) === session && store.set(next),
    })
    sessions.set(key, session)
    session.offer(tokens.accessToken)
    return session
  }

  async findSession(init?: TokenStoreInit): Promise<UserSession> {
    return this.sessionOf(await this.tokenStores.find(init))
  }

  async #findFreshToken(store: TokenStore, refreshToken: string, isUsable: (token: AccessToken) => boolean) {
    const stored = store.get()
    const found = stored.refreshToken === refreshToken && decodeAccessToken(stored.accessToken)
    if (found && isUsable(found)) return found
    const text = await (refreshToken.startsWith('bound-')
      ? (await this.features.loadKeys()).refresh(this.transport, this.projectId, refreshToken)
      : this.transport.refreshAccessToken(refreshToken))
    const token = decodeAccessToken(text)
    if (text && !token) throw new AssertionError('The server sent an invalid access token.')
    this.time.learn(token)
    return token
  }

  startSession(store: TokenStore, tokens: { access_token: string; refresh_token: string }): void {
    this.time.learn(decodeAccessToken(tokens.access_token))
    store.set({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })
  }

  /** A page without a signed-in user has no code for it. */
  async signOut(session: UserSession, options: SignOutOptions = {}): Promise<void> {
    if (!session.isInvalid) await (await this.features.loadUsers()).signOut(this, session, options)
  }
}
