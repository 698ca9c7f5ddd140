import type { AppCore } from './app-core.ts'
import { type ErrorCode, hasCode, type KnownErrorOf } from './known-errors.ts'
import { failed, ok, type Result } from './result.ts'
import type { Session } from './session.ts'
import { createActiveSession } from './sessions.ts'
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
    updatePassword: (options) => updatePassword(core, session, options),
    async sendVerificationEmail({ callbackUrl } = {}) {
      const email = record.primary_email
      if (!email) throw new Error('The user has no primary e-mail to verify.')
      const body = {
        email,
        callback_url: core.redirects.getCallbackUrl('emailVerification', callbackUrl, 'callbackUrl'),
      }
      const sent = call('POST /contact-channels/send-verification-code', { session, body })
      return findError(['EMAIL_ALREADY_VERIFIED'], sent)
    },
    async setPassword({ password }) {
      const error = await findError(
        ['PASSWORD_REQUIREMENTS_NOT_MET'],
        call('POST /auth/password/set', { session, body: { password } }),
      )
      if (!error) await core.users.of(session).load()
      return error
    },
    async delete() {
      await call('DELETE /users/me', { session })
      session.markInvalid()
    },
    async getActiveSessions() {
      const { items } = await call('GET /auth/sessions', { session, query: { user_id: 'me' } })
      return items.map(createActiveSession)
    },
    async revokeSession(id) {
      await call('DELETE /auth/sessions/{id}', { session, params: { id }, query: { user_id: 'me' } })
    },
  })
}

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
  }
}

export async function updatePassword(
  core: AppCore,
  session: Session,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
) {
  const error = await findError(
    ['PASSWORD_CONFIRMATION_MISMATCH', 'PASSWORD_REQUIREMENTS_NOT_MET'],
    core.call('POST /auth/password/update', {
      session,
      body: { old_password: oldPassword, new_password: newPassword },
    }),
  )
  if (!error) await core.users.of(session).load()
  return error
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

/** Expected errors become results; all others stay what they are. */
export async function resultOf<T, Code extends ErrorCode>(
  codes: Code[],
  work: Promise<T>,
): Promise<Result<T, KnownErrorOf<Code>>> {
  try {
    return ok(await work)
  } catch (error) {
    if (codes.some((code) => hasCode(error, code))) return failed(error as KnownErrorOf<Code>)
    throw error
  }
}

/** The expected error that some work ended with, if any. */
export async function findError<Code extends ErrorCode>(
  codes: Code[],
  work: Promise<unknown>,
): Promise<KnownErrorOf<Code> | undefined> {
  const result = await resultOf(codes, work)
  return result.status === 'error' ? result.error : undefined
}
