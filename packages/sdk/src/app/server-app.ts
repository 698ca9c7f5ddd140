import type { CacheStore } from '../cache/cached-value.ts'
import type { ConvexContext } from '../convex/convex.ts'
import type { ClientAppConstructorOptions } from '../core/app-core.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import type { DataVaultStore } from '../data-vault/store.ts'
import type { Directory } from '../directories/directories.ts'
import type { SendEmailOptions } from '../emails/send-email.ts'
import type {
  NewOAuthClient,
  OAuthClient,
  OAuthClientCreateOptions,
  OAuthClientListOptions,
} from '../oauth-clients/oauth-clients.ts'
import type { OAuthGrant, OAuthGrantListOptions } from '../oauth-grants/oauth-grants.ts'
import type { ItemReference, ServerItem } from '../payments/items.ts'
import type {
  OAuthProviderResult,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
} from '../provider-links/provider-links.ts'
import type { RequestLike, TokenStoreInit } from '../session/token-store.ts'
import type { FreshnessOptions } from '../step-up/require-fresh.ts'
import type { ServerTeam, ServerTeamCreateOptions } from '../teams/teams.ts'
import type { PageOf } from '../transport/lists.ts'
import type {
  CurrentServerUser,
  CurrentServerUserOf,
  ServerListUsersOptions,
  ServerUser,
  ServerUserCreateOptions,
} from '../users/server-users.ts'
import type { TokenPartialUser } from '../users/users.ts'
import type { AppInternals, ClientApp, GetCurrentUserOptions, HasStore, OptionsFor } from './client-app.ts'
import { ServerAppBase } from './server-app-base.ts'

/**
 * The options of a client app, and the secret key of the project.
 * @example const options: ServerAppConstructorOptions = { tokenStore: 'memory', secretServerKey: 'ssk_…' }
 */
export interface ServerAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string>
  extends ClientAppConstructorOptions<Store, ProjectId> {
  /**
   * Read from `LATCHKEY_SECRET_SERVER_KEY` if it is not given.
   * @example new ServerApp({ tokenStore: null, secretServerKey: secret })
   */
  secretServerKey?: string | undefined
  /**
   * Whether refresh tokens are in cookies that scripts cannot read. Needs the token store `nextjs-cookie` and the route
   * of `createSessionRoute`, through which browsers sign in and get access tokens. Sessions from before are moved when
   * they are refreshed. Not with `cookieDomain`.
   * @example new ServerApp({ tokenStore: 'nextjs-cookie', httpOnlySessions: true })
   */
  httpOnlySessions?: boolean | undefined
}

/**
 * For servers: holds the secret server key and sees every user.
 * @example const latchkey = new ServerApp({ tokenStore: 'memory' })
 */
export const ServerApp: ServerAppConstructor = ServerAppBase

/**
 * Used by packages built on this one.
 * @internal
 */
export interface ServerAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ServerAppConstructorOptions<Store, ProjectId>,
  ): ServerApp<HasStore<Store>, ProjectId>
}

export interface ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ClientApp<HasTokenStore, ProjectId> {
  /**
   * A user by id, by API key or by the tokens of a request; null if there is none.
   * @example const user = await latchkey.getUser({ tokenStore: request })
   */
  getUser(id: string): Promise<ServerUser | null>
  /** The owner of a user API key, or null if the key is not valid. */
  getUser(options: { apiKey: string }): Promise<ServerUser | null>
  /** The user who calls a Convex function. */
  getUser(options: GetConvexUserOptions & { or: 'throw' }): Promise<ServerUser>
  getUser(options: GetConvexUserOptions): Promise<ServerUser | null>
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>
  /**
   * The user who sends a request, if they authenticated within this time. Verifies the access token without a request, as
   * `getPartialUser` does. Throws STEP_UP_REQUIRED, SECOND_FACTOR_REQUIRED if the user has to set one up first, or
   * USER_AUTHENTICATION_REQUIRED if nobody is signed in: answer with `refusalOf`, and send the request with `withStepUp` in the browser.
   * @example const user = await latchkey.requireFresh(request, { withinSeconds: 300 })
   */
  requireFresh(request: RequestLike, options: FreshnessOptions): Promise<TokenPartialUser>
  /**
   * A page of the users of the project.
   * @example const users = await latchkey.listUsers({ query: 'ada', limit: 20 })
   */
  listUsers(options?: ServerListUsersOptions): Promise<ServerUser[] & { nextCursor: string | null }>
  /**
   * Creates a user.
   * @example const user = await latchkey.createUser({ primaryEmail: 'ada@example.com', primaryEmailVerified: true })
   */
  createUser(options: ServerUserCreateOptions): Promise<ServerUser>
  /**
   * @deprecated Use `getUser()`.
   * @example const user = await latchkey.getServerUser({ tokenStore: request })
   */
  getServerUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>

  /**
   * All teams of the project.
   * @example const teams = await latchkey.listTeams()
   */
  listTeams(): Promise<ServerTeam[]>
  /**
   * A team by id or by API key; null if there is none.
   * @example const team = await latchkey.getTeam(teamId)
   */
  getTeam(id: string): Promise<ServerTeam | null>
  /** The team that an API key belongs to, or null if the key is not valid. */
  getTeam(options: { apiKey: string }): Promise<ServerTeam | null>
  /**
   * Creates a team.
   * @example const team = await latchkey.createTeam({ displayName: 'Research', creatorUserId: user.id })
   */
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>
  /**
   * The directories of all teams, by which companies' identity providers manage members.
   * @example const directories = await latchkey.listDirectories()
   */
  listDirectories(): Promise<Directory[]>
  /**
   * The apps and agents with access to the accounts of users, newest first, page by page: by user, client or team.
   * @example const grants = await latchkey.listOAuthGrants({ clientId: 'reporting' })
   */
  listOAuthGrants(options: OAuthGrantListOptions): Promise<PageOf<OAuthGrant>>
  /**
   * Apps and programs that users sign in to with their account, newest first, page by page.
   * @example const clients = await latchkey.listOAuthClients({ query: 'ledger' })
   */
  listOAuthClients(options?: OAuthClientListOptions): Promise<PageOf<OAuthClient>>
  /**
   * Registers an app or a program. The secret of a web or machine client is returned once.
   * @example
   * const redirectUris = ['https://ledger.example.com/callback']
   * const { id, clientSecret } = await latchkey.createOAuthClient({ type: 'web', displayName: 'Ledger', redirectUris })
   */
  createOAuthClient(options: OAuthClientCreateOptions): Promise<NewOAuthClient>
  /**
   * A client by its ID, or null.
   * @example const client = await latchkey.getOAuthClient(clientId)
   */
  getOAuthClient(id: string): Promise<OAuthClient | null>

  /**
   * A customer's quantity of an item, with methods to change it.
   * @example const credits = await latchkey.getItem({ itemId: 'credits', teamId: team.id })
   */
  getItem(reference: ItemReference): Promise<ServerItem>
  /**
   * A store of encrypted values. Stores are created in the settings of the project.
   * @example const vault = await latchkey.getDataVaultStore('tokens')
   */
  getDataVaultStore(id: string): Promise<DataVaultStore>

  /**
   * Links a user to an account at an OAuth provider.
   * @example
   * await latchkey.createOAuthProvider({ userId: user.id, accountId: '583231', providerConfigId: 'github', allowSignIn: true, allowConnectedAccounts: false })
   */
  createOAuthProvider(options: ServerOAuthProviderCreateOptions): Promise<OAuthProviderResult<ServerOAuthProvider>>

  /**
   * Emails some users or all of them. Resolves when the server has accepted the emails. Sends nothing and rejects with
   * USER_ID_DOES_NOT_EXIST, SCHEMA_ERROR, or REQUIRES_CUSTOM_EMAIL_SERVER if the project has no email server of its own
   * and the shared one is reserved for sign-in emails.
   * @example await latchkey.sendEmail({ userIds: [user.id], subject: 'Welcome', html: '<p>Hello!</p>' })
   */
  sendEmail(options: SendEmailOptions): Promise<void>

  readonly [appInternalsSymbol]: ServerAppInternals
}

/**
 * Finds the user that Convex has verified.
 * @example const user = await latchkey.getUser({ from: 'convex', ctx, or: 'throw' })
 */
export interface GetConvexUserOptions {
  /** Reads the user from Convex. */
  from: 'convex'
  /** The first parameter of a query, mutation or action. */
  ctx: ConvexContext
  /** What to do if nobody is signed in. With `anonymous`, anonymous users are returned too; none is created. */
  or?: 'return-null' | 'throw' | 'anonymous' | undefined
}

/**
 * Used by packages built on this one.
 * @internal
 */
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
