import type { GetConnectedAccount } from '../connected-accounts/connected-accounts.ts'
import type { ServerContactChannel, ServerContactChannelCreateOptions } from '../contact-channels/contact-channels.ts'
import { sendVerificationEmail } from '../contact-channels/server-verification.ts'
import type { Actor } from '../core/actors.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import { bind, onDemand } from '../core/on-demand.ts'
import { findError } from '../errors/expected-errors.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { ServerCustomer } from '../payments/checkout.ts'
import type { PermissionGranter } from '../permissions/permissions.ts'
import type { ProjectOwner } from '../projects/admin-projects.ts'
import type { ServerOAuthProvider } from '../provider-links/provider-links.ts'
import { resetSecondFactor } from '../recovery-codes/recovery-codes.ts'
import type { Session, UserSession } from '../session/session.ts'
import { createActiveSession } from '../sessions/sessions.ts'
import { createServerTeam, type ServerTeam, type ServerTeamJson, type TeamCreateOptions } from '../teams/teams.ts'
import type { Json } from '../transport/json.ts'
import { loadWholeList } from '../transport/lists.ts'
import { forgetTrustedDevices, getTrustedDevices } from '../trusted-devices/trusted-devices.ts'
import {
  getRestriction,
  restrict,
  type UserRestriction,
  type UserRestrictionOptions,
  unrestrict,
} from '../user-restrictions/user-restrictions.ts'
import type { MetadataOf, UserMetadata } from './metadata.ts'
import { createUserResources } from './user-resources.ts'
import type { UserStores } from './user-stores.ts'
import {
  type Auth,
  type CurrentUserJson,
  createAuth,
  createUpdateBody,
  createUserBase,
  type UserActions,
  type UserBase,
  type UserUpdateOptions,
} from './users.ts'

/**
 * A user, as servers see them.
 * @example
 * const user: ServerUser | null = await latchkey.getUser(userId)
 * console.log(user?.lastActiveAt, user?.serverMetadata, user?.selectedTeam?.createdAt)
 */
export interface ServerUser extends UserBase, UserActions, PermissionGranter {
  /** When the user was last active. */
  readonly lastActiveAt: Date
  /** Data that only servers can read and change. */
  readonly serverMetadata: MetadataOf<UserMetadata, 'serverMetadata'>
  /** The selected team. */
  readonly selectedTeam: ServerTeam | null
  /**
   * Changes the user.
   * @example await serverUser.update({ primaryEmailVerified: true })
   */
  update(options: ServerUserUpdateOptions): Promise<void>
  /**
   * Changes the primary email.
   * @example await serverUser.setPrimaryEmail('ada@example.com', { verified: true })
   */
  setPrimaryEmail(email: string | null, options?: { verified?: boolean }): Promise<void>
  /**
   * Replaces the data that only servers can read and change.
   * @example await serverUser.setServerMetadata({ plan: 'pro' })
   */
  setServerMetadata(metadata: MetadataOf<UserMetadata, 'serverMetadata'>): Promise<void>
  /**
   * Replaces the data that the user can only read.
   * @example await serverUser.setClientReadOnlyMetadata({ plan: 'pro' })
   */
  setClientReadOnlyMetadata(metadata: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'>): Promise<void>
  /**
   * Creates a session for the user, for instance to impersonate them.
   * @example const session = await serverUser.createSession({ expiresInMillis: 60_000, isImpersonation: true })
   */
  createSession(options?: { expiresInMillis?: number; isImpersonation?: boolean }): Promise<Session>
  /**
   * The restriction that keeps the user from signing in; null if there is none or it has ended.
   * @example const restriction = await serverUser.getRestriction()
   */
  getRestriction(): Promise<UserRestriction | null>
  /**
   * Ends all sessions of the user, blocks sign-in and disables the user's API keys until the restriction ends.
   * @example await serverUser.restrict({ reason: 'Spam' })
   */
  restrict(options: UserRestrictionOptions): Promise<void>
  /**
   * Lifts the restriction. Sessions that were ended stay ended.
   * @example await serverUser.unrestrict()
   */
  unrestrict(): Promise<void>
  /**
   * Removes the second factor and the recovery codes of a user who has lost them, and tells the user by email. Check
   * first who is asking.
   * @example await serverUser.resetSecondFactor()
   */
  resetSecondFactor(): Promise<void>
  /**
   * Emails a verification link to the primary email. Outside a browser, `callbackUrl` is required.
   * @example
   * await serverUser.sendVerificationEmail({ callbackUrl: 'https://app.example.com/handler/email-verification' })
   */
  sendVerificationEmail(options?: {
    callbackUrl?: string | undefined
  }): Promise<KnownErrorOf<'EMAIL_ALREADY_VERIFIED'> | undefined>
  /**
   * A connected account. Server users have no session, so `or: 'redirect'` throws.
   * @example const connection = await serverUser.getConnectedAccount('github')
   */
  getConnectedAccount: GetConnectedAccount
  /**
   * The email addresses of the user.
   * @example const channels = await serverUser.listContactChannels()
   */
  listContactChannels(): Promise<ServerContactChannel[]>
  /**
   * Adds an email address.
   * @example await serverUser.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: true })
   */
  createContactChannel(options: ServerContactChannelCreateOptions): Promise<ServerContactChannel>
  /**
   * The linked accounts at OAuth providers.
   * @example const providers = await serverUser.listOAuthProviders()
   */
  listOAuthProviders(): Promise<ServerOAuthProvider[]>
  /**
   * A linked account by its id.
   * @example const provider = await serverUser.getOAuthProvider(providerId)
   */
  getOAuthProvider(id: string): Promise<ServerOAuthProvider | null>
  /**
   * The teams that the user is a member of.
   * @example const teams = await serverUser.listTeams()
   */
  listTeams(): Promise<ServerTeam[]>
  /**
   * A team by its id; null unless the user is a member.
   * @example const team = await serverUser.getTeam(teamId)
   */
  getTeam(id: string): Promise<ServerTeam | null>
  /**
   * Creates a team with the user as its first member.
   * @example const team = await serverUser.createTeam({ displayName: 'Research' })
   */
  createTeam(options: TeamCreateOptions): Promise<ServerTeam>
  /**
   * The user's quantity of an item, with methods to change it.
   * @example await (await serverUser.getItem('credits')).increaseQuantity(10)
   */
  getItem: ServerCustomer['getItem']
  /**
   * The URL of a page to buy an offer for the user.
   * @example const url = await serverUser.createCheckoutUrl({ offerId: 'pro' })
   */
  createCheckoutUrl: ServerCustomer['createCheckoutUrl']
  readonly [appInternalsSymbol]: UserStores<ServerTeam, ServerContactChannel, ServerOAuthProvider>
}

/**
 * The signed-in user, as servers see them.
 * @example const user: CurrentServerUser | null = await latchkey.getUser({ tokenStore: request })
 */
export interface CurrentServerUser extends ServerUser, Auth {}

/**
 * A signed-in project owner, as servers see them.
 * @example const owner: CurrentInternalServerUser | null = await internalApp.getUser()
 */
export interface CurrentInternalServerUser extends CurrentServerUser, ProjectOwner {}

export type CurrentServerUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalServerUser
  : CurrentServerUser

/**
 * Changes that servers can make to a user.
 * @example
 * await serverUser.update({ primaryEmail: 'ada@example.com', primaryEmailVerified: true, primaryEmailAuthEnabled: true })
 * await serverUser.update({ password, clientReadOnlyMetadata: { plan: 'pro' }, serverMetadata: { customer: 'cus_1' } })
 */
export interface ServerUserUpdateOptions extends UserUpdateOptions {
  /** The primary email. */
  primaryEmail?: string | null | undefined
  /** Whether the address counts as verified. */
  primaryEmailVerified?: boolean | undefined
  /** Whether the user can sign in with it. */
  primaryEmailAuthEnabled?: boolean | undefined
  /** A new password, or null to remove it. */
  password?: string | null | undefined
  /** Data that the user can read and only servers can change. */
  clientReadOnlyMetadata?: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'> | undefined
  /** Data that only servers can read and change. */
  serverMetadata?: MetadataOf<UserMetadata, 'serverMetadata'> | undefined
}

/**
 * A new user.
 * @example
 * await latchkey.createUser({
 *   displayName: 'Ada Lovelace',
 *   locale: 'en-GB',
 *   primaryEmail: 'ada@example.com',
 *   primaryEmailVerified: true,
 *   primaryEmailAuthEnabled: true,
 *   otpAuthEnabled: true,
 *   password: 'correct horse battery',
 *   clientMetadata: { theme: 'dark' },
 *   clientReadOnlyMetadata: { plan: 'pro' },
 *   serverMetadata: { customer: 'cus_1' },
 * })
 */
export interface ServerUserCreateOptions {
  /** The primary email. */
  primaryEmail?: string | null | undefined
  /** Whether the user can sign in with it. */
  primaryEmailAuthEnabled?: boolean | undefined
  /** Whether the address counts as verified. */
  primaryEmailVerified?: boolean | undefined
  /** The password. */
  password?: string | undefined
  /** Whether the user can sign in with a link or code sent by email. */
  otpAuthEnabled?: boolean | undefined
  /** The name. */
  displayName?: string | null | undefined
  /** The language of emails to the user, as a BCP 47 tag. */
  locale?: string | null | undefined
  /** Data that the user can read and change. */
  clientMetadata?: MetadataOf<UserMetadata, 'clientMetadata'> | undefined
  /** Data that the user can read and only servers can change. */
  clientReadOnlyMetadata?: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'> | undefined
  /** Data that only servers can read and change. */
  serverMetadata?: MetadataOf<UserMetadata, 'serverMetadata'> | undefined
}

/**
 * Filters and paging for users.
 * @example
 * const page = await latchkey.listUsers({ query: 'ada', orderBy: 'signedUpAt', desc: true, limit: 50 })
 * await latchkey.listUsers({ cursor: page.nextCursor ?? undefined, includeAnonymous: true })
 */
export interface ServerListUsersOptions {
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** The maximum number of users. */
  limit?: number | undefined
  /** The sort order. */
  orderBy?: 'signedUpAt' | undefined
  /** Whether to sort in descending order. */
  desc?: boolean | undefined
  /** A search term for id, name and email addresses. */
  query?: string | undefined
  /** Whether anonymous users are included. */
  includeAnonymous?: boolean | undefined
}

export interface ServerUserJson extends CurrentUserJson {
  primary_email_auth_enabled: boolean
  last_active_at_millis: number
  server_metadata: Json
  selected_team: ServerTeamJson | null
}

const access = 'server'

/** `changed` is called with the record after a write, or with undefined when the user was deleted. */
export function createServerUser(
  actor: Actor,
  record: ServerUserJson,
  changed: (record?: ServerUserJson) => Promise<unknown> = () => actor.refreshUser(),
): ServerUser {
  const { core, as } = actor
  const { call } = core
  const { id } = record
  const params = { user_id: id }
  const update = async (options: ServerUserUpdateOptions) => {
    const body = createServerUserBody(options)
    await changed((await call('PATCH /users/{user_id}', { ...as, params, body })) as ServerUserJson)
    if (options.passkeyAuthEnabled === false) await actor.cache.refresh(`passkeys/${id}`)
  }
  const owner = { ...actor, userId: id, customerId: id, update }
  const user: ServerUser = {
    ...createUserBase(record),
    ...(createUserResources(owner) as unknown as Pick<
      ServerUser,
      keyof ServerUser & keyof ReturnType<typeof createUserResources>
    >),
    ...onDemand(core.features.loadAccount, ['grantPermission', 'revokePermission'], owner),
    ...bind({ getRestriction, restrict, unrestrict }, core, id),
    ...bind({ sendVerificationEmail }, owner),
    lastActiveAt: new Date(record.last_active_at_millis),
    serverMetadata: record.server_metadata,
    selectedTeam: record.selected_team && createServerTeam(owner, record.selected_team),
    toClientJson: () => createClientJson(record),
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setClientReadOnlyMetadata: (clientReadOnlyMetadata) => update({ clientReadOnlyMetadata }),
    setServerMetadata: (serverMetadata) => update({ serverMetadata }),
    // The API would keep the old address's verified flag, so a new address is sent as not verified.
    setPrimaryEmail: (primaryEmail, { verified } = {}) =>
      update({ primaryEmail, primaryEmailVerified: verified ?? (primaryEmail === null ? undefined : false) }),
    /** The route checks the old password of the signed-in user, so the server briefly signs in as the user. */
    async updatePassword(options) {
      const session = await core.findSession(await (await user.createSession({ expiresInMillis: 60_000 })).getTokens())
      try {
        const error = await (await core.features.loadAccount()).updatePassword(core, session, options)
        if (!error) await actor.refreshUser()
        return error
      } finally {
        await call('DELETE /auth/sessions/current', { session })
      }
    },
    setPassword: ({ password }) => findError(['PASSWORD_REQUIREMENTS_NOT_MET'], update({ password })),
    async delete() {
      await call('DELETE /users/{user_id}', { access, params })
      await changed()
    },
    async resetSecondFactor() {
      await resetSecondFactor(core, id)
      await actor.refreshUser()
    },
    async createSession({ expiresInMillis, isImpersonation } = {}) {
      const { access_token, refresh_token } = await call('POST /auth/sessions', {
        access,
        body: {
          user_id: id,
          ...(expiresInMillis !== undefined && { expires_in_millis: expiresInMillis }),
          ...(isImpersonation !== undefined && { is_impersonation: isImpersonation }),
        },
      })
      return { getTokens: async () => ({ accessToken: access_token, refreshToken: refresh_token }) }
    },
    async getActiveSessions() {
      const items = await loadWholeList((cursor) =>
        call('GET /auth/sessions', { ...as, query: { user_id: id, cursor } }),
      )
      return items.map(createActiveSession)
    },
    async revokeSession(sessionId) {
      await call('DELETE /auth/sessions/{id}', { ...as, params: { id: sessionId }, query: { user_id: id } })
    },
    getTrustedDevices: () => getTrustedDevices(core, as, id),
    forgetTrustedDevice: (deviceId) => forgetTrustedDevices(core, as, id, deviceId),
    forgetTrustedDevices: () => forgetTrustedDevices(core, as, id),
  }
  return Object.freeze(Object.assign(user, core.extensions.user?.(user)))
}

export function createCurrentServerUser(actor: Actor, session: UserSession, record: ServerUserJson): CurrentServerUser {
  const { core } = actor
  const current: Actor = {
    ...actor,
    as: { access, session },
    refreshUser: () => Promise.all([actor.refreshUser(), core.users.of(session).refresh()]),
  }
  const user = createServerUser(current, record, async (next) => {
    await actor.refreshUser()
    if (next) await core.users.show(session, next)
    else session.markInvalid()
  })
  return Object.freeze<CurrentServerUser>({
    ...user,
    ...createAuth(core, session, record),
    ...onDemand(core.features.loadAccount, ['updatePassword'], core, session),
  })
}

/** Also for new users: fields they cannot have yet, such as a selected team, are undefined and not sent. */
export function createServerUserBody(options: ServerUserUpdateOptions | ServerUserCreateOptions) {
  return {
    ...createUpdateBody(options),
    primary_email: options.primaryEmail,
    primary_email_verified: options.primaryEmailVerified,
    primary_email_auth_enabled: options.primaryEmailAuthEnabled,
    password: options.password,
    client_read_only_metadata: options.clientReadOnlyMetadata,
    server_metadata: options.serverMetadata,
  }
}

/** Field by field, so that a field that is added to the server's view does not reach browsers by accident. */
function createClientJson(record: ServerUserJson): CurrentUserJson {
  const team = record.selected_team
  return {
    id: record.id,
    primary_email: record.primary_email,
    primary_email_verified: record.primary_email_verified,
    display_name: record.display_name,
    profile_image_url: record.profile_image_url,
    locale: record.locale,
    signed_up_at_millis: record.signed_up_at_millis,
    has_password: record.has_password,
    otp_auth_enabled: record.otp_auth_enabled,
    passkey_auth_enabled: record.passkey_auth_enabled,
    auth_with_email: record.auth_with_email,
    requires_totp_mfa: record.requires_totp_mfa,
    passkey_mfa_enabled: record.passkey_mfa_enabled,
    is_anonymous: record.is_anonymous,
    oauth_providers: record.oauth_providers,
    selected_team_id: record.selected_team_id,
    selected_team: team && {
      id: team.id,
      display_name: team.display_name,
      profile_image_url: team.profile_image_url,
      client_metadata: team.client_metadata,
      client_read_only_metadata: team.client_read_only_metadata,
    },
    client_metadata: record.client_metadata,
    client_read_only_metadata: record.client_read_only_metadata,
  }
}
