import type { appInternalsSymbol } from '../app/app-internals.ts'
import type { ServerCustomer } from '../payments/payment-types.ts'
import type { ProjectOwner } from '../projects/admin-project-types.ts'
import type { Session } from '../session/session-types.ts'
import type { ServerTeam, TeamCreateOptions } from '../teams/team-types.ts'
import type { Json } from '../transport/wire-types.ts'
import type {
  GetConnectedAccount,
  PermissionGranter,
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerOAuthProvider,
  UserStores,
} from './account-types.ts'
import type { Auth, CurrentUser, UserActions, UserBase, UserUpdateOptions } from './user-types.ts'

export interface ServerUser extends UserBase, UserActions, PermissionGranter {
  readonly lastActiveAt: Date
  readonly serverMetadata: Json
  readonly selectedTeam: ServerTeam | null
  update(options: ServerUserUpdateOptions): Promise<void>
  setPrimaryEmail(email: string | null, options?: { verified?: boolean }): Promise<void>
  setServerMetadata(metadata: Json): Promise<void>
  setClientReadOnlyMetadata(metadata: Json): Promise<void>
  createSession(options?: { expiresInMillis?: number; isImpersonation?: boolean }): Promise<Session>
  /** Not supported for server users: always rejects. */
  sendVerificationEmail(): Promise<never>
  /** Server users have no session, so `or: 'redirect'` throws. */
  getConnectedAccount: GetConnectedAccount
  listContactChannels(): Promise<ServerContactChannel[]>
  createContactChannel(options: ServerContactChannelCreateOptions): Promise<ServerContactChannel>
  listOAuthProviders(): Promise<ServerOAuthProvider[]>
  getOAuthProvider(id: string): Promise<ServerOAuthProvider | null>
  listTeams(): Promise<ServerTeam[]>
  getTeam(id: string): Promise<ServerTeam | null>
  createTeam(options: TeamCreateOptions): Promise<ServerTeam>
  getItem: ServerCustomer['getItem']
  createCheckoutUrl: ServerCustomer['createCheckoutUrl']
  readonly [appInternalsSymbol]: UserStores<ServerTeam, ServerContactChannel, ServerOAuthProvider>
}

export interface CurrentServerUser extends ServerUser, Auth {
  updatePassword: CurrentUser['updatePassword']
}

export interface CurrentInternalServerUser extends CurrentServerUser, ProjectOwner {}

export type CurrentServerUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalServerUser
  : CurrentServerUser

export interface ServerUserUpdateOptions extends UserUpdateOptions {
  primaryEmail?: string | null | undefined
  primaryEmailVerified?: boolean | undefined
  primaryEmailAuthEnabled?: boolean | undefined
  password?: string | null | undefined
  clientReadOnlyMetadata?: Json | undefined
  serverMetadata?: Json | undefined
}

export interface ServerUserCreateOptions {
  primaryEmail?: string | null | undefined
  primaryEmailAuthEnabled?: boolean | undefined
  primaryEmailVerified?: boolean | undefined
  password?: string | undefined
  otpAuthEnabled?: boolean | undefined
  displayName?: string | null | undefined
  clientMetadata?: Json | undefined
  clientReadOnlyMetadata?: Json | undefined
  serverMetadata?: Json | undefined
}

export interface ServerListUsersOptions {
  cursor?: string | undefined
  limit?: number | undefined
  orderBy?: 'signedUpAt' | undefined
  desc?: boolean | undefined
  query?: string | undefined
  includeAnonymous?: boolean | undefined
}
