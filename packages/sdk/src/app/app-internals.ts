import type { CacheStore, SyncStore } from '../cache/cache-types.ts'
import type { RedirectMethod } from '../core/redirect-types.ts'
import type { DataVaultStore } from '../data-vault/data-vault-types.ts'
import type { Item, ItemReference } from '../payments/payment-types.ts'
import type { AdminProject } from '../projects/admin-project-types.ts'
import type { Project } from '../projects/project-types.ts'
import type { TokenStoreInit } from '../session/token-store-types.ts'
import type { ServerTeam, Team } from '../teams/team-types.ts'
import type { ClientAppJson, CurrentUserJson } from '../transport/wire-types.ts'
import type { OAuthConnection } from '../users/account-types.ts'
import type { CurrentServerUser, ServerListUsersOptions, ServerUser } from '../users/server-user-types.ts'
import type { CurrentUser, TokenPartialUser, User } from '../users/user-types.ts'
import type { AdminApp } from './admin-types.ts'
import type { ClientAppConstructorOptions } from './client-app-types.ts'

/** Registered globally, so that two copies of this package still recognise each other's apps. */
export const appInternalsSymbol: unique symbol = Symbol.for('latchkey.app-internals') as never

export type AccessType = 'client' | 'server' | 'admin'

/** For the packages built on this one, behind `appInternalsSymbol`; not for apps. */
export interface AppInternals<User extends CurrentUser = CurrentUser> {
  readonly redirectMethod: RedirectMethod
  /**
   * The user of the app's token store. Subscribers also hear of sign-in, sign-out and other tabs.
   * Anonymous users are included: a reader that was not asked for them treats `isAnonymous` as signed out.
   */
  readonly currentUser: CacheStore<User | null>
  /** The same for a token store given per call; equal tokens give the same object on every call. */
  currentUserOf(tokenStore: TokenStoreInit | undefined): CacheStore<User | null>
  readonly project: CacheStore<Project>
  item(reference: ItemReference): CacheStore<Item>
  /** Who the access token of a store says is signed in, without asking the server. Anonymous users are included. */
  partialUserOf(tokenStore?: TokenStoreInit): SyncStore<TokenPartialUser | null>
  toClientJson(): ClientAppJson
  /** Seeds the current-user cache, so that the first render in a browser needs no request. */
  setCurrentUser(user: CurrentUserJson | null | Promise<CurrentUserJson | null>): void
  sendRequest(path: string, init: RequestInit, type?: AccessType): Promise<Response>
  /** Adds members, such as hooks, to every object that this app makes from now on. */
  extendObjects(extensions: ObjectExtensions): void
  /** Who asks for a proof of the person from now on, unless the app does so itself. */
  askForProof(ask: ClientAppConstructorOptions['onStepUpRequired']): void
}

/** Each is given the object as it is without the additions, and answers with these. */
export interface ObjectExtensions {
  user?(this: void, user: ExtensibleUser): object
  team?(this: void, team: ExtensibleTeam): object
  connection?(this: void, connection: OAuthConnection): object
  project?(this: void, project: AdminProject): object
  dataVaultStore?(this: void, store: DataVaultStore): object
  /** For the apps of projects that a user owns: the code comes when somebody asks for these. */
  loadAdminApp?(this: void): Promise<(app: AdminApp<false>) => object>
}

export type ExtensibleUser = Pick<User, typeof appInternalsSymbol | 'id' | 'getConnectedAccount'>

export type ExtensibleTeam = Pick<Team, typeof appInternalsSymbol | 'id'>

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
