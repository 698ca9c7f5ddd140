import type { AppCore } from '../core/app-core.ts'
import { findError } from '../errors/expected-errors.ts'
import type { UserSession } from '../session/session.ts'

export async function updatePassword(
  core: AppCore,
  session: UserSession,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
) {
  const body = { old_password: oldPassword, new_password: newPassword }
  const updated = core.call('POST /auth/password/update', { session, body })
  const error = await findError(['PASSWORD_CONFIRMATION_MISMATCH', 'PASSWORD_REQUIREMENTS_NOT_MET'], updated)
  if (!error) await core.users.of(session).load()
  return error
}

export async function setPassword(core: AppCore, session: UserSession, { password }: { password: string }) {
  const error = await findError(
    ['PASSWORD_REQUIREMENTS_NOT_MET'],
    core.call('POST /auth/password/set', { session, body: { password } }),
  )
  if (!error) await core.users.of(session).load()
  return error
}
