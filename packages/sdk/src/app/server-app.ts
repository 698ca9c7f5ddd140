import type { CacheStore } from '../cache/cached-value.ts'
import type { ConvexContext } from '../convex/convex.ts'
import type { ClientAppConstructorOptions } from '../core/app-core.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import type { DataVaultStore } from '../data-vault/store.ts'
import type { SendEmailOptions } from '../emails/send-email.ts'
import type { ItemReference, ServerItem } from '../payments/items.ts'
import type {
  OAuthProviderResult,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
} from '../provider-links/provider-links.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { ServerTeam, ServerTeamCreateOptions } from '../teams/teams.ts'
import type {
  CurrentServerUser,
  CurrentServerUserOf,
  ServerListUsersOptions,
  ServerUser,
  ServerUserCreateOptions,
} from '../users/server-users.ts'
import type { AppInternals, ClientApp, GetCurrentUserOptions, HasStore, OptionsFor } from './client-app.ts'
import { ServerAppBase } from './server-app-base.ts'

export interface ServerAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string>
  extends ClientAppConstructorOptions<Store, ProjectId> {
  secretServerKey?: string | undefined
}

/** For servers: holds the secret server key and sees every user. */
export const ServerApp: ServerAppConstructor = ServerAppBase

export interface ServerAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ServerAppConstructorOptions<Store, ProjectId>,
  ): ServerApp<HasStore<Store>, ProjectId>
}

export interface ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ClientApp<HasTokenStore, ProjectId> {
  getUser(id: string): Promise<ServerUser | null>
  /** The owner of a user API key, or null if the key is not valid. */
  getUser(options: { apiKey: string }): Promise<ServerUser | null>
  /** The user who calls a function of Convex. */
  getUser(options: GetConvexUserOptions & { or: 'throw' }): Promise<ServerUser>
  getUser(options: GetConvexUserOptions): Promise<ServerUser | null>
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>
  listUsers(options?: ServerListUsersOptions): Promise<ServerUser[] & { nextCursor: string | null }>
  createUser(options: ServerUserCreateOptions): Promise<ServerUser>
  /** @deprecated Use `getUser()`. */
  getServerUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>

  listTeams(): Promise<ServerTeam[]>
  getTeam(id: string): Promise<ServerTeam | null>
  /** The team that an API key belongs to, or null if the key is not valid. */
  getTeam(options: { apiKey: string }): Promise<ServerTeam | null>
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>

  getItem(reference: ItemReference): Promise<ServerItem>
  /** A store of encrypted values. Stores are created in the settings of the project. */
  getDataVaultStore(id: string): Promise<DataVaultStore>

  /** Links a user to an account at an OAuth provider. */
  createOAuthProvider(options: ServerOAuthProviderCreateOptions): Promise<OAuthProviderResult<ServerOAuthProvider>>

  /**
   * Emails some users or all of them. Resolves when the server has accepted the emails. Sends nothing and rejects with
   * USER_ID_DOES_NOT_EXIST, SCHEMA_ERROR, or REQUIRES_CUSTOM_EMAIL_SERVER if the project has no email server of its own
   * and the shared one is reserved for sign-in emails.
   */
  sendEmail(options: SendEmailOptions): Promise<void>

  readonly [appInternalsSymbol]: ServerAppInternals
}

export interface GetConvexUserOptions {
  from: 'convex'
  /** The first parameter of a query, mutation or action. */
  ctx: ConvexContext
  /** What to do if nobody is signed in. With `anonymous`, anonymous users are returned too; none is created. */
  or?: 'return-null' | 'throw' | 'anonymous' | undefined
}

export interface ServerAppInternals extends AppInternals<CurrentServerUser> {
  user(id: string): CacheStore<ServerUser | null>
  userOfApiKey(apiKey: string): CacheStore<ServerUser | null>
  users(options?: ServerListUsersOptions): CacheStore<ServerUser[] & { nextCursor: string | null }>
  team(id: string): CacheStore<ServerTeam | null>
  teamOfApiKey(apiKey: string): CacheStore<ServerTeam | null>
  readonly teams: CacheStore<ServerTeam[]>
  /** The same object for the same id. */
  dataVaultStore(id: string): DataVaultStore
}
