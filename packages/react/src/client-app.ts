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

/** The SDK's app with its hooks. */
export interface ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends SdkClientApp<HasTokenStore, ProjectId> {
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentUserOf<ProjectId> | null>
  useUser(options: UseUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserOf<ProjectId>
  useUser(...options: OptionsFor<HasTokenStore, UseUserOptions<HasTokenStore>>): CurrentUserOf<ProjectId> | null
  /** Who the access token says is signed in, without a request. */
  usePartialUser(options: GetPartialUserOptions<HasTokenStore>): TokenPartialUser | null
  useProject(): Project
  /** What a customer has of an item. */
  useItem(reference: ItemReference): Item
  /** The router's function for moving to another page. */
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
    this[appInternalsSymbol].extendObjects(objectHooks)
    Object.assign(this, createClientAppHooks(this))
  }
}

type Hooks = ReturnType<typeof createClientAppHooks>
const App: new (options: ClientAppConstructorOptions) => AppMembers<ClientApp, Hooks> = ClientAppWithHooks
export const ClientApp = App as ClientAppConstructor
