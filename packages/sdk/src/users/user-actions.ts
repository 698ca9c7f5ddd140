import type { AppCore } from '../core/app-core.ts'
import type { UserSession } from '../session/session.ts'

// One chunk for what signed-in users occasionally do to their own account.

export { sendVerificationEmail } from '../contact-channels/verification.ts'
export { setPassword, updatePassword } from '../password/change.ts'
export { getActiveSessions, revokeSession } from '../sessions/sessions.ts'

async function deleteUser(core: AppCore, session: UserSession) {
  await core.call('DELETE /users/me', { session })
  session.markInvalid()
}

export { deleteUser as delete }
