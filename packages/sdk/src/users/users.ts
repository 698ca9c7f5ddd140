import type { Auth, CurrentUser, CurrentUserJson, UserBase, UserUpdateOptions } from '../app/types.ts'
import { createClientActor } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import { onDemand } from '../core/on-demand.ts'
import { withPasskeys } from '../passkey/loading.ts'
import type { Session } from '../session/session.ts'
import { createTeam } from '../teams/teams.ts'
import { createBelongings } from './user-resources.ts'

export function createCurrentUser(core: AppCore, session: Session, record: CurrentUserJson): CurrentUser {
  const update = async (options: UserUpdateOptions) => {
    await core.users.show(session, await core.call('PATCH /users/me', { session, body: createUpdateBody(options) }))
  }
  const owner = { ...createClientActor(core, session), userId: 'me', customerId: record.id, update }
  const user: CurrentUser = {
    ...createUserBase(record),
    selectedTeam: record.selected_team && createTeam(owner, record.selected_team),
    ...createAuth(core, session),
    ...createBelongings(owner),
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

export function createAuth(core: AppCore, session: Session): Auth {
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
