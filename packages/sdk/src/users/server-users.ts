import type {
  CurrentServerUser,
  CurrentUserJson,
  Json,
  ServerUser,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
} from '../app/types.ts'
import type { Actor } from '../core/actors.ts'
import { onDemand } from '../core/on-demand.ts'
import { findError } from '../errors/expected-errors.ts'
import type { Session } from '../session/session.ts'
import { createActiveSession } from '../sessions/sessions.ts'
import { createServerTeam, type ServerTeamJson } from '../teams/teams.ts'
import { loadWholeList } from '../transport/whole-list.ts'
import { createBelongings } from './user-resources.ts'
import { loadPermissionActions } from './user-stores.ts'
import { createAuth, createUpdateBody, createUserBase, loadUserActions } from './users.ts'

export interface ServerUserJson extends CurrentUserJson {
  primary_email_auth_enabled: boolean
  last_active_at_millis: number
  server_metadata: Json
  selected_team: ServerTeamJson | null
}

const access = 'server'

/** `changed` tells the readers of this user: the record after a write, or undefined when the user is gone. */
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
    ...(createBelongings(owner) as unknown as Pick<
      ServerUser,
      keyof ServerUser & keyof ReturnType<typeof createBelongings>
    >),
    ...onDemand(loadPermissionActions, ['grantPermission', 'revokePermission'], owner),
    lastActiveAt: new Date(record.last_active_at_millis),
    serverMetadata: record.server_metadata,
    selectedTeam: record.selected_team && createServerTeam(owner, record.selected_team),
    toClientJson: () => createClientJson(record),
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setClientReadOnlyMetadata: (clientReadOnlyMetadata) => update({ clientReadOnlyMetadata }),
    setServerMetadata: (serverMetadata) => update({ serverMetadata }),
    // The wire keeps the verified mark of the old address unless told otherwise, so a new one says that it is not.
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
    async sendVerificationEmail() {
      const body = { feature_name: 'ServerUser.sendVerificationEmail' }
      throw new Error(await call('POST /check-feature-support', { access, body }))
    },
  }
  return Object.freeze(Object.assign(user, core.extensions.user?.(user)))
}

export function createCurrentServerUser(actor: Actor, session: Session, record: ServerUserJson): CurrentServerUser {
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

/** For a new user too: what it cannot have yet, such as a selected team, is undefined and not sent. */
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

/** Field by field, so that a new field of the server's view is not handed to browsers by accident. */
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
