import {
  type appInternalsSymbol,
  type ClientAppConstructorOptions,
  type ClientAppJson,
  type CurrentUser,
  type Project,
  ClientApp as SdkClientApp,
  type TokenStoreInit,
} from '@latchkey/sdk'
import { type UseUserOptions, useNavigateOf, useProjectOf, useUserOf } from './app-hooks.ts'

/** The SDK's app with its hooks. */
export interface ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends SdkClientApp<HasTokenStore, ProjectId> {
  useUser(options: UseUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' }): CurrentUser
  useUser(
    ...options: HasTokenStore extends false
      ? [options: UseUserOptions<HasTokenStore>]
      : [options?: UseUserOptions<HasTokenStore>]
  ): CurrentUser | null
  useProject(): Project
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
  useUser(options?: UseUserOptions): CurrentUser | null {
    return useUserOf(this, options)
  }

  useProject(): Project {
    return useProjectOf(this)
  }

  useNavigate(): (to: string) => void {
    return useNavigateOf(this)
  }
}

export const ClientApp = ClientAppWithHooks as unknown as ClientAppConstructor
