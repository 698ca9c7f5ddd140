import type { AppCore } from './app-core.ts'
import type { AccountOwner } from './connected-accounts.ts'
import { onDemand } from './on-demand.ts'
import type { Session } from './session.ts'
import type { Auth, CurrentUser, CurrentUserJson, Team, TeamJson, UserBase, UserUpdateOptions } from './types.ts'

export function createCurrentUser(core: AppCore, session: Session, record: CurrentUserJson): CurrentUser {
  const { call } = core
  const update = async (options: UserUpdateOptions) => {
    core.users.show(session, await call('PATCH /users/me', { session, body: createUpdateBody(options) }))
  }
  return Object.freeze<CurrentUser>({
    ...createUserBase(record),
    ...createAuth(core, session),
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
    getConnectedAccount: getConnectedAccountOf(core, { userId: 'me', access: 'client', session }),
  })
}

export const loadUserActions = () => import('./user-actions.ts')

export function createUserBase(record: CurrentUserJson): Omit<UserBase, 'toClientJson'> {
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
    selectedTeam: record.selected_team && createTeam(record.selected_team),
  }
}

export function createTeam(record: TeamJson): Team {
  return {
    id: record.id,
    displayName: record.display_name,
    profileImageUrl: record.profile_image_url,
    clientMetadata: record.client_metadata,
    clientReadOnlyMetadata: record.client_read_only_metadata,
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

export const initiatePasskeySignIn = ({ call }: AppCore) => call('POST /auth/passkey/initiate-passkey-authentication')

/** Loads the code while the server prepares the ceremony: browsers only ask for a passkey shortly after a click. */
export async function withPasskeys<T>(
  initiated: Promise<unknown> | undefined,
  use: (passkeys: typeof import('./passkey.ts')) => Promise<T>,
): Promise<T> {
  // Whoever awaits it hears of a failure; until then it is nobody's.
  initiated?.catch(() => {})
  return use(await import('./passkey.ts'))
}

export function getConnectedAccountOf(core: AppCore, owner: AccountOwner): CurrentUser['getConnectedAccount'] {
  const { getConnectedAccount } = onDemand(
    () => import('./connected-accounts.ts'),
    ['getConnectedAccount'],
    core,
    owner,
  )
  return getConnectedAccount as CurrentUser['getConnectedAccount']
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
