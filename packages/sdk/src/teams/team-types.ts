import type { appInternalsSymbol, Json, ServerUser } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'
import type { Customer, Item, ServerCustomer } from '../payments/payment-types.ts'
import type { ApiKeyCreateOptions, TeamApiKey, TeamApiKeyFirstView } from '../users/account-types.ts'

/** A team of the signed-in user. What a member may do depends on their permissions in it. */
export interface Team extends Customer {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  update(options: TeamUpdateOptions): Promise<void>
  delete(): Promise<void>
  /** Mails an invitation. Outside a browser the link's target must be given. */
  inviteUser(options: { email: string; callbackUrl?: string | undefined }): Promise<void>
  listUsers(): Promise<TeamUser[]>
  /** Those that nobody has accepted yet. */
  listInvitations(): Promise<TeamInvitation[]>
  listApiKeys(): Promise<TeamApiKey[]>
  createApiKey(options: ApiKeyCreateOptions): Promise<TeamApiKeyFirstView>
  readonly [appInternalsSymbol]: TeamStores
}

export interface ServerTeam extends Team {
  readonly createdAt: Date
  readonly serverMetadata: Json
  update(options: ServerTeamUpdateOptions): Promise<void>
  listUsers(): Promise<ServerTeamUser[]>
  /** The user gets the permissions that members have by default. */
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
  clientMetadata?: Json | undefined
}

export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  clientReadOnlyMetadata?: Json | undefined
  serverMetadata?: Json | undefined
}

/** A member, as the other members see them. */
export interface TeamUser {
  readonly id: string
  readonly teamProfile: TeamMemberProfile
}

export interface ServerTeamUser extends ServerUser {
  readonly teamProfile: ServerTeamMemberProfile
}

/** The name and image that a member has in the team: those of the user, unless they chose others. */
export interface TeamMemberProfile {
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

export interface ServerTeamMemberProfile extends TeamMemberProfile {}

export interface EditableTeamMemberProfile extends TeamMemberProfile {
  /** Null takes the image of the user again. */
  update(options: { displayName?: string | undefined; profileImageUrl?: string | null | undefined }): Promise<void>
}

export interface TeamInvitation {
  readonly id: string
  readonly recipientEmail: string
  readonly expiresAt: Date
  revoke(): Promise<void>
}

/** One store per read of a team, for the packages built on this one. The same stores for the same team. */
export interface TeamStores<Member extends TeamUser = TeamUser> {
  readonly users: CacheStore<Member[]>
  readonly invitations: CacheStore<TeamInvitation[]>
  readonly apiKeys: CacheStore<TeamApiKey[]>
  item(itemId: string): CacheStore<Item>
}
