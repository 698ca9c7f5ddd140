import {
  appInternalsSymbol,
  type ClientAppConstructorOptions,
  type ClientAppJson,
  type GetPartialUserOptions,
  type Item,
  type ItemReference,
  type Project,
  ClientApp as SdkClientApp,
  type TokenPartialUser,
  type TokenStoreInit,
} from '@latchkey/sdk'
import {
  type UseUserOptions,
  useItemOf,
  useNavigateOf,
  usePartialUserOf,
  useProjectOf,
  useUserOf,
} from './app-hooks.ts'
import { type CurrentUser, objectHooks } from './customer-hooks.ts'

/** The SDK's app with its hooks. */
export interface ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends SdkClientApp<HasTokenStore, ProjectId> {
  useUser(options: UseUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
  useUser(
    ...options: HasTokenStore extends false
      ? [options: UseUserOptions<HasTokenStore>]
      : [options?: UseUserOptions<HasTokenStore>]
  ): CurrentUser | null
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
  ): ClientApp<[Store] extends [null] ? false : null extends Store ? boolean : true, ProjectId>
  readonly [appInternalsSymbol]: { fromClientJson(json: ClientAppJson): ClientApp }
}

class ClientAppWithHooks extends (SdkClientApp as new (options: ClientAppConstructorOptions) => SdkClientApp) {
  constructor(options: ClientAppConstructorOptions) {
    super(options)
    this[appInternalsSymbol].extendObjects(objectHooks)
  }

  useUser(options?: UseUserOptions): CurrentUser | null {
    return useUserOf(this, options)
  }

  usePartialUser(options: GetPartialUserOptions): TokenPartialUser | null {
    return usePartialUserOf(this, options)
  }

  useProject(): Project {
    return useProjectOf(this)
  }

  useItem(reference: ItemReference): Item {
    return useItemOf(this, reference)
  }

  useNavigate(): (to: string) => void {
    return useNavigateOf(this)
  }
}

export const ClientApp = ClientAppWithHooks as unknown as ClientAppConstructor
