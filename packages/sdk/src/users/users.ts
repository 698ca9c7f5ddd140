import type { ApiKeyCreateOptions, UserApiKey, UserApiKeyFirstView } from '../api-keys/api-keys.ts'
import type { GetConnectedAccount } from '../connected-accounts/connected-accounts.ts'
import type { ContactChannel, ContactChannelCreateOptions } from '../contact-channels/contact-channels.ts'
import { createClientActor } from '../core/actors.ts'
import type { AppCore, SignOutOptions } from '../core/app-core.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import { onDemand } from '../core/on-demand.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { Result } from '../errors/result.ts'
import type { NotificationCategory } from '../notifications/notifications.ts'
import { withPasskeys } from '../passkey/loading.ts'
import type { PasskeyRegistrationError } from '../passkey/passkey.ts'
import type { Customer } from '../payments/checkout.ts'
import type { PermissionReader } from '../permissions/permissions.ts'
import type { ProjectOwner } from '../projects/admin-projects.ts'
import type { OAuthProvider } from '../provider-links/provider-links.ts'
import type { InternalSession, Session, UserSession } from '../session/session.ts'
import type { TokenPair } from '../session/token-store.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import type { EditableTeamMemberProfile } from '../team-member-profiles/team-member-profiles.ts'
import { createTeam, type Team, type TeamCreateOptions, type TeamJson, type TeamReference } from '../teams/teams.ts'
import type { Json } from '../transport/json.ts'
import type { MetadataOf, UserMetadata } from './metadata.ts'
import { createUserResources } from './user-resources.ts'
import type { UserStores } from './user-stores.ts'

export interface UserBase {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  readonly clientMetadata: MetadataOf<UserMetadata, 'clientMetadata'>
  readonly clientReadOnlyMetadata: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'>
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
  /** The record as the API returns it to clients, without fields that only servers may see. */
  toClientJson(): CurrentUserJson
}

/** The members of a current user that concern their session. */
export interface Auth {
  readonly currentSession: Session
  /** For an `AdminApp` on behalf of a project owner: `new AdminApp({ projectOwnerSession, … })`. */
  readonly _internalSession: InternalSession
  getAuthJson(): Promise<TokenPair>
  getAuthHeaders(): Promise<{ 'x-stack-auth': string }>
  /**
   * Registers a passkey for this user, which replaces an older one. Works in browsers only. The host name defaults to
   * that of the page, and a Latchkey server accepts no other.
   */
  registerPasskey(options?: { hostname?: string }): Promise<Result<undefined, PasskeyRegistrationError>>
  signOut(options?: SignOutOptions): Promise<void>
}

export interface UserActions extends PermissionReader, Customer {
  update(options: UserUpdateOptions): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setClientMetadata(metadata: MetadataOf<UserMetadata, 'clientMetadata'>): Promise<void>
  setSelectedTeam(team: TeamReference | null): Promise<void>
  setPassword(options: { password: string }): Promise<KnownErrorOf<'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  delete(): Promise<void>
  getActiveSessions(): Promise<ActiveSession[]>
  revokeSession(sessionId: string): Promise<void>

  listContactChannels(): Promise<ContactChannel[]>
  createContactChannel(options: ContactChannelCreateOptions): Promise<ContactChannel>
  listNotificationCategories(): Promise<NotificationCategory[]>
  /** The linked accounts at OAuth providers. */
  listOAuthProviders(): Promise<OAuthProvider[]>
  getOAuthProvider(id: string): Promise<OAuthProvider | null>
  getConnectedAccount: GetConnectedAccount

  listTeams(): Promise<Team[]>
  /** Null unless the user is a member. */
  getTeam(id: string): Promise<Team | null>
  /** Also selects the new team. */
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
   * Emails a verification link to the primary email. Outside a browser, `callbackUrl` is required.
   * @deprecated Use `sendVerificationEmail` of the contact channel.
   */
  sendVerificationEmail(options?: { callbackUrl?: string }): Promise<KnownErrorOf<'EMAIL_ALREADY_VERIFIED'> | undefined>
}

/** Users of the internal project own projects. */
export interface CurrentInternalUser extends CurrentUser, ProjectOwner {}

export type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal' ? CurrentInternalUser : CurrentUser

export interface UserUpdateOptions {
  displayName?: string | null | undefined
  clientMetadata?: MetadataOf<UserMetadata, 'clientMetadata'> | undefined
  selectedTeamId?: string | null | undefined
  totpMultiFactorSecret?: Uint8Array | null | undefined
  profileImageUrl?: string | null | undefined
  otpAuthEnabled?: boolean | undefined
  passkeyAuthEnabled?: boolean | undefined
}

/** Read from the access token only, so it is as old as the token. */
export interface TokenPartialUser {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly isAnonymous: boolean
}

/** A user as the API returns it to clients. `toClientJson` passes it from a server to a browser. */
export interface CurrentUserJson {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  auth_with_email: boolean
  requires_totp_mfa: boolean
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
  selected_team_id: string | null
  selected_team: TeamJson | null
  client_metadata: Json
  client_read_only_metadata: Json
}

export function createCurrentUser(core: AppCore, session: UserSession, record: CurrentUserJson): CurrentUser {
  const update = async (options: UserUpdateOptions) => {
    await core.users.show(session, await core.call('PATCH /users/me', { session, body: createUpdateBody(options) }))
  }
  const owner = { ...createClientActor(core, session), userId: 'me', customerId: record.id, update }
  const user: CurrentUser = {
    ...createUserBase(record),
    selectedTeam: record.selected_team && createTeam(owner, record.selected_team),
    ...createAuth(core, session),
    ...createUserResources(owner),
    toClientJson: () => ({ ...record }),
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    ...onDemand(
      loadUserActions,
      ['updatePassword', 'setPassword', 'getActiveSessions', 'revokeSession', 'delete'],
      core,
      session,
    ),
    ...onDemand(loadUserActions, ['sendVerificationEmail'], core, session, record.primary_email),
  }
  return Object.freeze(Object.assign(user, core.extensions.user?.(user)))
}

export const loadUserActions = () => import('./user-actions.ts')

export function createUserBase(record: CurrentUserJson): Omit<UserBase, 'toClientJson' | 'selectedTeam'> {
  return {
    id: record.id,
    displayName: record.display_name,
    primaryEmail: record.primary_email,
    primaryEmailVerified: record.primary_email_verified,
    profileImageUrl: record.profile_image_url,
    signedUpAt: new Date(record.signed_up_at_millis),
    clientMetadata: record.client_metadata,
    clientReadOnlyMetadata: record.client_read_only_metadata,
    hasPassword: record.has_password,
    emailAuthEnabled: record.auth_with_email,
    otpAuthEnabled: record.otp_auth_enabled,
    passkeyAuthEnabled: record.passkey_auth_enabled,
    isMultiFactorRequired: record.requires_totp_mfa,
    isAnonymous: record.is_anonymous,
    oauthProviders: record.oauth_providers.map(({ id }) => ({ id })),
  }
}

export function createAuth(core: AppCore, session: UserSession): Auth {
  const getTokens = () => session.getTokens()
  return {
    currentSession: { getTokens },
    _internalSession: session,
    getAuthJson: getTokens,
    getAuthHeaders: async () => ({ 'x-stack-auth': JSON.stringify(await getTokens()) }),
    signOut: (options) => core.signOut(session, options),
    registerPasskey(options) {
      const initiated = core.call('POST /auth/passkey/initiate-passkey-registration', { session })
      return withPasskeys(initiated, (passkeys) => passkeys.registerPasskey(core, session, initiated, options))
    },
  }
}

export function createUpdateBody(options: UserUpdateOptions) {
  const { totpMultiFactorSecret: secret } = options
  return {
    display_name: options.displayName,
    client_metadata: options.clientMetadata,
    selected_team_id: options.selectedTeamId,
    totp_secret_base64: secret && btoa(String.fromCharCode(...secret)),
    profile_image_url: options.profileImageUrl,
    otp_auth_enabled: options.otpAuthEnabled,
    passkey_auth_enabled: options.passkeyAuthEnabled,
  }
}
