import { type AccessToken, decodeAccessToken, ServerTime } from './access-token.ts'
import { CachedValue, Hold, keepWhileEqual } from './cache.ts'
import {
  extraRequestHeadersNames,
  findVariable,
  getBaseUrl,
  getSetting,
  isBrowser,
  projectIdNames,
  publishableClientKeyNames,
} from './environment.ts'
import { AssertionError } from './errors.ts'
import { framework } from './framework.ts'
import { hasCode } from './known-errors.ts'
import { createProject } from './projects.ts'
import { Redirects } from './redirects.ts'
import { Session } from './session.ts'
import { withTabLock } from './tab-lock.ts'
import {
  assertBrowserCookies,
  createCookieStore,
  createMemoryStore,
  createRequestStore,
  createServerCookieStore,
  type TokenStore,
} from './token-store.ts'
import { type Call, Transport } from './transport.ts'
import type {
  CacheStore,
  ClientAppConstructorOptions,
  CurrentUser,
  CurrentUserJson,
  Project,
  SignOutOptions,
  TokenStoreInit,
} from './types.ts'

/** What differs between the access levels of an app. */
export interface AppKind {
  access: 'client' | 'server'
  createCurrentUser(core: AppCore, session: Session, record: never): CurrentUser
}

/** What the methods of an app and of its users are made of. */
export class AppCore {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly extraRequestHeaders: Record<string, string>
  readonly transport: Transport
  readonly call: Call
  readonly redirects: Redirects
  readonly project: CachedValue<Project>
  readonly options: ClientAppConstructorOptions
  readonly #kind: AppKind
  readonly #time = new ServerTime()
  readonly #hold = new Hold()
  #cookieStore: TokenStore | undefined
  #memoryStore: TokenStore | undefined
  readonly #requestStores = new WeakMap<object, TokenStore>()
  readonly #sessions = new WeakMap<TokenStore, Map<string, Session>>()
  readonly #users = new WeakMap<
    Session,
    { value: CachedValue<CurrentUser | null>; create(record: never): CurrentUser }
  >()
  readonly #userStores = new Map<unknown, CacheStore<CurrentUser | null>>()

  constructor(options: ClientAppConstructorOptions, kind: AppKind, secretServerKey?: string) {
    this.options = options
    this.#kind = kind
    this.projectId = getSetting('projectId', options.projectId, 'PROJECT_ID', projectIdNames)
    this.publishableClientKey = getSetting(
      'publishableClientKey',
      options.publishableClientKey,
      'PUBLISHABLE_CLIENT_KEY',
      publishableClientKeyNames,
    )
    this.extraRequestHeaders = options.extraRequestHeaders ?? JSON.parse(findVariable(extraRequestHeadersNames) ?? '{}')
    // Looked up again at every request; here it only has to exist.
    getBaseUrl(options.baseUrl, isBrowser())
    this.transport = new Transport({
      projectId: this.projectId,
      publishableClientKey: this.publishableClientKey,
      baseUrl: options.baseUrl,
      extraRequestHeaders: this.extraRequestHeaders,
      ...(secretServerKey && { secretServerKey }),
    })
    this.call = this.transport.call
    this.redirects = new Redirects(options.urls, options.redirectMethod)
    const create = keepWhileEqual(createProject)
    this.project = new CachedValue(async () => {
      const project = create(await this.call('GET /projects/current', { access: kind.access }))
      if (project.id !== this.projectId) throw new AssertionError('The server answered for another project.', project)
      return project
    })
  }

  /** As `tokenStoreOf`, and also on a server whose framework lends its cookies. */
  async findTokenStore(init = this.options.tokenStore): Promise<TokenStore> {
    const { cookies } = framework.current
    if (init !== 'nextjs-cookie' || isBrowser() || !cookies) return this.tokenStoreOf(init)
    return createServerCookieStore(this.projectId, await cookies())
  }

  tokenStoreOf(init = this.options.tokenStore): TokenStore {
    if (!init) throw new Error('This app has no token store. Pass `tokenStore` to the constructor or to this call.')
    if (init === 'memory') {
      this.#memoryStore ??= createMemoryStore()
      return this.#memoryStore
    }
    if (typeof init === 'string') {
      assertBrowserCookies(init)
      this.#cookieStore ??= createCookieStore(this.projectId)
      return this.#cookieStore
    }
    if (!('headers' in init)) return createMemoryStore(init)
    const store = this.#requestStores.get(init) ?? createRequestStore(this.projectId, init)
    this.#requestStores.set(init, store)
    return store
  }

  /** The session of the tokens that are in a store now: the same object for the same tokens in the same store. */
  sessionOf(store: TokenStore): Session {
    const tokens = store.get()
    const key = Session.keyOf(tokens)
    const sessions = this.#sessions.get(store) ?? new Map<string, Session>()
    this.#sessions.set(store, sessions)
    let session = sessions.get(key)
    if (!session) {
      session = new Session(tokens, {
        time: this.#time,
        refresh: (self, isUsable) => this.#refresh(store, self, isUsable),
        // Somebody may have signed in anew; their tokens are not ours to change.
        save: (_self, next) => Session.keyOf(store.get()) === key && store.set(next),
      })
      sessions.set(key, session)
    }
    session.offer(tokens.accessToken)
    return session
  }

  async findSession(init?: TokenStoreInit): Promise<Session> {
    return this.sessionOf(await this.findTokenStore(init))
  }

  #refresh(store: TokenStore, session: Session, isUsable: (token: AccessToken) => boolean) {
    const refreshToken = session.refreshToken!
    const refresh = async () => {
      const stored = store.get()
      const found = stored.refreshToken === refreshToken && decodeAccessToken(stored.accessToken)
      if (found && isUsable(found)) return found
      const text = await this.transport.refreshAccessToken(refreshToken)
      const token = decodeAccessToken(text)
      if (text && !token) throw new AssertionError('The server sent an access token without the claims of one.')
      this.#time.learn(token)
      return token
    }
    return store.isShared ? withTabLock(`latchkey-refresh-${this.projectId}`, refresh) : refresh()
  }

  /** The user of a session, null when it has ended. */
  userOf(session: Session): CachedValue<CurrentUser | null> {
    return this.#userParts(session).value
  }

  showUser(session: Session, record: object | null): void {
    const { value, create } = this.#userParts(session)
    value.set(record && create(record as never))
  }

  seedUser(session: Session, record: Promise<CurrentUserJson | null>): void {
    const { value, create } = this.#userParts(session)
    value.follow(record.then((found) => found && create(found as never))).catch(() => {})
  }

  #userParts(session: Session) {
    const parts = this.#users.get(session) ?? this.#createUserParts(session)
    this.#users.set(session, parts)
    // Known without asking, so nobody has to wait for it, not even after the cache has forgotten it.
    if (session.isInvalid) parts.value.set(null)
    return parts
  }

  #createUserParts(session: Session) {
    const { access, createCurrentUser } = this.#kind
    const create = keepWhileEqual((record: never) => createCurrentUser(this, session, record))
    const value = new CachedValue(async () => {
      await session.getTokens()
      if (session.isInvalid) return null
      try {
        return create((await this.call('GET /users/me', { session, access })) as never)
      } catch (error) {
        if (hasCode(error, 'CANNOT_GET_OWN_USER_WITHOUT_USER')) return null
        throw error
      }
    }, this.#hold)
    session.onInvalidate(() => value.set(null))
    return { value, create }
  }

  /** The user of whichever session is in a token store: follows sign-in, sign-out and other tabs. */
  userStoreOf(init: TokenStoreInit = this.options.tokenStore): CacheStore<CurrentUser | null> {
    const isTokenPair = init && typeof init === 'object' && !('headers' in init)
    const key = isTokenPair ? JSON.stringify([init.accessToken, init.refreshToken]) : init
    const userStore = this.#userStores.get(key) ?? this.#followUser(this.tokenStoreOf(init))
    this.#userStores.set(key, userStore)
    return userStore
  }

  #followUser(store: TokenStore): CacheStore<CurrentUser | null> {
    const hold = this.#hold
    let shown: CachedValue<CurrentUser | null> | undefined
    const find = () => {
      if (!shown || !hold.isActive) shown = this.userOf(this.sessionOf(store))
      return shown
    }
    return {
      load: () => find().load(),
      getSnapshot: () => find().getSnapshot(),
      subscribe: (listener) => {
        let current = find()
        let leave = current.subscribe(listener)
        let isSubscribed = true
        const follow = () => {
          const next = find()
          if (!isSubscribed || next === current) return
          leave()
          current = next
          leave = current.subscribe(listener)
          listener()
        }
        const followWhenFree = () => hold.whenFree(follow)
        const stop = store.subscribe(followWhenFree)
        if (hold.isActive) followWhenFree()
        return () => {
          isSubscribed = false
          stop()
          leave()
        }
      },
    }
  }

  startSession(store: TokenStore, tokens: { access_token: string; refresh_token: string }): void {
    this.#time.learn(decodeAccessToken(tokens.access_token))
    store.set({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })
  }

  async signOut(session: Session, { redirectUrl }: SignOutOptions = {}): Promise<void> {
    if (session.isInvalid) return
    const { redirects } = this
    let leaving: Promise<void> | undefined
    await this.#hold.during(async () => {
      try {
        const { accessToken } = await session.getTokens()
        if (accessToken) await this.call('DELETE /auth/sessions/current', { session })
      } catch (error) {
        // A session that has ended meanwhile is what was wanted.
        if (!session.isInvalid && !hasCode(error, 'REFRESH_TOKEN_ERROR')) throw error
      }
      session.markInvalid()
      leaving = redirectUrl ? redirects.go(`${redirectUrl}`, true) : redirects.to('afterSignOut')
      await redirects.settle(leaving)
    })
    await leaving
  }
}
