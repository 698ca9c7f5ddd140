import type {
  ContactChannel,
  EditableTeamMemberProfile,
  Item,
  ListPermissionsOptions,
  NotificationCategory,
  OAuthProvider,
  Permission,
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

/** Each is the twin of a `get…` or `list…`: suspends until the first value is there, and renders again when it changes. */
export interface UserHooks {
  useTeams(): Team[]
  /** Null unless the user is a member of it. */
  useTeam(id: string): Team | null
  useTeamProfile(team: TeamReference): EditableTeamMemberProfile
  /** With a team, permissions in it; without one, permissions in the project. */
  usePermissions(team: TeamReference, options?: ListPermissionsOptions): Permission[]
  usePermissions(options?: ListPermissionsOptions): Permission[]
  usePermission(team: TeamReference, permissionId: string): Permission | null
  usePermission(permissionId: string): Permission | null
  useContactChannels(): ContactChannel[]
  useNotificationCategories(): NotificationCategory[]
  useOAuthProviders(): OAuthProvider[]
  useOAuthProvider(id: string): OAuthProvider | null
  useConnectedAccount: UseConnectedAccount
  useApiKeys(): UserApiKey[]
  /** What this user has of an item. */
  useItem(itemId: string): Item
}

/** The SDK's user with its hooks. */
export interface User extends SdkUser, UserHooks {
  readonly selectedTeam: Team | null
  listTeams(): Promise<Team[]>
  getTeam(id: string): Promise<Team | null>
  createTeam(options: TeamCreateOptions): Promise<Team>
  getConnectedAccount: GetConnectedAccount
}

export interface CurrentUser extends User, Omit<SdkCurrentUser, keyof SdkUser> {}

/** The SDK's user, as servers see it, with its hooks. */
export interface ServerUser extends SdkServerUser, UserHooks {
  readonly selectedTeam: ServerTeam | null
  listTeams(): Promise<ServerTeam[]>
  getTeam(id: string): Promise<ServerTeam | null>
  createTeam(options: TeamCreateOptions): Promise<ServerTeam>
  getConnectedAccount: GetConnectedAccount
  useTeams(): ServerTeam[]
  useTeam(id: string): ServerTeam | null
  useContactChannels(): ServerContactChannel[]
  useOAuthProviders(): ServerOAuthProvider[]
  useOAuthProvider(id: string): ServerOAuthProvider | null
  useItem(itemId: string): ServerItem
}

export interface CurrentServerUser extends ServerUser, Omit<SdkCurrentServerUser, keyof SdkServerUser> {}

/** Users of the internal project own projects. */
export interface CurrentInternalUser extends CurrentUser, ProjectOwner {}
export interface CurrentInternalServerUser extends CurrentServerUser, ProjectOwner {}

export type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal' ? CurrentInternalUser : CurrentUser
export type CurrentServerUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalServerUser
  : CurrentServerUser
