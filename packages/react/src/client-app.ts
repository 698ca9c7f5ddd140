import {
  appInternalsSymbol,
  type ClientAppConstructorOptions,
  type ClientAppJson,
  type GetCurrentUserOptions,
  type GetPartialUserOptions,
  type HasStore,
  type Item,
  type ItemReference,
  type OptionsFor,
  type Project,
  ClientApp as SdkClientApp,
  type TokenPartialUser,
  type TokenStoreInit,
} from '@latchkey/sdk'
import { createClientAppHooks, type UseUserOptions } from './hooks/app-hooks.ts'
import type { AppMembers } from './hooks/app-members.ts'
import { objectHooks } from './hooks/object-hooks.ts'
import type { CurrentUserOf } from './hooks/user-types.ts'

/**
 * The SDK's `ClientApp` with hooks.
 * @example const latchkey = new ClientApp({ tokenStore: 'cookie' })
 */
export interface ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends SdkClientApp<HasTokenStore, ProjectId> {
  /**
   * The signed-in user, or null. With `or`, a missing user redirects to sign-in, throws, or becomes an anonymous user.
   * @example const user = await latchkey.getUser({ or: 'redirect' })
   */
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentUserOf<ProjectId> | null>
  /**
   * `getUser` as a hook.
   * @example const user = latchkey.useUser({ or: 'redirect' })
   */
  useUser(options: UseUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserOf<ProjectId>
  useUser(...options: OptionsFor<HasTokenStore, UseUserOptions<HasTokenStore>>): CurrentUserOf<ProjectId> | null
  /**
   * The user in the access token, without a request.
   * @example const user = latchkey.usePartialUser({ from: 'token' })
   */
  usePartialUser(options: GetPartialUserOptions<HasTokenStore>): TokenPartialUser | null
  /**
   * `getProject` as a hook.
   * @example const { displayName } = latchkey.useProject()
   */
  useProject(): Project
  /**
   * `getItem` as a hook.
   * @example const { quantity } = latchkey.useItem({ itemId: 'credits', userId: user.id })
   */
  useItem(reference: ItemReference): Item
  /**
   * The navigation function of the router.
   * @example const navigate = latchkey.useNavigate()
   */
  useNavigate(): (to: string) => void
}

interface ClientAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ClientAppConstructorOptions<Store, ProjectId>,
  ): ClientApp<HasStore<Store>, ProjectId>
  readonly [appInternalsSymbol]: { fromClientJson(json: ClientAppJson): ClientApp }
}

class ClientAppWithHooks extends SdkClientApp<TokenStoreInit, string> {
  constructor(options: ClientAppConstructorOptions) {
    super(options)
    this[appInternalsSymbol].core.extensions = objectHooks
    Object.assign(this, createClientAppHooks(this))
  }
}

type Hooks = ReturnType<typeof createClientAppHooks>
const App: new (options: ClientAppConstructorOptions) => AppMembers<ClientApp, Hooks> = ClientAppWithHooks
export const ClientApp = App as ClientAppConstructor
