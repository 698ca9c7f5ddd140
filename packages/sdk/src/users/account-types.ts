import type { appInternalsSymbol } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { Result } from '../errors/result.ts'
import type { Item } from '../payments/payment-types.ts'
import type { AdminOwnedProject } from '../projects/admin-project-types.ts'
import type { EditableTeamMemberProfile, Team } from '../teams/team-types.ts'

// What belongs to a user, and is asked for apart from the user.

/** A team, as far as methods that take one look at it. */
export interface TeamReference {
  readonly id: string
}

// ------------------------------------------------------------------------------------ contact channels

export interface ContactChannel {
  readonly id: string
  readonly value: string
  readonly type: 'email'
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly usedForAuth: boolean
  /** Mails a link. Outside a browser the link's target must be given. Does nothing when the address is verified. */
  sendVerificationEmail(options?: { callbackUrl?: string | undefined }): Promise<void>
  /** Rejects with CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE when another account signs in with it. */
  update(options: ContactChannelUpdateOptions): Promise<void>
  delete(): Promise<void>
}

export interface ServerContactChannel extends ContactChannel {
  update(options: ServerContactChannelUpdateOptions): Promise<void>
}

export interface ContactChannelCreateOptions {
  type: 'email'
  value: string
  usedForAuth: boolean
  isPrimary?: boolean | undefined
}

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  isVerified?: boolean | undefined
}

export interface ContactChannelUpdateOptions {
  value?: string | undefined
  usedForAuth?: boolean | undefined
  isPrimary?: boolean | undefined
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  isVerified?: boolean | undefined
}

// --------------------------------------------------------------------------------------- notifications

/** A kind of mail that the app sends. */
export interface NotificationCategory {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly canDisable: boolean
  setEnabled(enabled: boolean): Promise<void>
}

// ------------------------------------------------------------------------------- accounts at providers

/** A link to an account at a provider. Its `id` is that of the link; `type` is the kind of provider. */
export interface OAuthProvider {
  readonly id: string
  readonly type: string
  readonly userId: string
  readonly email: string | undefined
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
  update(options: OAuthProviderUpdateOptions): Promise<OAuthProviderResult<undefined>>
  delete(): Promise<void>
}

export interface ServerOAuthProvider extends OAuthProvider {
  /** The id of the account at the provider. */
  readonly accountId: string
  update(options: ServerOAuthProviderUpdateOptions): Promise<OAuthProviderResult<undefined>>
}

export type OAuthProviderResult<T> = Result<T, KnownErrorOf<'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'>>

export interface OAuthProviderUpdateOptions {
  allowSignIn?: boolean | undefined
  allowConnectedAccounts?: boolean | undefined
}

export interface ServerOAuthProviderUpdateOptions extends OAuthProviderUpdateOptions {
  accountId?: string | undefined
  email?: string | undefined
}

export interface ServerOAuthProviderCreateOptions {
  userId: string
  accountId: string
  /** The id of the provider in the project's settings, for instance `github`. */
  providerConfigId: string
  email?: string | undefined
  allowSignIn: boolean
  allowConnectedAccounts: boolean
}

export interface Connection {
  /** The id of the provider. */
  readonly id: string
}

/** An account at a provider that the app may use on behalf of the user. */
export interface OAuthConnection extends Connection {
  /** A token for the provider's own API. Throws when there is none any more. */
  getAccessToken(): Promise<{ accessToken: string }>
  readonly [appInternalsSymbol]: ConnectionStores
}

export interface GetConnectedAccount {
  /** Without a connection that has all the scopes, sends the person to the provider, which connects the account. */
  (provider: string, options: GetConnectedAccountOptions & { or: 'redirect' | 'throw' }): Promise<OAuthConnection>
  (provider: string, options?: GetConnectedAccountOptions): Promise<OAuthConnection | null>
}

export interface GetConnectedAccountOptions {
  or?: 'redirect' | 'throw' | 'return-null' | undefined
  scopes?: readonly string[] | undefined
}

// ----------------------------------------------------------------------------------------- permissions

export interface Permission {
  readonly id: string
}

export interface ListPermissionsOptions {
  /** Whether what the granted permissions contain is listed too: yes unless told otherwise. */
  recursive?: boolean | undefined
}

/** With a team, permissions in it; without one, permissions in the project. */
export interface PermissionReader {
  listPermissions(team: TeamReference, options?: ListPermissionsOptions): Promise<Permission[]>
  listPermissions(options?: ListPermissionsOptions): Promise<Permission[]>
  getPermission(team: TeamReference, permissionId: string): Promise<Permission | null>
  getPermission(permissionId: string): Promise<Permission | null>
  hasPermission(team: TeamReference, permissionId: string): Promise<boolean>
  hasPermission(permissionId: string): Promise<boolean>
}

export interface PermissionGranter {
  grantPermission(team: TeamReference, permissionId: string): Promise<void>
  grantPermission(permissionId: string): Promise<void>
  revokePermission(team: TeamReference, permissionId: string): Promise<void>
  revokePermission(permissionId: string): Promise<void>
}

// -------------------------------------------------------------------------------------------- API keys

/** The whole key is in `value` once, when it is created. */
export type ApiKey<Type extends 'user' | 'team' = 'user' | 'team', IsFirstView extends boolean = false> = {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date | undefined
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  readonly type: Type
  readonly value: IsFirstView extends true ? string : { readonly lastFour: string }
  update(options: ApiKeyUpdateOptions): Promise<void>
  /** A revoked key stays in the list and cannot be used again. */
  revoke(): Promise<void>
  isValid(): boolean
  whyInvalid(): 'manually-revoked' | 'expired' | null
} & (Type extends 'user' ? { readonly userId: string } : { readonly teamId: string })

export type UserApiKey = ApiKey<'user'>
export type UserApiKeyFirstView = ApiKey<'user', true>
export type TeamApiKey = ApiKey<'team'>
export type TeamApiKeyFirstView = ApiKey<'team', true>

export interface ApiKeyCreateOptions {
  description: string
  /** Null for a key that never expires. */
  expiresAt: Date | null
  /** Public keys are meant to be seen, so nobody revokes them when they are found in published code. */
  isPublic?: boolean | undefined
}

export interface ApiKeyUpdateOptions {
  description?: string | undefined
  /** Null for a key that never expires. */
  expiresAt?: Date | null | undefined
  revoked?: true | undefined
}

// ---------------------------------------------------------------------------------------------- stores

/** One store per read of a user, for the packages built on this one. The same stores for the same user. */
export interface UserStores<
  T extends Team = Team,
  Channel extends ContactChannel = ContactChannel,
  Link extends OAuthProvider = OAuthProvider,
> {
  readonly teams: CacheStore<T[]>
  readonly contactChannels: CacheStore<Channel[]>
  readonly notificationCategories: CacheStore<NotificationCategory[]>
  readonly oauthProviders: CacheStore<Link[]>
  readonly apiKeys: CacheStore<UserApiKey[]>
  item(itemId: string): CacheStore<Item>
  teamProfile(team: TeamReference): CacheStore<EditableTeamMemberProfile>
  permissions(team?: TeamReference, options?: ListPermissionsOptions): CacheStore<Permission[]>
  connectedAccount(provider: string, scopes?: readonly string[]): CacheStore<OAuthConnection | null>
  /** For signed-in users of the internal project only. */
  readonly ownedProjects?: CacheStore<AdminOwnedProject[]> | undefined
}

export interface ConnectionStores {
  readonly accessToken: CacheStore<{ accessToken: string }>
}
