import type { GetConnectedAccount } from '../connected-accounts/connected-accounts.ts'
import type { ServerContactChannel, ServerContactChannelCreateOptions } from '../contact-channels/contact-channels.ts'
import type { Actor } from '../core/actors.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import { onDemand } from '../core/on-demand.ts'
import { findError } from '../errors/expected-errors.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { ServerCustomer } from '../payments/checkout.ts'
import type { PermissionGranter } from '../permissions/permissions.ts'
import type { ProjectOwner } from '../projects/admin-projects.ts'
import type { ServerOAuthProvider } from '../provider-links/provider-links.ts'
import type { Session, UserSession } from '../session/session.ts'
import { createActiveSession } from '../sessions/sessions.ts'
import { createServerTeam, type ServerTeam, type ServerTeamJson, type TeamCreateOptions } from '../teams/teams.ts'
import type { Json } from '../transport/json.ts'
import { loadWholeList } from '../transport/lists.ts'
import type { UserRestriction, UserRestrictionOptions } from '../user-restrictions/user-restrictions.ts'
import { createUserResources } from './user-resources.ts'
import { loadPermissionActions, type UserStores } from './user-stores.ts'
import type { MetadataOf, UserMetadata } from './metadata.ts'
import {
  type Auth,
  type CurrentUser,
  type CurrentUserJson,
  createAuth,
  createUpdateBody,
  createUserBase,
  loadUserActions,
  type UserActions,
  type UserBase,
  type UserUpdateOptions,
} from './users.ts'

export interface ServerUser extends UserBase, UserActions, PermissionGranter {
  readonly lastActiveAt: Date
  readonly serverMetadata: MetadataOf<UserMetadata, 'serverMetadata'>
  readonly selectedTeam: ServerTeam | null
  update(options: ServerUserUpdateOptions): Promise<void>
  setPrimaryEmail(email: string | null, options?: { verified?: boolean }): Promise<void>
  setServerMetadata(metadata: MetadataOf<UserMetadata, 'serverMetadata'>): Promise<void>
  setClientReadOnlyMetadata(metadata: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'>): Promise<void>
  createSession(options?: { expiresInMillis?: number; isImpersonation?: boolean }): Promise<Session>
  /** The restriction that keeps the user from signing in; null if there is none or it has ended. */
  getRestriction(): Promise<UserRestriction | null>
  /** Ends all sessions of the user and refuses every way to sign in, and the user's API keys, until it ends. */
  restrict(options: UserRestrictionOptions): Promise<void>
  /** Lifts the restriction. Sessions that were ended stay ended. */
  unrestrict(): Promise<void>
  /** Emails a verification link to the primary email. Outside a browser, `callbackUrl` is required. */
  sendVerificationEmail(options?: {
    callbackUrl?: string | undefined
  }): Promise<KnownErrorOf<'EMAIL_ALREADY_VERIFIED'> | undefined>
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
  clientReadOnlyMetadata?: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'> | undefined
  serverMetadata?: MetadataOf<UserMetadata, 'serverMetadata'> | undefined
}

export interface ServerUserCreateOptions {
  primaryEmail?: string | null | undefined
  primaryEmailAuthEnabled?: boolean | undefined
  primaryEmailVerified?: boolean | undefined
  password?: string | undefined
  otpAuthEnabled?: boolean | undefined
  displayName?: string | null | undefined
  clientMetadata?: MetadataOf<UserMetadata, 'clientMetadata'> | undefined
  clientReadOnlyMetadata?: MetadataOf<UserMetadata, 'clientReadOnlyMetadata'> | undefined
  serverMetadata?: MetadataOf<UserMetadata, 'serverMetadata'> | undefined
}

export interface ServerListUsersOptions {
  cursor?: string | undefined
  limit?: number | undefined
  orderBy?: 'signedUpAt' | undefined
  desc?: boolean | undefined
  query?: string | undefined
  includeAnonymous?: boolean | undefined
}

export interface ServerUserJson extends CurrentUserJson {
  primary_email_auth_enabled: boolean
  last_active_at_millis: number
  server_metadata: Json
  selected_team: ServerTeamJson | null
}

const access = 'server'
const loadRestrictions = () => import('../user-restrictions/user-restrictions.ts')

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
  }
  const owner = { ...actor, userId: id, customerId: id, update }
  const user: ServerUser = {
    ...createUserBase(record),
    ...(createUserResources(owner) as unknown as Pick<
      ServerUser,
      keyof ServerUser & keyof ReturnType<typeof createUserResources>
    >),
    ...onDemand(loadPermissionActions, ['grantPermission', 'revokePermission'], owner),
    ...onDemand(loadRestrictions, ['getRestriction', 'restrict', 'unrestrict'], core, id),
    ...onDemand(() => import('../contact-channels/server-verification.ts'), ['sendVerificationEmail'], owner),
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
    setPassword: ({ password }) => findError(['PASSWORD_REQUIREMENTS_NOT_MET'], update({ password })),
    async delete() {
      await call('DELETE /users/{user_id}', { access, params })
      await changed()
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
    ...createAuth(core, session),
    ...onDemand(loadUserActions, ['updatePassword'], core, session),
  })
}

/** Also for new users: what they cannot have yet, such as a selected team, is undefined and not sent. */
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
    signed_up_at_millis: record.signed_up_at_millis,
    has_password: record.has_password,
    otp_auth_enabled: record.otp_auth_enabled,
    passkey_auth_enabled: record.passkey_auth_enabled,
    auth_with_email: record.auth_with_email,
    requires_totp_mfa: record.requires_totp_mfa,
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
