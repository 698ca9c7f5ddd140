import type { ApiKeyCreateOptions, TeamApiKey, TeamApiKeyFirstView } from '../api-keys/api-keys.ts'
import type { CacheStore } from '../cache/cached-value.ts'
import type { CompanyConnection, ConnectionCreateOptions } from '../connections/connections.ts'
import type { ConnectionDomain } from '../connections/domains.ts'
import type { RequiredConnection, RequiredConnectionUpdateOptions } from '../connections/required.ts'
import { type Actor, copyOf } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { onDemand } from '../core/on-demand.ts'
import type { Directory, NewDirectory } from '../directories/directories.ts'
import type { Customer, ServerCustomer } from '../payments/checkout.ts'
import { itemStoreOf } from '../payments/item-stores.ts'
import type { Item } from '../payments/items.ts'
import type { TeamInvitation } from '../team-invitations/team-invitations.ts'
import type { ServerTeamMemberProfile, TeamMemberProfile } from '../team-member-profiles/team-member-profiles.ts'
import type { LeaveTeamOptions } from '../team-memberships/team-memberships.ts'
import type { Json } from '../transport/json.ts'
import type { MetadataOf, TeamMetadata } from '../users/metadata.ts'
import type { ServerUser } from '../users/server-users.ts'

/**
 * A reference to a team by its id.
 * @example await user.leaveTeam({ id: teamId })
 */
export interface TeamReference {
  /** The id of the team. */
  readonly id: string
}

/**
 * A team of the signed-in user, whose permissions decide which methods succeed.
 * @example
 * const team: Team | null = await user.getTeam(teamId)
 * console.log(team?.id, team?.displayName, team?.profileImageUrl, team?.clientMetadata, team?.clientReadOnlyMetadata)
 * console.log(team?.secondFactorRequiredFrom)
 */
export interface Team extends Customer {
  /** The id of the team. */
  readonly id: string
  /** The name of the team. */
  readonly displayName: string
  /** The picture of the team. */
  readonly profileImageUrl: string | null
  /** Data that members can read and change. */
  readonly clientMetadata: MetadataOf<TeamMetadata, 'clientMetadata'>
  /** Data that members can read and only servers can change. */
  readonly clientReadOnlyMetadata: MetadataOf<TeamMetadata, 'clientReadOnlyMetadata'>
  /** From when on members must have a second factor. Null: the team requires none. */
  readonly secondFactorRequiredFrom: Date | null
  /**
   * Changes the team.
   * @example await team.update({ displayName: 'Research' })
   */
  update(options: TeamUpdateOptions): Promise<void>
  /**
   * Deletes the team.
   * @example await team.delete()
   */
  delete(): Promise<void>
  /**
   * Emails an invitation. Outside a browser, `callbackUrl` is required.
   * @example await team.inviteUser({ email: 'grace@example.com' })
   */
  inviteUser(options: { email: string; callbackUrl?: string | undefined }): Promise<void>
  /**
   * The members.
   * @example const members = await team.listUsers()
   */
  listUsers(): Promise<TeamUser[]>
  /**
   * Removes another user from the team. Members need the permission `$remove_members`. To leave a team, use
   * `leaveTeam`.
   * @example await team.removeUser(member.id)
   */
  removeUser(userId: string, options?: LeaveTeamOptions): Promise<void>
  /**
   * The pending invitations.
   * @example const invitations = await team.listInvitations()
   */
  listInvitations(): Promise<TeamInvitation[]>
  /**
   * The API keys of the team.
   * @example const apiKeys = await team.listApiKeys()
   */
  listApiKeys(): Promise<TeamApiKey[]>
  /**
   * Creates an API key, whose secret is returned once.
   * @example const { value } = await team.createApiKey({ description: 'CI', expiresAt: null })
   */
  createApiKey(options: ApiKeyCreateOptions): Promise<TeamApiKeyFirstView>
  /**
   * The identity providers with which people of the team sign in. Members need the permission `$manage_connections`.
   * @example const connections = await team.listConnections()
   */
  listConnections(): Promise<CompanyConnection[]>
  /**
   * Creates a connection with an identity provider, such as Okta or Entra ID.
   * @example
   * const connection = await team.createConnection({ displayName: 'Okta', oidc: { issuer, clientId, clientSecret } })
   */
  createConnection(options: ConnectionCreateOptions): Promise<CompanyConnection>
  /**
   * The email domains of the team.
   * @example const domains = await team.listConnectionDomains()
   */
  listConnectionDomains(): Promise<ConnectionDomain[]>
  /**
   * Adds an email domain, which its DNS record then proves.
   * @example
   * const domain = await team.addConnectionDomain('acme.example')
   * console.log(domain.record.name, domain.record.value)
   */
  addConnectionDomain(domain: string): Promise<ConnectionDomain>
  /**
   * Whether members sign in only with the connection of the team, and who could not.
   * @example const required = await team.getRequiredConnection()
   */
  getRequiredConnection(): Promise<RequiredConnection>
  /**
   * Lets members sign in only with the connection of the team, or in any way again. Their other sessions end.
   * @example await team.updateRequiredConnection({ isRequired: true })
   */
  updateRequiredConnection(options: RequiredConnectionUpdateOptions): Promise<RequiredConnection>
  /**
   * The directory by which a company's identity provider manages the members, or null. Members need the permission
   * `$manage_connections`.
   * @example const directory = await team.getDirectory()
   */
  getDirectory(): Promise<Directory | null>
  /**
   * Creates the directory of the team. Its token is returned once.
   * @example const { url, token } = await team.createDirectory()
   */
  createDirectory(): Promise<NewDirectory>
  readonly [appInternalsSymbol]: TeamStores
}

/**
 * A team, as servers see it.
 * @example
 * const team: ServerTeam | null = await latchkey.getTeam(teamId)
 * console.log(team?.createdAt, team?.serverMetadata)
 */
export interface ServerTeam extends Team {
  /** When it was created. */
  readonly createdAt: Date
  /** Data that only servers can read and change. */
  readonly serverMetadata: MetadataOf<TeamMetadata, 'serverMetadata'>
  /**
   * Changes the team.
   * @example await team.update({ serverMetadata: { plan: 'pro' } })
   */
  update(options: ServerTeamUpdateOptions): Promise<void>
  /**
   * The members.
   * @example const members = await team.listUsers()
   */
  listUsers(): Promise<ServerTeamUser[]>
  /**
   * Adds a user with the default permissions of members.
   * @example await team.addUser(user.id)
   */
  addUser(userId: string): Promise<void>
  /**
   * The team's quantity of an item, with methods to change it.
   * @example await (await team.getItem('seats')).increaseQuantity(5)
   */
  getItem: ServerCustomer['getItem']
  /**
   * The URL of a page to buy an offer for the team.
   * @example const url = await team.createCheckoutUrl({ offerId: 'pro' })
   */
  createCheckoutUrl: ServerCustomer['createCheckoutUrl']
  readonly [appInternalsSymbol]: TeamStores<ServerTeamUser>
}

/**
 * A new team.
 * @example await user.createTeam({ displayName: 'Research', profileImageUrl: null })
 */
export interface TeamCreateOptions {
  /** The name of the team. */
  displayName: string
  /** The picture of the team. */
  profileImageUrl?: string | null | undefined
}

/**
 * A new team.
 * @example await latchkey.createTeam({ displayName: 'Research', creatorUserId: user.id })
 */
export interface ServerTeamCreateOptions extends TeamCreateOptions {
  /** The user who becomes the first member. A team without a creator has no members. */
  creatorUserId?: string | undefined
}

/**
 * Changes that members can make to a team.
 * @example
 * await team.update({ displayName: 'Research', profileImageUrl: null, clientMetadata: { color: 'teal' } })
 * await team.update({ secondFactorRequiredFrom: new Date('2027-03-01') })
 */
export interface TeamUpdateOptions {
  /** The name of the team. */
  displayName?: string | undefined
  /** The picture of the team. */
  profileImageUrl?: string | null | undefined
  /** Data that members can read and change. */
  clientMetadata?: MetadataOf<TeamMetadata, 'clientMetadata'> | undefined
  /** From when on members must have a second factor: with a date in the past at once, with null no longer. */
  secondFactorRequiredFrom?: Date | null | undefined
}

/**
 * Changes that servers can make to a team.
 * @example await team.update({ clientReadOnlyMetadata: { plan: 'pro' }, serverMetadata: { customer: 'cus_1' } })
 */
export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  /** Data that members can read and only servers can change. */
  clientReadOnlyMetadata?: MetadataOf<TeamMetadata, 'clientReadOnlyMetadata'> | undefined
  /** Data that only servers can read and change. */
  serverMetadata?: MetadataOf<TeamMetadata, 'serverMetadata'> | undefined
}

/**
 * A member of a team, as other members see them.
 * @example
 * const [member]: TeamUser[] = await team.listUsers()
 * console.log(member?.id, member?.teamProfile.displayName ?? member?.primaryEmail, member?.primaryEmailVerified)
 */
export interface TeamUser {
  /** The id of the user. */
  readonly id: string
  /** The name and picture in the team. */
  readonly teamProfile: TeamMemberProfile
  /**
   * The email address, if it is verified or used to sign in. Missing unless the signed-in user has `$remove_members` in
   * the team.
   */
  readonly primaryEmail?: string | null | undefined
  /** Whether that address is verified. Missing like the address. */
  readonly primaryEmailVerified?: boolean | undefined
}

/**
 * A member of a team, as servers see them.
 * @example
 * const [member]: ServerTeamUser[] = await team.listUsers()
 * console.log(member?.primaryEmail, member?.teamProfile.displayName)
 */
export interface ServerTeamUser extends ServerUser {
  /** The name and picture in the team. */
  readonly teamProfile: ServerTeamMemberProfile
}

/**
 * One store for each read of a team, used by packages built on this one. The same team has the same stores.
 * @internal
 */
export interface TeamStores<Member extends TeamUser = TeamUser> {
  readonly users: CacheStore<Member[]>
  readonly invitations: CacheStore<TeamInvitation[]>
  readonly apiKeys: CacheStore<TeamApiKey[]>
  readonly connections: CacheStore<CompanyConnection[]>
  readonly connectionDomains: CacheStore<ConnectionDomain[]>
  readonly requiredConnection: CacheStore<RequiredConnection>
  readonly directory: CacheStore<Directory | null>
  item(itemId: string): CacheStore<Item>
}

export interface TeamJson {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  second_factor_required_from_millis?: number | null
}

export interface ServerTeamJson extends TeamJson {
  created_at_millis: number
  server_metadata: Json
}

export function createTeam(actor: Actor, record: TeamJson | ServerTeamJson): Team {
  const { id } = record
  const stores = createTeamStores(actor, id)
  const { loadAccount, loadIntegrations } = actor.core.features
  const names = ['updateTeam', 'deleteTeam', 'inviteUser', 'removeUser'] as const
  const { updateTeam, deleteTeam, ...actions } = onDemand(loadAccount, names, actor, id)
  const team = {
    id,
    displayName: record.display_name,
    profileImageUrl: record.profile_image_url,
    clientMetadata: record.client_metadata,
    clientReadOnlyMetadata: record.client_read_only_metadata,
    secondFactorRequiredFrom: dateOrNull(record.second_factor_required_from_millis),
    ...actions,
    update: updateTeam,
    delete: deleteTeam,
    listUsers: () => copyOf(stores.users),
    listInvitations: () => copyOf(stores.invitations),
    listApiKeys: () => copyOf(stores.apiKeys),
    ...onDemand(
      async () => ({ createApiKey: (await loadAccount()).createApiKey<'team'> }),
      ['createApiKey'],
      actor,
      'team',
      id,
    ),
    ...onDemand(
      loadIntegrations,
      ['createConnection', 'addConnectionDomain', 'updateRequiredConnection', 'createDirectory'],
      actor,
      id,
    ),
    listConnections: () => copyOf(stores.connections),
    listConnectionDomains: () => copyOf(stores.connectionDomains),
    getRequiredConnection: () => stores.requiredConnection.load(),
    getDirectory: () => stores.directory.load(),
    getItem: (itemId: string) => stores.item(itemId).load(),
    ...onDemand(loadIntegrations, ['createCheckoutUrl'], actor, 'team', id),
    ...('server_metadata' in record && {
      createdAt: new Date(record.created_at_millis),
      serverMetadata: record.server_metadata,
      ...onDemand(loadAccount, ['addUser'], actor, id),
    }),
    [appInternalsSymbol]: stores,
  }
  return Object.freeze<Team>(Object.assign(team, actor.core.extensions.team?.(team)))
}

const dateOrNull = (millis: number | null | undefined) => (typeof millis === 'number' ? new Date(millis) : null)

export const createServerTeam = (actor: Actor, record: ServerTeamJson) => createTeam(actor, record) as ServerTeam

function createTeamStores(actor: Actor, teamId: string): TeamStores<ServerTeamUser> {
  const { cache, core } = actor
  const { loadAccount, loadIntegrations } = core.features
  const names = ['loadConnections', 'loadConnectionDomains', 'loadRequiredConnection', 'loadDirectory'] as const
  const loads = onDemand(loadIntegrations, names, actor, teamId)
  return {
    get users() {
      const load = async () => (await loadAccount()).loadUsers(actor, teamId)
      return cache.list(`team-users/${teamId}`, load)
    },
    get invitations() {
      const load = async () => (await loadAccount()).loadInvitations(actor, teamId)
      return cache.list(`team-invitations/${teamId}`, load)
    },
    get apiKeys() {
      const load = async () => (await loadAccount()).loadApiKeys(actor, 'team', teamId)
      return cache.list(`api-keys/team/${teamId}`, load)
    },
    get connections() {
      return cache.list(`connections/${teamId}`, loads.loadConnections)
    },
    get connectionDomains() {
      return cache.list(`connection-domains/${teamId}`, loads.loadConnectionDomains)
    },
    get requiredConnection() {
      return cache.get(`required-connection/${teamId}`, loads.loadRequiredConnection)
    },
    get directory() {
      return cache.get(`directory/${teamId}`, loads.loadDirectory)
    },
    item: (itemId) => itemStoreOf(core, { teamId, itemId }),
  }
}
