import type { Routes } from '@latchkey/contract'
import { keepWhileEqual } from '../cache/cached-value.ts'
import { cacheOf } from '../cache/resource-cache.ts'
import { type Actor, copyOf } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { bind } from '../core/on-demand.ts'
import { signOut } from '../core/sign-out.ts'
import { createDataVaultStore, type DataVaultStore } from '../data-vault/store.ts'
import type { Directory } from '../directories/directories.ts'
import { sendEmail } from '../emails/send-email.ts'
import { getSetting } from '../environment/environment.ts'
import { secretServerKeyNames } from '../environment/secret-keys.ts'
import { resultOf } from '../errors/expected-errors.ts'
import type { CommonCode } from '../errors/known-errors.ts'
import type {
  NewOAuthClient,
  OAuthClient,
  OAuthClientCreateOptions,
  OAuthClientListOptions,
} from '../oauth-clients/oauth-clients.ts'
import type { OAuthGrant, OAuthGrantListOptions } from '../oauth-grants/oauth-grants.ts'
import type { ItemReference, ServerItem } from '../payments/items.ts'
import { createOAuthProvider } from '../provider-links/provider-links.ts'
import type { UserSession } from '../session/session.ts'
import type { RequestLike, TokenStoreInit } from '../session/token-store.ts'
import type { FreshnessOptions } from '../step-up/require-fresh.ts'
import { createServerTeam, type ServerTeam, type ServerTeamCreateOptions, type ServerTeamJson } from '../teams/teams.ts'
import { loadWholeList, type PageOf } from '../transport/lists.ts'
import type { Credentials } from '../transport/transport.ts'
import type { CurrentServerUser, CurrentServerUserOf } from '../users/server-users.ts'
import {
  createCurrentServerUser,
  createServerUser,
  createServerUserBody,
  type ServerListUsersOptions,
  type ServerUser,
  type ServerUserCreateOptions,
  type ServerUserJson,
} from '../users/server-users.ts'
import type { CurrentUser, TokenPartialUser } from '../users/users.ts'
import type { AppInternals, GetCurrentUserOptions, OptionsFor } from './client-app.ts'
import { ClientAppBase, notSignedIn } from './client-app-base.ts'
import type { GetConvexUserOptions, ServerAppConstructorOptions, ServerAppInternals } from './server-app.ts'

const access = 'server'

/** The methods that the constructor assigns. */
export interface ServerAppBase extends ReturnType<typeof createMethods> {}

export class ServerAppBase<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ClientAppBase<HasTokenStore, ProjectId> {
  protected readonly actor: Actor
  readonly #createUser = (record: unknown) => createServerUser(this.actor, record as ServerUserJson)
  readonly #createTeam = (record: unknown) => createServerTeam(this.actor, record as ServerTeamJson)
  readonly #dataVaultStores = new Map<string, DataVaultStore>()

  constructor(
    options: ServerAppConstructorOptions<TokenStoreInit, ProjectId>,
    credentials: Credentials = keyCredentialsOf(secretServerKeyOf(options), '', options.httpOnlySessions),
  ) {
    const createCurrentUser = (_core: AppCore, session: UserSession, record: ServerUserJson) =>
      createCurrentServerUser(this.actor, session, record)
    super(options, { access, loadUsers: async () => ({ createCurrentUser, signOut }) }, credentials)
    const cache = cacheOf(this.core, undefined)
    this.actor = {
      core: this.core,
      as: { access },
      cache,
      refreshUser: () => cache.refresh('users/', 'contact-channels/', 'oauth-providers/', 'team-users/', 'metrics/'),
      createUser: this.#createUser,
    }
    Object.assign(this, createMethods(this.actor))
    Object.defineProperty(this, 'actor', { enumerable: false })
  }

  override getUser(id: string): Promise<ServerUser | null>
  override getUser(options: { apiKey: string }): Promise<ServerUser | null>
  override getUser(options: GetConvexUserOptions & { or: 'throw' }): Promise<ServerUser>
  override getUser(options: GetConvexUserOptions): Promise<ServerUser | null>
  override getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUserOf<ProjectId>>
  override getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>
  override async getUser(
    given?: string | { apiKey: string } | GetConvexUserOptions | GetCurrentUserOptions,
  ): Promise<ServerUser | null> {
    if (typeof given === 'string') return this.#userOf(given).load()
    if (given && 'apiKey' in given) return this.#fetchUserOfApiKey(given.apiKey)
    if (given && 'ctx' in given) return this.#getConvexUser(given)
    const user: CurrentUser | null = await super.getUser(given as never)
    // Created by `createCurrentServerUser`; see the constructor.
    return user as CurrentServerUser | null
  }

  async #getConvexUser({ ctx, or }: GetConvexUserOptions): Promise<ServerUser | null> {
    const found = await (await this.core.features.loadIntegrations()).findConvexUser(ctx)
    const isSignedIn = found && (!found.isAnonymous || or === 'anonymous')
    const user = isSignedIn ? await this.#userOf(found.id).load() : null
    if (!user && or === 'throw') throw notSignedIn()
    return user
  }

  /** @deprecated */
  getServerUser(...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>) {
    console.warn('getServerUser() was renamed: use getUser().')
    return this.getUser(...options)
  }

  override async getItem(reference: ItemReference): Promise<ServerItem> {
    return (await super.getItem(reference)) as ServerItem
  }

  async requireFresh(request: RequestLike, options: FreshnessOptions): Promise<TokenPartialUser> {
    return (await this.core.features.loadIntegrations()).requireFresh(this.core, request, options)
  }

  async listUsers(options?: ServerListUsersOptions) {
    const page = await this.#usersOf(options).load()
    return Object.assign([...page], { nextCursor: page.nextCursor })
  }

  async createUser(options: ServerUserCreateOptions): Promise<ServerUser> {
    const record = await this.core.call('POST /users', { access, body: createServerUserBody(options) })
    await this.actor.refreshUser()
    return this.#createUser(record)
  }

  listTeams(): Promise<ServerTeam[]> {
    return copyOf(this.#teams)
  }

  async listDirectories(): Promise<Directory[]> {
    return (await this.core.features.loadIntegrations()).listDirectories(this.actor)
  }

  async listOAuthGrants(options: OAuthGrantListOptions): Promise<PageOf<OAuthGrant>> {
    return (await this.core.features.loadIntegrations()).listOAuthGrants(this.actor, options)
  }

  async listOAuthClients(options?: OAuthClientListOptions): Promise<PageOf<OAuthClient>> {
    return (await this.core.features.loadIntegrations()).listOAuthClients(this.actor, options)
  }

  async createOAuthClient(options: OAuthClientCreateOptions): Promise<NewOAuthClient> {
    return (await this.core.features.loadIntegrations()).createOAuthClient(this.actor, options)
  }

  async getOAuthClient(id: string): Promise<OAuthClient | null> {
    return (await this.core.features.loadIntegrations()).getOAuthClient(this.actor, id)
  }

  async getTeam(given: string | { apiKey: string }): Promise<ServerTeam | null> {
    return typeof given === 'string' ? this.#teamOf(given).load() : this.#fetchTeamOfApiKey(given.apiKey)
  }

  async createTeam({ displayName, profileImageUrl, creatorUserId }: ServerTeamCreateOptions): Promise<ServerTeam> {
    const body = { display_name: displayName, profile_image_url: profileImageUrl, creator_user_id: creatorUserId }
    const record = await this.core.call('POST /teams', { access, body })
    await this.actor.cache.refresh('teams/')
    return this.#createTeam(record)
  }

  /** Makes no request. A missing store is reported on first use. */
  async getDataVaultStore(id: string): Promise<DataVaultStore> {
    return this.#dataVaultStoreOf(id)
  }

  #dataVaultStoreOf(id: string): DataVaultStore {
    const store = this.#dataVaultStores.get(id) ?? createDataVaultStore(this.actor, id)
    this.#dataVaultStores.set(id, store)
    return store
  }

  #userOf(id: string) {
    const create = keepWhileEqual(this.#createUser)
    return this.actor.cache.get(`users/${id}`, () => this.#fetchUser(id, create))
  }

  /** For hooks. `getUser({ apiKey })` bypasses the cache, because servers authenticate their callers with it. */
  #userOfApiKey(apiKey: string) {
    const create = keepWhileEqual(this.#createUser)
    return this.actor.cache.get(`users/of-api-key/${apiKey}`, () => this.#fetchUserOfApiKey(apiKey, create))
  }

  #usersOf(options: ServerListUsersOptions = {}) {
    const query = {
      cursor: options.cursor,
      limit: options.limit,
      order_by: options.orderBy && ('signed_up_at' as const),
      desc: flagOf(options.desc),
      query: options.query,
      include_anonymous: flagOf(options.includeAnonymous),
    }
    type Page = Routes['GET /users']['response']['server']
    const create = keepWhileEqual(({ items, pagination }: Page) =>
      Object.assign(items.map(this.#createUser), { nextCursor: pagination.next_cursor }),
    )
    return this.actor.cache.get(`users/?${JSON.stringify(query)}`, async () =>
      create(await this.core.call('GET /users', { access, query })),
    )
  }

  get #teams() {
    return this.actor.cache.list('teams/all', async () => {
      const items = await loadWholeList((cursor) => this.core.call('GET /teams', { access, query: { cursor } }))
      return { items, create: this.#createTeam }
    })
  }

  #teamOf(id: string) {
    const create = keepWhileEqual(this.#createTeam)
    return this.actor.cache.get(`teams/id/${id}`, () => this.#fetchTeam(id, create))
  }

  #teamOfApiKey(apiKey: string) {
    const create = keepWhileEqual(this.#createTeam)
    return this.actor.cache.get(`teams/of-api-key/${apiKey}`, () => this.#fetchTeamOfApiKey(apiKey, create))
  }

  async #fetchUser(id: string, create = this.#createUser): Promise<ServerUser | null> {
    if (selectsOtherRoute.test(id)) return null
    const found = this.core.call('GET /users/{user_id}', { access, params: { user_id: id } })
    const record = await orNull(['USER_NOT_FOUND', 'SCHEMA_ERROR'], found)
    return record && create(record)
  }

  async #fetchUserOfApiKey(apiKey: string, create = this.#createUser): Promise<ServerUser | null> {
    const found = this.core.call('POST /user-api-keys/check', { access, body: { api_key: apiKey } })
    const key = await orNull(apiKeyRefusals, found)
    return key && this.#fetchUser(key.user_id, create)
  }

  async #fetchTeam(id: string, create = this.#createTeam): Promise<ServerTeam | null> {
    if (selectsOtherRoute.test(id)) return null
    const found = this.core.call('GET /teams/{team_id}', { access, params: { team_id: id } })
    const record = await orNull(['TEAM_NOT_FOUND', 'SCHEMA_ERROR'], found)
    return record && create(record)
  }

  async #fetchTeamOfApiKey(apiKey: string, create = this.#createTeam): Promise<ServerTeam | null> {
    const found = this.core.call('POST /team-api-keys/check', { access, body: { api_key: apiKey } })
    const key = await orNull(apiKeyRefusals, found)
    return key && this.#fetchTeam(key.team_id, create)
  }

  override get [appInternalsSymbol](): ServerAppInternals {
    return Object.assign(super[appInternalsSymbol] as AppInternals<CurrentServerUser>, {
      user: (id: string) => this.#userOf(id),
      userOfApiKey: (apiKey: string) => this.#userOfApiKey(apiKey),
      users: (options?: ServerListUsersOptions) => this.#usersOf(options),
      team: (id: string) => this.#teamOf(id),
      teamOfApiKey: (apiKey: string) => this.#teamOfApiKey(apiKey),
      teams: this.#teams,
      dataVaultStore: (id: string) => this.#dataVaultStoreOf(id),
    })
  }
}

const createMethods = (actor: Actor) => bind({ createOAuthProvider, sendEmail }, actor)

export const secretServerKeyOf = ({ secretServerKey }: { secretServerKey?: string | undefined }) =>
  getSetting('secretServerKey', secretServerKey, 'SECRET_SERVER_KEY', secretServerKeyNames)

/** An app with the session of an owner sends empty keys. */
export function keyCredentialsOf(secretServerKey = '', superSecretAdminKey = '', keepsSessions = false): Credentials {
  const server = { 'X-Stack-Secret-Server-Key': secretServerKey }
  // What a visitor does through a server action. Who they are is not known here.
  const client = keepsSessions ? { ...server, 'X-Stack-Relayed-For': 'unknown' } : {}
  const headers = { client, server, admin: { ...server, 'X-Stack-Super-Secret-Admin-Key': superSecretAdminKey } }
  return { keyHeadersOf: (access) => headers[access], keepsSessions }
}

/** These are not ids, and as the last segment of a path they would select another route. */
const selectsOtherRoute = /^(?:\.{0,2}|me)$/

const apiKeyRefusals: CommonCode[] = [
  'API_KEY_NOT_FOUND',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'WRONG_API_KEY_TYPE',
  'SCHEMA_ERROR',
  'BODY_PARSING_ERROR',
]

/** Null if the server does not know the id, or if it is not an id at all. */
async function orNull<T>(codes: CommonCode[], found: Promise<T>): Promise<T | null> {
  const result = await resultOf(codes, found)
  return result.status === 'ok' ? result.data : null
}

const flagOf = (flag: boolean | undefined) => flag?.toString() as 'true' | 'false' | undefined
