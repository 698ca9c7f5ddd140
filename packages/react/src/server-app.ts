import {
  appInternalsSymbol,
  type GetConvexUserOptions,
  type GetCurrentUserOptions,
  type HasStore,
  type ItemReference,
  type OptionsFor,
  type ClientApp as SdkClientApp,
  ServerApp as SdkServerApp,
  type ServerAppConstructorOptions,
  type ServerAppInternals,
  type ServerItem,
  type ServerListUsersOptions,
  type ServerTeamCreateOptions,
  type ServerUserCreateOptions,
  type TokenStoreInit,
} from '@latchkey/sdk'
import type { ClientApp } from './client-app.ts'
import type { UseUserOptions } from './hooks/app-hooks.ts'
import type { AppMembers } from './hooks/app-members.ts'
import type { DataVaultStore } from './hooks/data-vault-hooks.ts'
import { objectHooks } from './hooks/object-hooks.ts'
import { createServerAppHooks } from './hooks/server-app-hooks.ts'
import type { ServerTeam } from './hooks/team-hooks.ts'
import type { CurrentServerUserOf, ServerUser } from './hooks/user-types.ts'

type UserPage = ServerUser[] & { nextCursor: string | null }

/**
 * The SDK's `ServerApp` with hooks.
 * @example const latchkey = new ServerApp({ tokenStore: 'memory' })
 */
export interface ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ClientApp<HasTokenStore, ProjectId>,
    Pick<SdkServerApp<HasTokenStore, ProjectId>, Exclude<keyof SdkServerApp, keyof SdkClientApp | Overridden>> {
  /**
   * A user by id, by API key or by the tokens of a request; null if there is none.
   * @example const user = await latchkey.getUser({ tokenStore: request })
   */
  getUser(id: string): Promise<ServerUser | null>
  /** The owner of a user's API key; null unless the key is valid. */
  getUser(options: { apiKey: string }): Promise<ServerUser | null>
  getUser(options: GetConvexUserOptions & { or: 'throw' }): Promise<ServerUser>
  getUser(options: GetConvexUserOptions): Promise<ServerUser | null>
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>
  /**
   * `getUser` as a hook.
   * @example const user = latchkey.useUser({ or: 'redirect' })
   */
  useUser(id: string): ServerUser | null
  useUser(options: { apiKey: string }): ServerUser | null
  useUser(
    options: UseUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): CurrentServerUserOf<ProjectId>
  useUser(...options: OptionsFor<HasTokenStore, UseUserOptions<HasTokenStore>>): CurrentServerUserOf<ProjectId> | null
  /**
   * A user by id as a hook.
   * @example const user = latchkey.useUserById(userId)
   */
  useUserById(id: string): ServerUser | null

  /**
   * A page of the users of the project.
   * @example const users = await latchkey.listUsers({ query: 'ada', limit: 20 })
   */
  listUsers(options?: ServerListUsersOptions): Promise<UserPage>
  /**
   * `listUsers` as a hook.
   * @example const users = latchkey.useUsers({ limit: 20 })
   */
  useUsers(options?: ServerListUsersOptions): UserPage
  /**
   * Creates a user.
   * @example const user = await latchkey.createUser({ primaryEmail: 'ada@example.com' })
   */
  createUser(options: ServerUserCreateOptions): Promise<ServerUser>
  /** @deprecated Use `getUser()`. */
  getServerUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>

  /**
   * All teams of the project.
   * @example const teams = await latchkey.listTeams()
   */
  listTeams(): Promise<ServerTeam[]>
  /**
   * `listTeams` as a hook.
   * @example const teams = latchkey.useTeams()
   */
  useTeams(): ServerTeam[]
  /**
   * A team by id or by API key; null if there is none.
   * @example const team = await latchkey.getTeam(teamId)
   */
  getTeam(id: string): Promise<ServerTeam | null>
  /** The team that an API key belongs to; null unless the key is valid. */
  getTeam(options: { apiKey: string }): Promise<ServerTeam | null>
  /**
   * `getTeam` as a hook.
   * @example const team = latchkey.useTeam(teamId)
   */
  useTeam(id: string): ServerTeam | null
  useTeam(options: { apiKey: string }): ServerTeam | null
  /**
   * Creates a team.
   * @example const team = await latchkey.createTeam({ displayName: 'Research' })
   */
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>

  /**
   * A customer's quantity of an item, with methods to change it.
   * @example const credits = await latchkey.getItem({ itemId: 'credits', userId: user.id })
   */
  getItem(reference: ItemReference): Promise<ServerItem>
  /**
   * `getItem` as a hook.
   * @example const credits = latchkey.useItem({ itemId: 'credits', userId: user.id })
   */
  useItem(reference: ItemReference): ServerItem
  /**
   * A store of encrypted values. Stores are created in the settings of the project.
   * @example const vault = await latchkey.getDataVaultStore('tokens')
   */
  getDataVaultStore(id: string): Promise<DataVaultStore>
  /**
   * `getDataVaultStore` as a hook. A missing store is reported on first use.
   * @example const vault = latchkey.useDataVaultStore('tokens')
   */
  useDataVaultStore(id: string): DataVaultStore

  readonly [appInternalsSymbol]: ServerAppInternals
}

/** The methods that return objects, which have hooks here. */
type Overridden =
  | 'getServerUser'
  | 'listUsers'
  | 'createUser'
  | `${'list' | 'get' | 'create'}Team${'' | 's'}`
  | 'getDataVaultStore'

interface ServerAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ServerAppConstructorOptions<Store, ProjectId>,
  ): ServerApp<HasStore<Store>, ProjectId>
}

class ServerAppWithHooks extends SdkServerApp<TokenStoreInit, string> {
  constructor(options: ServerAppConstructorOptions) {
    super(options)
    this[appInternalsSymbol].core.extensions = objectHooks
    Object.assign(this, createServerAppHooks(this))
  }
}

type Hooks = ReturnType<typeof createServerAppHooks>
const App: new (options: ServerAppConstructorOptions) => AppMembers<ServerApp, Hooks> = ServerAppWithHooks
export const ServerApp = App as ServerAppConstructor
