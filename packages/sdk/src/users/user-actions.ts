import type { AppCore } from '../core/app-core.ts'
import type { UserSession } from '../session/session.ts'
import {
  forgetTrustedDevices as forgetDevices,
  getTrustedDevices as listDevices,
} from '../trusted-devices/trusted-devices.ts'

// Reads and actions on behalf of a user. Lazy: see `account-methods.ts`.

export { findConnection, orConnect } from '../connected-accounts/connected-accounts.ts'
export { createContactChannel, loadContactChannels } from '../contact-channels/contact-channels.ts'
export { sendVerificationEmail } from '../contact-channels/verification.ts'
export { loadNotificationCategories } from '../notifications/notifications.ts'
export { loadOAuthGrants, revokeOAuthGrants } from '../oauth-grants/oauth-grants.ts'
export { loadPasskeys } from '../passkey/passkeys.ts'
export { setPassword, updatePassword } from '../password/change.ts'
export { grantPermission, loadPermissions, revokePermission } from '../permissions/permissions.ts'
export { loadOAuthProviders } from '../provider-links/provider-links.ts'
export { createRecoveryCodes, loadRecoveryCodeStatus } from '../recovery-codes/recovery-codes.ts'
export { getActiveSessions, revokeSession, signOutEverywhere } from '../sessions/sessions.ts'
export { createProfileReader, createTeam, leaveTeam, loadTeams } from '../teams/user-teams.ts'

export const getTrustedDevices = (core: AppCore, session: UserSession) => listDevices(core, { session }, 'me')

export const forgetTrustedDevice = (core: AppCore, session: UserSession, id: string) =>
  forgetDevices(core, { session }, 'me', id)

export const forgetTrustedDevices = (core: AppCore, session: UserSession) => forgetDevices(core, { session }, 'me')

export async function deleteUser(core: AppCore, session: UserSession) {
  await core.call('DELETE /users/me', { session })
  session.markInvalid()
}
