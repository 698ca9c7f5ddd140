import type { ApiKeyCreateOptions, TeamApiKey, TeamApiKeyFirstView } from '../api-keys/api-keys.ts'
import type { CacheStore } from '../cache/cached-value.ts'
import { type Actor, copyOf } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { onDemand } from '../core/on-demand.ts'
import type { Customer, ServerCustomer } from '../payments/checkout.ts'
import { itemStoreOf, loadCheckout } from '../payments/item-stores.ts'
import type { Item } from '../payments/items.ts'
import type { TeamInvitation } from '../team-invitations/team-invitations.ts'
import type { ServerTeamMemberProfile, TeamMemberProfile } from '../team-member-profiles/team-member-profiles.ts'
import type { MetadataOf, TeamMetadata } from '../users/metadata.ts'
import type { Json } from '../transport/json.ts'
import type { ServerUser } from '../users/server-users.ts'

/** All that methods need to know about a team. */
export interface TeamReference {
  readonly id: string
}

/** A team of the signed-in user. What they may do depends on their permissions in it. */
export interface Team extends Customer {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  readonly clientMetadata: MetadataOf<TeamMetadata, 'clientMetadata'>
  readonly clientReadOnlyMetadata: MetadataOf<TeamMetadata, 'clientReadOnlyMetadata'>
  update(options: TeamUpdateOptions): Promise<void>
  delete(): Promise<void>
  /** Emails an invitation. Outside a browser, `callbackUrl` is required. */
  inviteUser(options: { email: string; callbackUrl?: string | undefined }): Promise<void>
  listUsers(): Promise<TeamUser[]>
  /** Invitations that nobody has accepted yet. */
  listInvitations(): Promise<TeamInvitation[]>
  listApiKeys(): Promise<TeamApiKey[]>
  createApiKey(options: ApiKeyCreateOptions): Promise<TeamApiKeyFirstView>
  readonly [appInternalsSymbol]: TeamStores
}

export interface ServerTeam extends Team {
  readonly createdAt: Date
  readonly serverMetadata: MetadataOf<TeamMetadata, 'serverMetadata'>
  update(options: ServerTeamUpdateOptions): Promise<void>
  listUsers(): Promise<ServerTeamUser[]>
  /** The user gets the default permissions of members. */
  addUser(userId: string): Promise<void>
  removeUser(userId: string): Promise<void>
  getItem: ServerCustomer['getItem']
  createCheckoutUrl: ServerCustomer['createCheckoutUrl']
  readonly [appInternalsSymbol]: TeamStores<ServerTeamUser>
}

export interface TeamCreateOptions {
  displayName: string
  profileImageUrl?: string | null | undefined
}

export interface ServerTeamCreateOptions extends TeamCreateOptions {
  /** Becomes the first member. A team without a creator has no members. */
  creatorUserId?: string | undefined
}

export interface TeamUpdateOptions {
  displayName?: string | undefined
  profileImageUrl?: string | null | undefined
  clientMetadata?: MetadataOf<TeamMetadata, 'clientMetadata'> | undefined
}

export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  clientReadOnlyMetadata?: MetadataOf<TeamMetadata, 'clientReadOnlyMetadata'> | undefined
  serverMetadata?: MetadataOf<TeamMetadata, 'serverMetadata'> | undefined
}

/** A member as other members see them. */
export interface TeamUser {
  readonly id: string
  readonly teamProfile: TeamMemberProfile
}

export interface ServerTeamUser extends ServerUser {
  readonly teamProfile: ServerTeamMemberProfile
}

/** One store for each read of a team, used by packages built on this one. The same team has the same stores. */
export interface TeamStores<Member extends TeamUser = TeamUser> {
  readonly users: CacheStore<Member[]>
  readonly invitations: CacheStore<TeamInvitation[]>
  readonly apiKeys: CacheStore<TeamApiKey[]>
  item(itemId: string): CacheStore<Item>
}

export interface TeamJson {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
}

export interface ServerTeamJson extends TeamJson {
  created_at_millis: number
  server_metadata: Json
}

const loadTeamActions = () => import('./team-actions.ts')
export const loadApiKeyActions = () => import('../api-keys/api-keys.ts')

export function createTeam(actor: Actor, record: TeamJson | ServerTeamJson): Team {
  const { id } = record
  const stores = createTeamStores(actor, id)
  const team = {
    id,
    displayName: record.display_name,
    profileImageUrl: record.profile_image_url,
    clientMetadata: record.client_metadata,
    clientReadOnlyMetadata: record.client_read_only_metadata,
    ...onDemand(loadTeamActions, ['update', 'delete', 'inviteUser'], actor, id),
    listUsers: () => copyOf(stores.users),
    listInvitations: () => copyOf(stores.invitations),
    listApiKeys: () => copyOf(stores.apiKeys),
    ...onDemand(
      async () => ({ createApiKey: (await loadApiKeyActions()).createApiKey<'team'> }),
      ['createApiKey'],
      actor,
      'team',
      id,
    ),
    getItem: (itemId: string) => stores.item(itemId).load(),
    ...onDemand(loadCheckout, ['createCheckoutUrl'], actor, 'team', id),
    ...('server_metadata' in record && {
      createdAt: new Date(record.created_at_millis),
      serverMetadata: record.server_metadata,
      ...onDemand(loadTeamActions, ['addUser', 'removeUser'], actor, id),
    }),
    [appInternalsSymbol]: stores,
  }
  return Object.freeze<Team>(Object.assign(team, actor.core.extensions.team?.(team)))
}

export const createServerTeam = (actor: Actor, record: ServerTeamJson) => createTeam(actor, record) as ServerTeam

function createTeamStores(actor: Actor, teamId: string): TeamStores<ServerTeamUser> {
  const { cache } = actor
  return {
    get users() {
      const load = async () => (await loadTeamActions()).loadUsers(actor, teamId)
      return cache.list(`team-users/${teamId}`, load)
    },
    get invitations() {
      const load = async () => (await loadTeamActions()).loadInvitations(actor, teamId)
      return cache.list(`team-invitations/${teamId}`, load)
    },
    get apiKeys() {
      const load = async () => (await loadApiKeyActions()).loadApiKeys(actor, 'team', teamId)
      return cache.list(`api-keys/team/${teamId}`, load)
    },
    item: (itemId) => itemStoreOf(actor.core, { teamId, itemId }),
  }
}
