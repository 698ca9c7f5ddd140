import type { DataVaultStore } from '../data-vault/data-vault-types.ts'
import type { SendEmailOptions } from '../emails/email-types.ts'
import type { ItemReference, ServerItem } from '../payments/payment-types.ts'
import type { TokenStoreInit } from '../session/token-store-types.ts'
import type { ServerTeam, ServerTeamCreateOptions } from '../teams/team-types.ts'
import type {
  OAuthProviderResult,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
} from '../users/account-types.ts'
import type {
  CurrentServerUserOf,
  ServerListUsersOptions,
  ServerUser,
  ServerUserCreateOptions,
} from '../users/server-user-types.ts'
import type { appInternalsSymbol, ServerAppInternals } from './app-internals.ts'
import type {
  ClientApp,
  ClientAppConstructorOptions,
  GetCurrentUserOptions,
  HasStore,
  OptionsFor,
} from './client-app-types.ts'

export interface ServerAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string>
  extends ClientAppConstructorOptions<Store, ProjectId> {
  secretServerKey?: string | undefined
}

export interface ServerAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ServerAppConstructorOptions<Store, ProjectId>,
  ): ServerApp<HasStore<Store>, ProjectId>
}

export interface ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ClientApp<HasTokenStore, ProjectId> {
  getUser(id: string): Promise<ServerUser | null>
  /** The owner of a user's API key; null unless the key is valid. */
  getUser(options: { apiKey: string }): Promise<ServerUser | null>
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
  /** The team that an API key belongs to; null unless the key is valid. */
  getTeam(options: { apiKey: string }): Promise<ServerTeam | null>
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>

  getItem(reference: ItemReference): Promise<ServerItem>
  /** Encrypted values by key and secret. The store is made in the settings of the project. */
  getDataVaultStore(id: string): Promise<DataVaultStore>

  /** Links a user to an account at a provider. */
  createOAuthProvider(options: ServerOAuthProviderCreateOptions): Promise<OAuthProviderResult<ServerOAuthProvider>>

  /**
   * Mails some users, or all of them. Resolves when the mails are on their way; rejects with
   * REQUIRES_CUSTOM_EMAIL_SERVER, USER_ID_DOES_NOT_EXIST or SCHEMA_ERROR, and then nothing was sent.
   */
  sendEmail(options: SendEmailOptions): Promise<void>

  readonly [appInternalsSymbol]: ServerAppInternals
}
