import type { AppCore } from '../core/app-core.ts'
import { isBrowser } from '../environment/environment.ts'
import { framework } from '../environment/framework.ts'
import {
  createCookieStore,
  createMemoryStore,
  type RequestLike,
  type TokenStore,
  type TokenStoreInit,
} from './token-store.ts'

type StoresCore = Pick<AppCore, 'projectId' | 'options' | 'features'>

/** The token stores of one app, created lazily. */
export class TokenStores {
  readonly #core: StoresCore
  readonly #default: TokenStoreInit
  #cookie: TokenStore | undefined
  #memory: TokenStore | undefined
  readonly #byRequest = new WeakMap<object, TokenStore>()
  readonly #cookieDomain: string | undefined

  constructor(core: StoresCore) {
    const { tokenStore, cookieDomain } = core.options
    this.#core = core
    this.#default = tokenStore
    this.#cookieDomain = cookieDomain?.replace(/^\./, '')
  }

  /** Like `of`, and also finds the stores of servers, whose code is loaded here. */
  async find(init = this.#default): Promise<TokenStore> {
    const cookies = init === 'nextjs-cookie' && !isBrowser() && framework.current.cookies
    const isRequest = init && typeof init === 'object' && 'headers' in init
    if (!cookies && !isRequest) return this.of(init)
    const request = cookies ? await cookies() : (init as RequestLike)
    const { createServerStore } = await this.#core.features.loadIntegrations()
    const store =
      this.#byRequest.get(request) ??
      createServerStore(request, this.#core.projectId, this.#cookieDomain, this.#core.options.httpOnlySessions)
    this.#byRequest.set(request, store)
    return store
  }

  of(init = this.#default): TokenStore {
    if (!init) throw new Error('This app has no token store. Pass `tokenStore` to it or to this call.')
    if (init === 'memory') {
      this.#memory ??= createMemoryStore()
      return this.#memory
    }
    if (typeof init === 'string') {
      if (!isBrowser()) {
        throw new Error(
          `'${init}' works in browsers only. On a server, pass the request as \`tokenStore\`; in Next.js, use '@latchkey/react/next'.`,
        )
      }
      this.#cookie ??= createCookieStore(this.#core.projectId, this.#cookieDomain)
      return this.#cookie
    }
    if (!('headers' in init)) return createMemoryStore(init)
    const store = this.#byRequest.get(init)
    if (!store) throw new Error('Call `getUser` with this request first.')
    return store
  }
}
