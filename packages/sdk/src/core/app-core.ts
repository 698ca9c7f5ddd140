import type {
  ClientAppConstructorOptions,
  CurrentUser,
  ObjectExtensions,
  Project,
  SignOutOptions,
  TokenStoreInit,
} from '../app/types.ts'
import { CachedValue, Hold, keepWhileEqual } from '../cache/cached-value.ts'
import { KeyedCache } from '../cache/keyed-cache.ts'
import {
  findExtraRequestHeaders,
  getBaseUrl,
  getSetting,
  isBrowser,
  projectIdNames,
  publishableClientKeyNames,
} from '../environment/environment.ts'
import { AssertionError } from '../errors/errors.ts'
import { hasCode } from '../errors/known-errors.ts'
import { createProject } from '../projects/projects.ts'
import { type AccessToken, decodeAccessToken, ServerTime } from '../session/access-token.ts'
import { Session } from '../session/session.ts'
import { withTabLock } from '../session/tab-lock.ts'
import type { TokenStore } from '../session/token-store.ts'
import { TokenStores } from '../session/token-stores.ts'
import { type Call, type Credentials, Transport } from '../transport/transport.ts'
import { CurrentUsers } from './current-users.ts'
import { Redirects } from './redirects.ts'

/** What differs between the access levels of an app. */
export interface AppKind {
  access: 'client' | 'server'
  /** The code that makes users; a page without a signed-in user never asks for it. */
  loadUsers(): Promise<{ createCurrentUser(core: AppCore, session: Session, record: never): CurrentUser }>
}

/** Loaded on demand in one piece: what is mailed, typed and proven. */
export const proofs = () => import('../magic-link/magic-link.ts')

/** What the methods of an app and of its users are made of. */
export class AppCore {
  readonly projectId: string
  readonly extraRequestHeaders: Record<string, string>
  readonly transport: Transport
  readonly call: Call
  readonly redirects: Redirects
  readonly project: CachedValue<Project>
  readonly options: ClientAppConstructorOptions
  readonly tokenStores: TokenStores
  readonly users: CurrentUsers
  readonly access: AppKind['access']
  /** What customers have, by `itemKeyOf`. It is the same whoever looks at it, so all users of an app share it. */
  readonly items = new KeyedCache()
  extensions: ObjectExtensions = {}
  /** Asks the person to prove who they are when a call needs it, if the app does not. */
  askForProof?: ClientAppConstructorOptions['onStepUpRequired']
  readonly #time = new ServerTime()
  readonly #hold = new Hold()
  readonly #sessions = new WeakMap<TokenStore, Map<string, Session>>()

  constructor(options: ClientAppConstructorOptions, kind: AppKind, credentials: Credentials = {}) {
    this.options = options
    this.access = kind.access
    this.projectId = getSetting('projectId', options.projectId, 'PROJECT_ID', projectIdNames)
    this.extraRequestHeaders = options.extraRequestHeaders ?? findExtraRequestHeaders()
    // Looked up again at every request; here it only has to exist.
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
      ...credentials,
    })
    this.call = (route, request) =>
      this.transport.call(route, request).catch(async (error: unknown) => {
        if (!hasCode(error, 'STEP_UP_REQUIRED')) throw error
        await (await proofs()).askForProof(this, error, request)
        return this.transport.call(route, request)
      })
    this.tokenStores = new TokenStores(this.projectId, options.tokenStore)
    this.users = new CurrentUsers(this, kind, this.#hold)
    this.redirects = new Redirects(options.urls, options.redirectMethod)
    const create = keepWhileEqual(createProject)
    this.project = new CachedValue(async () => {
      const project = create(await this.call('GET /projects/current', { access: kind.access }))
      if (project.id !== this.projectId) throw new AssertionError('The server answered for another project.', project)
      return project
    })
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
        refresh: (refreshToken, isUsable, accept) => {
          const refresh = async () => accept(await this.#findFreshToken(store, refreshToken, isUsable))
          return store.isShared ? withTabLock(`latchkey-refresh-${this.projectId}`, refresh) : refresh()
        },
        // Somebody may have signed in anew; their tokens are not ours to change.
        save: (next) => Session.keyOf(store.get()) === key && store.set(next),
      })
      sessions.set(key, session)
    }
    session.offer(tokens.accessToken)
    return session
  }

  async findSession(init?: TokenStoreInit): Promise<Session> {
    return this.sessionOf(await this.tokenStores.find(init))
  }

  async #findFreshToken(store: TokenStore, refreshToken: string, isUsable: (token: AccessToken) => boolean) {
    const stored = store.get()
    const found = stored.refreshToken === refreshToken && decodeAccessToken(stored.accessToken)
    if (found && isUsable(found)) return found
    const text = await this.transport.refreshAccessToken(refreshToken)
    const token = decodeAccessToken(text)
    if (text && !token) throw new AssertionError('The server sent an access token without the claims of one.')
    this.#time.learn(token)
    return token
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
