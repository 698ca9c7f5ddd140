import { isBrowser } from '../environment/environment.ts'
import { framework } from '../environment/framework.ts'
import type { TokenStore } from './token-store.ts'
import {
  createCookieStore,
  createMemoryStore,
  createRequestStore,
  createServerCookieStore,
  type TokenStoreInit,
} from './token-store.ts'

/** The token stores of one app, created when they are first used. */
export class TokenStores {
  readonly #projectId: string
  readonly #default: TokenStoreInit
  #cookie: TokenStore | undefined
  #memory: TokenStore | undefined
  readonly #byRequest = new WeakMap<object, TokenStore>()

  constructor(projectId: string, defaultInit: TokenStoreInit) {
    this.#projectId = projectId
    this.#default = defaultInit
  }

  /** Like `of`, and also works on a server whose framework provides its cookies. */
  async find(init = this.#default): Promise<TokenStore> {
    const { cookies } = framework.current
    if (init !== 'nextjs-cookie' || isBrowser() || !cookies) return this.of(init)
    return createServerCookieStore(this.#projectId, await cookies())
  }

  of(init = this.#default): TokenStore {
    if (!init) throw new Error('This app has no token store. Pass `tokenStore` to it or to this call.')
    if (init === 'memory') {
      this.#memory ??= createMemoryStore()
      return this.#memory
    }
    if (typeof init === 'string') {
      if (!isBrowser()) throw noCookies(init)
      this.#cookie ??= createCookieStore(this.#projectId)
      return this.#cookie
    }
    if (!('headers' in init)) return createMemoryStore(init)
    const store = this.#byRequest.get(init) ?? createRequestStore(this.#projectId, init)
    this.#byRequest.set(init, store)
    return store
  }
}

function noCookies(init: 'cookie' | 'nextjs-cookie'): Error {
  return new Error(
    init === 'cookie'
      ? "The token store 'cookie' works in browsers only. On a server pass the request as `tokenStore`, or use 'memory'."
      : "The token store 'nextjs-cookie' needs the cookies of Next.js on a server. Provide them with `registerFramework()`.",
  )
}
