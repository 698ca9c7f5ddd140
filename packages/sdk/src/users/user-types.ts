import type { appInternalsSymbol } from '../app/app-internals.ts'
import type { PasskeyRegistrationError, SignOutOptions } from '../app/client-app-types.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { Result } from '../errors/result.ts'
import type { Customer } from '../payments/payment-types.ts'
import type { ProjectOwner } from '../projects/admin-project-types.ts'
import type { ActiveSession, InternalSession, Session } from '../session/session-types.ts'
import type { TokenPair } from '../session/token-store-types.ts'
import type { EditableTeamMemberProfile, Team, TeamCreateOptions } from '../teams/team-types.ts'
import type { CurrentUserJson, Json } from '../transport/wire-types.ts'
import type {
  ApiKeyCreateOptions,
  ContactChannel,
  ContactChannelCreateOptions,
  GetConnectedAccount,
  NotificationCategory,
  OAuthProvider,
  PermissionReader,
  TeamReference,
  UserApiKey,
  UserApiKeyFirstView,
  UserStores,
} from './account-types.ts'

export interface UserBase {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly hasPassword: boolean
  /** @deprecated */
  readonly emailAuthEnabled: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly isMultiFactorRequired: boolean
  readonly isAnonymous: boolean
  /** @deprecated */
  readonly oauthProviders: readonly { readonly id: string }[]
  readonly selectedTeam: Team | null
  /** The record as the wire gives it to clients, without anything only a server may see. */
  toClientJson(): CurrentUserJson
}

/** What can be done with the session behind a current user. */
export interface Auth {
  readonly currentSession: Session
  /** For an `AdminApp` in the name of a person who owns a project: `new AdminApp({ projectOwnerSession, … })`. */
  readonly _internalSession: InternalSession
  getAuthJson(): Promise<TokenPair>
  getAuthHeaders(): Promise<{ 'x-stack-auth': string }>
  /**
   * Makes a passkey for this user; it replaces an older one. Works in browsers only. The host name is that of the page
   * unless given; a Latchkey server accepts no other.
   */
  registerPasskey(options?: { hostname?: string }): Promise<Result<undefined, PasskeyRegistrationError>>
  signOut(options?: SignOutOptions): Promise<void>
}

export interface UserActions extends PermissionReader, Customer {
  update(options: UserUpdateOptions): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setClientMetadata(metadata: Json): Promise<void>
  setSelectedTeam(team: TeamReference | null): Promise<void>
  setPassword(options: { password: string }): Promise<KnownErrorOf<'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  delete(): Promise<void>
  getActiveSessions(): Promise<ActiveSession[]>
  revokeSession(sessionId: string): Promise<void>

  listContactChannels(): Promise<ContactChannel[]>
  createContactChannel(options: ContactChannelCreateOptions): Promise<ContactChannel>
  listNotificationCategories(): Promise<NotificationCategory[]>
  /** The links to accounts at providers. */
  listOAuthProviders(): Promise<OAuthProvider[]>
  getOAuthProvider(id: string): Promise<OAuthProvider | null>
  getConnectedAccount: GetConnectedAccount

  listTeams(): Promise<Team[]>
  /** Null unless the user is a member of it. */
  getTeam(id: string): Promise<Team | null>
  /** The new team is also selected. */
  createTeam(options: TeamCreateOptions): Promise<Team>
  leaveTeam(team: TeamReference): Promise<void>
  getTeamProfile(team: TeamReference): Promise<EditableTeamMemberProfile>

  listApiKeys(): Promise<UserApiKey[]>
  createApiKey(options: ApiKeyCreateOptions): Promise<UserApiKeyFirstView>

  readonly [appInternalsSymbol]: UserStores
}

export interface User extends UserBase, UserActions {}

export interface CurrentUser extends User, Auth {
  updatePassword(options: {
    oldPassword: string
    newPassword: string
  }): Promise<KnownErrorOf<'PASSWORD_CONFIRMATION_MISMATCH' | 'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  /**
   * Mails a link to the primary e-mail. Outside a browser the link's target must be given.
   * @deprecated Use `sendVerificationEmail` of the contact channel.
   */
  sendVerificationEmail(options?: { callbackUrl?: string }): Promise<KnownErrorOf<'EMAIL_ALREADY_VERIFIED'> | undefined>
}

/** Users of the internal project own projects. */
export interface CurrentInternalUser extends CurrentUser, ProjectOwner {}

export type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal' ? CurrentInternalUser : CurrentUser

export interface UserUpdateOptions {
  displayName?: string | null | undefined
  clientMetadata?: Json | undefined
  selectedTeamId?: string | null | undefined
  totpMultiFactorSecret?: Uint8Array | null | undefined
  profileImageUrl?: string | null | undefined
  otpAuthEnabled?: boolean | undefined
  passkeyAuthEnabled?: boolean | undefined
}

/** Read from the access token alone, so it is as old as the token. */
export interface TokenPartialUser {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly isAnonymous: boolean
}
