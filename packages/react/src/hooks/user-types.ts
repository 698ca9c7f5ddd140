import type {
  ContactChannel,
  EditableTeamMemberProfile,
  Item,
  ListPermissionsOptions,
  NotificationCategory,
  OAuthGrant,
  OAuthProvider,
  Passkey,
  Permission,
  RecoveryCodeStatus,
  CurrentServerUser as SdkCurrentServerUser,
  CurrentUser as SdkCurrentUser,
  ServerUser as SdkServerUser,
  User as SdkUser,
  ServerContactChannel,
  ServerItem,
  ServerOAuthProvider,
  TeamCreateOptions,
  TeamReference,
  UserApiKey,
} from '@latchkey/sdk'
import type { GetConnectedAccount, UseConnectedAccount } from './connected-account-hooks.ts'
import type { ProjectOwner } from './project-hooks.ts'
import type { ServerTeam, Team } from './team-hooks.ts'

/**
 * Each hook mirrors a `get…` or `list…` method: it suspends until the first value arrives, and renders again on
 * changes.
 */
export interface UserHooks {
  /**
   * `listTeams` as a hook.
   * @example const teams = user.useTeams()
   */
  useTeams(): Team[]
  /**
   * `getTeam` as a hook; null unless the user is a member.
   * @example const team = user.useTeam(teamId)
   */
  useTeam(id: string): Team | null
  /**
   * `getTeamProfile` as a hook.
   * @example const profile = user.useTeamProfile(team)
   */
  useTeamProfile(team: TeamReference): EditableTeamMemberProfile
  /**
   * `listPermissions` as a hook: with a team, permissions in it; without one, permissions in the project.
   * @example const permissions = user.usePermissions(team)
   */
  usePermissions(team: TeamReference, options?: ListPermissionsOptions): Permission[]
  usePermissions(options?: ListPermissionsOptions): Permission[]
  /**
   * `getPermission` as a hook.
   * @example const canPublish = user.usePermission(team, 'publish') !== null
   */
  usePermission(team: TeamReference, permissionId: string): Permission | null
  usePermission(permissionId: string): Permission | null
  /**
   * `listContactChannels` as a hook.
   * @example const channels = user.useContactChannels()
   */
  useContactChannels(): ContactChannel[]
  /**
   * `listNotificationCategories` as a hook.
   * @example const categories = user.useNotificationCategories()
   */
  useNotificationCategories(): NotificationCategory[]
  /**
   * `listPasskeys` as a hook.
   * @example const passkeys = user.usePasskeys()
   */
  usePasskeys(): Passkey[]
  /**
   * `listOAuthGrants` as a hook.
   * @example const grants = user.useOAuthGrants()
   */
  useOAuthGrants(): OAuthGrant[]
  /**
   * `listOAuthProviders` as a hook.
   * @example const providers = user.useOAuthProviders()
   */
  useOAuthProviders(): OAuthProvider[]
  /**
   * `getOAuthProvider` as a hook.
   * @example const provider = user.useOAuthProvider(providerId)
   */
  useOAuthProvider(id: string): OAuthProvider | null
  /**
   * `getConnectedAccount` as a hook.
   * @example const connection = user.useConnectedAccount('github', { or: 'redirect' })
   */
  useConnectedAccount: UseConnectedAccount
  /**
   * `listApiKeys` as a hook.
   * @example const apiKeys = user.useApiKeys()
   */
  useApiKeys(): UserApiKey[]
  /**
   * `getRecoveryCodeStatus` as a hook.
   * @example const { remaining } = user.useRecoveryCodeStatus()
   */
  useRecoveryCodeStatus(): RecoveryCodeStatus
  /**
   * `getItem` as a hook.
   * @example const { quantity } = user.useItem('credits')
   */
  useItem(itemId: string): Item
}

/**
 * The SDK's user with its hooks.
 * @example const greet = (user: User) => `Hello, ${user.displayName} of ${user.selectedTeam?.displayName}`
 */
export interface User extends SdkUser, UserHooks {
  readonly selectedTeam: Team | null
  /**
   * The teams that the user is a member of.
   * @example const teams = await user.listTeams()
   */
  listTeams(): Promise<Team[]>
  /**
   * A team by its id; null unless the user is a member.
   * @example const team = await user.getTeam(teamId)
   */
  getTeam(id: string): Promise<Team | null>
  /**
   * Creates a team and selects it.
   * @example const team = await user.createTeam({ displayName: 'Research' })
   */
  createTeam(options: TeamCreateOptions): Promise<Team>
  /**
   * An account at a provider, for access tokens.
   * @example const connection = await user.getConnectedAccount('github', { or: 'redirect' })
   */
  getConnectedAccount: GetConnectedAccount
}

/**
 * The signed-in user.
 * @example const user: CurrentUser | null = useUser()
 */
export interface CurrentUser extends User, Omit<SdkCurrentUser, keyof SdkUser> {}

/**
 * The SDK's user, as servers see it, with its hooks.
 * @example
 * const user: ServerUser | null = latchkey.useUserById(userId)
 * const members = user?.selectedTeam?.useUsers()
 */
export interface ServerUser extends SdkServerUser, UserHooks {
  readonly selectedTeam: ServerTeam | null
  /**
   * The teams that the user is a member of.
   * @example const teams = await user.listTeams()
   */
  listTeams(): Promise<ServerTeam[]>
  /**
   * A team by its id; null unless the user is a member.
   * @example const team = await user.getTeam(teamId)
   */
  getTeam(id: string): Promise<ServerTeam | null>
  /**
   * Creates a team with the user as its first member.
   * @example const team = await user.createTeam({ displayName: 'Research' })
   */
  createTeam(options: TeamCreateOptions): Promise<ServerTeam>
  /**
   * An account at a provider, for access tokens.
   * @example const connection = await user.getConnectedAccount('github')
   */
  getConnectedAccount: GetConnectedAccount
  /**
   * `listTeams` as a hook.
   * @example const teams = user.useTeams()
   */
  useTeams(): ServerTeam[]
  /**
   * `getTeam` as a hook.
   * @example const team = user.useTeam(teamId)
   */
  useTeam(id: string): ServerTeam | null
  /**
   * `listContactChannels` as a hook.
   * @example const channels = user.useContactChannels()
   */
  useContactChannels(): ServerContactChannel[]
  /**
   * `listOAuthProviders` as a hook.
   * @example const providers = user.useOAuthProviders()
   */
  useOAuthProviders(): ServerOAuthProvider[]
  /**
   * `getOAuthProvider` as a hook.
   * @example const provider = user.useOAuthProvider(providerId)
   */
  useOAuthProvider(id: string): ServerOAuthProvider | null
  /**
   * `getItem` as a hook.
   * @example const { quantity } = user.useItem('credits')
   */
  useItem(itemId: string): ServerItem
}

/**
 * The signed-in user, as servers see them.
 * @example const user: CurrentServerUser | null = latchkey.useUser()
 */
export interface CurrentServerUser extends ServerUser, Omit<SdkCurrentServerUser, keyof SdkServerUser> {}

/**
 * A signed-in user of the internal project, who can own projects.
 * @example const owner: CurrentInternalUser | null = useUser({ projectIdMustMatch: 'internal' })
 */
export interface CurrentInternalUser extends CurrentUser, ProjectOwner {}
/**
 * A signed-in project owner, as servers see them.
 * @example const owner: CurrentInternalServerUser | null = internalApp.useUser()
 */
export interface CurrentInternalServerUser extends CurrentServerUser, ProjectOwner {}

export type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal' ? CurrentInternalUser : CurrentUser
export type CurrentServerUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalServerUser
  : CurrentServerUser
