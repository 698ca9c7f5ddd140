import { CachedValue, type CacheStore, type Hold, keepWhileEqual, type SyncStore } from '../cache/cached-value.ts'
import { isBrowser } from '../environment/environment.ts'
import { hasCode } from '../errors/known-errors.ts'
import type { AccessToken } from '../session/access-token.ts'
import type { UserSession } from '../session/session.ts'
import { createMemoryStore, type TokenStore, type TokenStoreInit } from '../session/token-store.ts'
import type { CurrentUser, CurrentUserJson, TokenPartialUser } from '../users/users.ts'
import type { AppCore } from './app-core.ts'

interface UserParts {
  value: CachedValue<CurrentUser | null>
  create(record: never): Promise<CurrentUser>
  fetch(): Promise<CurrentUser | null>
}

interface Followed {
  users: CacheStore<CurrentUser | null>
  partialUsers: SyncStore<TokenPartialUser | null>
}

/** The cached users of an app's sessions. */
export class CurrentUsers {
  readonly #core: AppCore
  readonly #hold: Hold
  readonly #bySession = new WeakMap<UserSession, UserParts>()
  readonly #stores = new Map<unknown, Followed>()
  /** The session of a user who is passed to a server without tokens. */
  readonly #placeholder = createMemoryStore({ accessToken: null, refreshToken: 'none' })

  constructor(core: AppCore, hold: Hold) {
    this.#core = core
    this.#hold = hold
  }

  /** The user of a session, or null if it has ended. */
  of(session: UserSession): CachedValue<CurrentUser | null> {
    return this.#partsOf(session).value
  }

  async show(session: UserSession, record: object): Promise<void> {
    const { value, create } = this.#partsOf(session)
    const user = await create(record as never)
    if (!session.isInvalid) value.set(user)
  }

  /** Seeds the cache with the user that a server has looked up, if it is the user of this session. */
  seed(record: Promise<CurrentUserJson | null | undefined>): void {
    const { tokenStore } = this.#core.options
    const session = this.#core.sessionOf(this.#storeOf(tokenStore))
    const { value, create, fetch } = this.#partsOf(session)
    value.isHandedOver = true
    value
      .follow(
        record.then((found) => {
          if (!found) return lacksCookies(tokenStore) ? null : fetch()
          const id = session.isInvalid ? null : (session.findAccessToken()?.claims.sub ?? found.id)
          return id === found.id ? create(found as never) : fetch()
        }),
      )
      .catch(() => {})
  }

  #partsOf(session: UserSession): UserParts {
    const parts = this.#bySession.get(session) ?? this.#createParts(session)
    this.#bySession.set(session, parts)
    // Known without a request, so it is set even if the cache has dropped the value.
    if (session.isInvalid) parts.value.set(null)
    return parts
  }

  #createParts(session: UserSession): UserParts {
    const { access, loadUsers } = this.#core.features
    let keep: ((record: never) => CurrentUser) | undefined
    const create = async (record: never) => {
      const { createCurrentUser, watchTab } = await loadUsers()
      watchTab?.(this.#core, session, value, fetch)
      keep ??= keepWhileEqual((next: never) => createCurrentUser(this.#core, session, next))
      return keep(record)
    }
    const fetch = async () => {
      // Loads the code while the server looks up the user. A failure is handled when the code is needed.
      if (!session.isInvalid) loadUsers().catch(() => {})
      await session.getTokens()
      if (session.isInvalid) return null
      try {
        return await create((await this.#core.call('GET /users/me', { session, access })) as never)
      } catch (error) {
        // Without a required second factor, nobody is signed in as far as the app is concerned.
        if (hasCode(error, 'CANNOT_GET_OWN_USER_WITHOUT_USER') || hasCode(error, 'SECOND_FACTOR_REQUIRED')) return null
        throw error
      }
    }
    const value = new CachedValue(fetch, this.#hold)
    session.onInvalidate(() => value.set(null))
    return { value, create, fetch }
  }

  /** The user of the session in a token store. Follows sign-in, sign-out and other tabs. */
  storeOf(init?: TokenStoreInit): CacheStore<CurrentUser | null> {
    return this.#followed(init).users
  }

  /** The same for the user in the access token, which needs no request. */
  partialStoreOf(init?: TokenStoreInit): SyncStore<TokenPartialUser | null> {
    return this.#followed(init).partialUsers
  }

  #followed(init: TokenStoreInit = this.#core.options.tokenStore) {
    const isTokenPair = init && typeof init === 'object' && !('headers' in init)
    const key = isTokenPair ? JSON.stringify([init.accessToken, init.refreshToken]) : init
    let followed = this.#stores.get(key)
    if (!followed) {
      const store = this.#storeOf(init)
      const getSnapshot = () => findPartialUser(this.#core.sessionOf(store))
      followed = { users: this.#follow(store), partialUsers: { subscribe: store.subscribe, getSnapshot } }
      this.#stores.set(key, followed)
    }
    return followed
  }

  #storeOf(init: TokenStoreInit): TokenStore {
    return lacksCookies(init) ? this.#placeholder : this.#core.tokenStores.of(init)
  }

  #follow(store: TokenStore): CacheStore<CurrentUser | null> {
    const hold = this.#hold
    let shown: CachedValue<CurrentUser | null> | undefined
    const find = () => {
      if (!shown || !hold.isActive) shown = this.of(this.#core.sessionOf(store))
      return shown
    }
    return {
      get isHandedOver() {
        return find().isHandedOver
      },
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
}

/** On a server, components have no cookies and show the user that was passed to the provider. */
const lacksCookies = (init: TokenStoreInit) => !isBrowser() && (init === 'cookie' || init === 'nextjs-cookie')

/**
 * The user in an unverified access token, for browsers, which requested it themselves. On servers, see
 * `findVerifiedUser`.
 */
export function findPartialUser(session: UserSession): TokenPartialUser | null {
  const token = session.findAccessToken()
  return token && toPartialUser(token)
}

/** The same object for the same token. */
export function toPartialUser(token: AccessToken): TokenPartialUser {
  const { claims } = token
  token.user ??= Object.freeze({
    id: claims.sub,
    displayName: claims.name,
    primaryEmail: claims.email,
    primaryEmailVerified: claims.email_verified,
    isAnonymous: claims.is_anonymous,
    secondFactorRequired: !!claims.second_factor_required,
  })
  return token.user
}
