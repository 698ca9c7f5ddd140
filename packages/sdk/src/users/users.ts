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
import type { OAuthGrant } from '../oauth-grants/oauth-grants.ts'
import { loadPasskeys } from '../passkey/loading.ts'
import type { PasskeyRegistrationError } from '../passkey/passkey.ts'
import type { Passkey } from '../passkey/passkeys.ts'
import type { Customer } from '../payments/checkout.ts'
import type { PermissionReader } from '../permissions/permissions.ts'
import type { ProjectOwner } from '../projects/admin-projects.ts'
import type { OAuthProvider } from '../provider-links/provider-links.ts'
import type { RecoveryCodeStatus } from '../recovery-codes/recovery-codes.ts'
import type { InternalSession, Session, UserSession } from '../session/session.ts'
import type { TokenPair } from '../session/token-store.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import type { EditableTeamMemberProfile } from '../team-member-profiles/team-member-profiles.ts'
import type { LeaveTeamOptions } from '../team-memberships/team-memberships.ts'
import { createTeam, type Team, type TeamCreateOptions, type TeamJson, type TeamReference } from '../teams/teams.ts'
import type { Json } from '../transport/json.ts'
import type { TrustedDevice } from '../trusted-devices/trusted-devices.ts'
import type { MetadataOf, UserMetadata } from './metadata.ts'
import { createUserResources } from './user-resources.ts'
import type { UserStores } from './user-stores.ts'

/**
 * The data of a user.
 * @example
 * const nameOf = (user: UserBase) => user.displayName ?? user.primaryEmail ?? user.id
 * const isComplete = (user: UserBase) => user.primaryEmailVerified && user.profileImageUrl !== null && !user.isAnonymous
 * const methodsOf = (user: UserBase) => [
 *   user.hasPassword && 'password',
 *   user.otpAuthEnabled && 'magic link',
 *   user.passkeyAuthEnabled && 'passkey',
 *   user.isMultiFactorRequired && 'authenticator app',
 *   user.isPasskeyMultiFactorEnabled && 'passkey as second factor',
 * ]
 * console.log(user.locale, user.signedUpAt, user.selectedTeam?.displayName, user.clientMetadata, user.clientReadOnlyMetadata)
 */
export interface UserBase {
  /** The id of the user. */
  readonly id: string
  /** The name of the user. */
  readonly displayName: string | null
  /** The primary email. */
  readonly primaryEmail: string | null
  /** Whether it is verified. */
  readonly primaryEmailVerified: boolean
  /** The picture of the user. */
  readonly profileImageUrl: string | null
  /** The language of emails to the user, such as `de-DE`; null for the default language of the project. */
  readonly locale: string | null
  /** When the account was created. */
  readonly signedUpAt: Date
  /** Data that the user can read and change. */
  readonly clientMetadata: MetadataOf<UserMetadata, 'clientMetadata'>
  /** Data that the user can read and only servers can change. */
  readonly clientReadOnlyMetadata: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'>
  /** Whether the user has a password. */
  readonly hasPassword: boolean
  /** @deprecated */
  readonly emailAuthEnabled: boolean
  /** Whether the user can sign in with a link or code sent by email. */
  readonly otpAuthEnabled: boolean
  /** Whether the user can sign in with a passkey. */
  readonly passkeyAuthEnabled: boolean
  /** Whether sign-ins of the user ask for the code of an authenticator app. */
  readonly isMultiFactorRequired: boolean
  /** Whether sign-ins of the user that begin otherwise ask for a passkey. */
  readonly isPasskeyMultiFactorEnabled: boolean
  /** Whether the user has not signed up yet. */
  readonly isAnonymous: boolean
  /** @deprecated */
  readonly oauthProviders: readonly { readonly id: string }[]
  /** The selected team. */
  readonly selectedTeam: Team | null
  /**
   * The record as the API returns it to clients, without fields that only servers may see.
   * @example return Response.json(serverUser.toClientJson())
   */
  toClientJson(): CurrentUserJson
}

/**
 * The members of a current user that concern their session.
 * @example
 * const headers = await user.getAuthHeaders()
 * const { accessToken } = await user.currentSession.getTokens()
 * if (user.secondFactorRequirement) console.log(`${user.secondFactorRequirement.displayName} requires a second factor.`)
 */
export interface Auth {
  /** The session in which the user is signed in. */
  readonly currentSession: Session
  /** For an `AdminApp` on behalf of a project owner: `new AdminApp({ projectOwnerSession, … })`. */
  readonly _internalSession: InternalSession
  /** What requires a second factor of the user, now or from a date. Null if nothing does. */
  readonly secondFactorRequirement: SecondFactorRequirement | null
  /**
   * The tokens of the session, to pass them on.
   * @example const { accessToken } = await user.getAuthJson()
   */
  getAuthJson(): Promise<TokenPair>
  /**
   * The headers that identify the user to your own server.
   * @example await fetch('/api/notes', { headers: await user.getAuthHeaders() })
   */
  getAuthHeaders(): Promise<{ 'x-stack-auth': string }>
  /**
   * Registers another passkey for this user. Works in browsers only. The host name defaults to that of the page, and a
   * Latchkey server accepts no other. A device on which the user already has a passkey fails with
   * PASSKEY_WEBAUTHN_ERROR whose `details.code` is `InvalidStateError`.
   * @example const result = await user.registerPasskey()
   */
  registerPasskey(options?: { hostname?: string }): Promise<Result<undefined, PasskeyRegistrationError>>
  /**
   * Creates ten recovery codes, which replace earlier ones. Each completes one sign-in instead of the second factor. Show
   * them right away: they cannot be read again.
   * @example const codes = await user.createRecoveryCodes()
   */
  createRecoveryCodes(): Promise<string[]>
  /**
   * Ends the session and goes to the page after sign-out.
   * @example await user.signOut()
   */
  signOut(options?: SignOutOptions): Promise<void>
}

export interface UserActions extends PermissionReader, Customer {
  /**
   * Changes the user.
   * @example await user.update({ displayName: 'Ada Lovelace' })
   */
  update(options: UserUpdateOptions): Promise<void>
  /**
   * Changes the name.
   * @example await user.setDisplayName('Ada Lovelace')
   */
  setDisplayName(displayName: string | null): Promise<void>
  /**
   * Replaces the data that the user can read and change.
   * @example await user.setClientMetadata({ theme: 'dark' })
   */
  setClientMetadata(metadata: MetadataOf<UserMetadata, 'clientMetadata'>): Promise<void>
  /**
   * Changes the selected team.
   * @example await user.setSelectedTeam(team)
   */
  setSelectedTeam(team: TeamReference | null): Promise<void>
  /**
   * Changes the password if the old one is correct.
   * @example const error = await user.updatePassword({ oldPassword, newPassword })
   */
  updatePassword(options: {
    oldPassword: string
    newPassword: string
  }): Promise<KnownErrorOf<'PASSWORD_CONFIRMATION_MISMATCH' | 'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  /**
   * Sets a first password.
   * @example const error = await user.setPassword({ password })
   */
  setPassword(options: { password: string }): Promise<KnownErrorOf<'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  /**
   * Deletes the account.
   * @example await user.delete()
   */
  delete(): Promise<void>
  /**
   * The sessions in which the user is signed in.
   * @example const sessions = await user.getActiveSessions()
   */
  getActiveSessions(): Promise<ActiveSession[]>
  /**
   * Ends a session of the user. Devices that the user trusts are forgotten.
   * @example await user.revokeSession(session.id)
   */
  revokeSession(sessionId: string): Promise<void>
  /**
   * Ends all other sessions of the user, the access of all apps and agents, and the trust in devices. The session of this
   * request goes on.
   * @example await user.signOutEverywhere()
   */
  signOutEverywhere(): Promise<void>
  /**
   * The devices on which the user is not asked for the second factor, newest first.
   * @example const devices = await user.getTrustedDevices()
   */
  getTrustedDevices(): Promise<TrustedDevice[]>
  /**
   * Asks for the second factor at the next sign-in on a device. Its session goes on.
   * @example for (const { id } of await user.getTrustedDevices()) await user.forgetTrustedDevice(id)
   */
  forgetTrustedDevice(deviceId: string): Promise<void>
  /**
   * Asks for the second factor at the next sign-in on every device.
   * @example await user.forgetTrustedDevices()
   */
  forgetTrustedDevices(): Promise<void>

  /**
   * The email addresses of the user.
   * @example const channels = await user.listContactChannels()
   */
  listContactChannels(): Promise<ContactChannel[]>
  /**
   * Adds an email address, which has to be verified.
   * @example await user.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: false })
   */
  createContactChannel(options: ContactChannelCreateOptions): Promise<ContactChannel>
  /**
   * The categories of emails and whether the user gets them.
   * @example const categories = await user.listNotificationCategories()
   */
  listNotificationCategories(): Promise<NotificationCategory[]>
  /**
   * The passkeys of the user, oldest first.
   * @example const passkeys = await user.listPasskeys()
   */
  listPasskeys(): Promise<Passkey[]>
  /**
   * The apps and agents that the user has given access to the account, newest first.
   * @example const grants = await user.listOAuthGrants()
   */
  listOAuthGrants(): Promise<OAuthGrant[]>
  /**
   * Ends the access of all apps and agents. Sessions go on.
   * @example await user.revokeOAuthGrants()
   */
  revokeOAuthGrants(): Promise<void>
  /**
   * The linked accounts at OAuth providers.
   * @example const providers = await user.listOAuthProviders()
   */
  listOAuthProviders(): Promise<OAuthProvider[]>
  /**
   * A linked account by its id.
   * @example const provider = await user.getOAuthProvider(providerId)
   */
  getOAuthProvider(id: string): Promise<OAuthProvider | null>
  /**
   * An account at a provider, for access tokens.
   * @example const connection = await user.getConnectedAccount('github', { or: 'redirect', scopes: ['repo'] })
   */
  getConnectedAccount: GetConnectedAccount

  /**
   * How many recovery codes the user has not used.
   * @example const { remaining } = await user.getRecoveryCodeStatus()
   */
  getRecoveryCodeStatus(): Promise<RecoveryCodeStatus>

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
   * Leaves a team. The last admin can leave too, unless you say otherwise.
   * @example await user.leaveTeam(team)
   * @example await user.leaveTeam(team, { keepAdmin: true })
   */
  leaveTeam(team: TeamReference, options?: LeaveTeamOptions): Promise<void>
  /**
   * The user's own profile in a team.
   * @example const profile = await user.getTeamProfile(team)
   */
  getTeamProfile(team: TeamReference): Promise<EditableTeamMemberProfile>

  /**
   * The API keys of the user.
   * @example const apiKeys = await user.listApiKeys()
   */
  listApiKeys(): Promise<UserApiKey[]>
  /**
   * Creates an API key, whose secret is returned once.
   * @example const { value } = await user.createApiKey({ description: 'Laptop', expiresAt: null })
   */
  createApiKey(options: ApiKeyCreateOptions): Promise<UserApiKeyFirstView>

  readonly [appInternalsSymbol]: UserStores
}

/**
 * A user, as clients see them.
 * @example const greet = (user: User) => `Hello, ${user.displayName}`
 */
export interface User extends UserBase, UserActions {}

/**
 * The signed-in user.
 * @example const user: CurrentUser | null = await latchkey.getUser()
 */
export interface CurrentUser extends User, Auth {
  /**
   * Emails a verification link to the primary email. Outside a browser, `callbackUrl` is required.
   * @deprecated Use `sendVerificationEmail` of the contact channel.
   * @example await user.sendVerificationEmail()
   */
  sendVerificationEmail(options?: { callbackUrl?: string }): Promise<KnownErrorOf<'EMAIL_ALREADY_VERIFIED'> | undefined>
}

/**
 * A signed-in user of the internal project, who can own projects.
 * @example const owner: CurrentInternalUser | null = await internalApp.getUser()
 */
export interface CurrentInternalUser extends CurrentUser, ProjectOwner {}

export type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal' ? CurrentInternalUser : CurrentUser

/**
 * Changes that users can make to their own accounts.
 * @example
 * await user.update({ displayName: 'Ada Lovelace', profileImageUrl: null, locale: 'de-DE', clientMetadata: { theme: 'dark' } })
 * await user.update({ passkeyMultiFactorEnabled: true })
 * await user.update({ selectedTeamId: team.id, otpAuthEnabled: true, passkeyAuthEnabled: false, totpMultiFactorSecret: null })
 */
export interface UserUpdateOptions {
  /** The name. */
  displayName?: string | null | undefined
  /** Data that the user can read and change. */
  clientMetadata?: MetadataOf<UserMetadata, 'clientMetadata'> | undefined
  /** The selected team. */
  selectedTeamId?: string | null | undefined
  /** The secret of an authenticator app, or null to turn the second factor off. */
  totpMultiFactorSecret?: Uint8Array | null | undefined
  /** The picture. */
  profileImageUrl?: string | null | undefined
  /** The language of emails to the user, as a BCP 47 tag; null for the default language of the project. */
  locale?: string | null | undefined
  /** Whether the user can sign in with a link or code sent by email. */
  otpAuthEnabled?: boolean | undefined
  /** False removes all passkeys. `registerPasskey` adds one. */
  passkeyAuthEnabled?: boolean | undefined
  /** Whether sign-ins that begin otherwise ask for a passkey. */
  passkeyMultiFactorEnabled?: boolean | undefined
}

/**
 * What requires a second factor of the user: the project, or a team of the user.
 * @example
 * const requirement: SecondFactorRequirement | null = await latchkey.getSecondFactorRequirement()
 * if (requirement) console.log(requirement.requiredBy, requirement.displayName, requirement.requiredFrom)
 */
export interface SecondFactorRequirement {
  /** Whether the project or a team requires it. */
  readonly requiredBy: 'project' | 'team'
  /** The name of the project or the team. */
  readonly displayName: string
  /** From when on, or null if it is required already. */
  readonly requiredFrom: Date | null
}

/**
 * The user data in an access token, which is as old as the token.
 * @example
 * const user: TokenPartialUser | null = await latchkey.getPartialUser({ from: 'token' })
 * console.log(user?.id, user?.displayName, user?.primaryEmail, user?.primaryEmailVerified, user?.isAnonymous)
 * if (user?.secondFactorRequired) console.log('The user can do nothing before they have set up a second factor.')
 */
export interface TokenPartialUser {
  /** The id of the user. */
  readonly id: string
  /** The name of the user. */
  readonly displayName: string | null
  /** The primary email. */
  readonly primaryEmail: string | null
  /** Whether it is verified. */
  readonly primaryEmailVerified: boolean
  /** Whether the user has not signed up yet. */
  readonly isAnonymous: boolean
  /** Whether the user has to set up a second factor first, and should get no data of your app until then. */
  readonly secondFactorRequired: boolean
}

/**
 * A user as the API returns it to clients. `toClientJson` passes it from a server to a browser.
 * @internal
 */
export interface CurrentUserJson {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  locale: string | null
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  auth_with_email: boolean
  requires_totp_mfa: boolean
  passkey_mfa_enabled: boolean
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
  selected_team_id: string | null
  selected_team: TeamJson | null
  client_metadata: Json
  client_read_only_metadata: Json
  second_factor_requirement?:
    | { required_by: 'project' | 'team'; display_name: string; required_from_millis: number | null }
    | undefined
}

export function createCurrentUser(core: AppCore, session: UserSession, record: CurrentUserJson): CurrentUser {
  const update = async (options: UserUpdateOptions) => {
    await core.users.show(session, await core.call('PATCH /users/me', { session, body: createUpdateBody(options) }))
    if (options.passkeyAuthEnabled === false) await owner.cache.refresh('passkeys/me')
  }
  const owner = { ...createClientActor(core, session), userId: 'me', customerId: record.id, update }
  const { deleteUser, ...actions } = onDemand(
    core.features.loadAccount,
    [
      'updatePassword',
      'setPassword',
      'getActiveSessions',
      'revokeSession',
      'getTrustedDevices',
      'forgetTrustedDevice',
      'forgetTrustedDevices',
      'deleteUser',
    ],
    core,
    session,
  )
  const user: CurrentUser = {
    ...createUserBase(record),
    selectedTeam: record.selected_team && createTeam(owner, record.selected_team),
    ...createAuth(core, session, record),
    ...createUserResources(owner),
    toClientJson: () => ({ ...record }),
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    ...actions,
    delete: deleteUser,
    ...onDemand(core.features.loadAccount, ['sendVerificationEmail'], core, session, record.primary_email),
  }
  return Object.freeze(Object.assign(user, core.extensions.user?.(user)))
}

export function createUserBase(record: CurrentUserJson): Omit<UserBase, 'toClientJson' | 'selectedTeam'> {
  return {
    id: record.id,
    displayName: record.display_name,
    primaryEmail: record.primary_email,
    primaryEmailVerified: record.primary_email_verified,
    profileImageUrl: record.profile_image_url,
    // Missing in records of older servers.
    locale: record.locale ?? null,
    signedUpAt: new Date(record.signed_up_at_millis),
    clientMetadata: record.client_metadata,
    clientReadOnlyMetadata: record.client_read_only_metadata,
    hasPassword: record.has_password,
    emailAuthEnabled: record.auth_with_email,
    otpAuthEnabled: record.otp_auth_enabled,
    passkeyAuthEnabled: record.passkey_auth_enabled,
    isMultiFactorRequired: record.requires_totp_mfa,
    isPasskeyMultiFactorEnabled: record.passkey_mfa_enabled,
    isAnonymous: record.is_anonymous,
    oauthProviders: record.oauth_providers.map(({ id }) => ({ id })),
  }
}

export function createAuth(
  core: AppCore,
  session: UserSession,
  { second_factor_requirement: requirement }: Pick<CurrentUserJson, 'second_factor_requirement'>,
): Auth {
  const getTokens = () => session.getTokens()
  return {
    secondFactorRequirement: requirement
      ? {
          requiredBy: requirement.required_by,
          displayName: requirement.display_name,
          requiredFrom: requirement.required_from_millis === null ? null : new Date(requirement.required_from_millis),
        }
      : null,
    currentSession: { getTokens },
    _internalSession: session,
    getAuthJson: getTokens,
    getAuthHeaders: async () => ({ 'x-stack-auth': JSON.stringify(await getTokens()) }),
    signOut: (options) => core.signOut(session, options),
    ...onDemand(core.features.loadAccount, ['createRecoveryCodes'], core, session),
    async registerPasskey(options) {
      const initiated = core.call('POST /auth/passkey/initiate-passkey-registration', { session })
      return (await loadPasskeys(core, initiated)).registerPasskey(core, session, initiated, options)
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
    locale: options.locale,
    otp_auth_enabled: options.otpAuthEnabled,
    passkey_auth_enabled: options.passkeyAuthEnabled,
    passkey_mfa_enabled: options.passkeyMultiFactorEnabled,
  }
}
