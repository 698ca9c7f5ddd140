import type { AppCore } from '../core/app-core.ts'
import { findError } from '../errors/expected-errors.ts'
import type { Session } from '../session/session.ts'
import { createActiveSession } from '../sessions/sessions.ts'
import { loadWholeList } from '../transport/whole-list.ts'

// What signed-in people do to their own account now and then.

export async function updatePassword(
  core: AppCore,
  session: Session,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
) {
  const body = { old_password: oldPassword, new_password: newPassword }
  const updated = core.call('POST /auth/password/update', { session, body })
  const error = await findError(['PASSWORD_CONFIRMATION_MISMATCH', 'PASSWORD_REQUIREMENTS_NOT_MET'], updated)
  if (!error) await core.users.of(session).load()
  return error
}

export async function setPassword(core: AppCore, session: Session, body: { password: string }) {
  const error = await findError(
    ['PASSWORD_REQUIREMENTS_NOT_MET'],
    core.call('POST /auth/password/set', { session, body: { password: body.password } }),
  )
  if (!error) await core.users.of(session).load()
  return error
}

export async function getActiveSessions(core: AppCore, session: Session) {
  const items = await loadWholeList((cursor) =>
    core.call('GET /auth/sessions', { session, query: { user_id: 'me', cursor } }),
  )
  return items.map(createActiveSession)
}

export async function revokeSession(core: AppCore, session: Session, id: string) {
  await core.call('DELETE /auth/sessions/{id}', { session, params: { id }, query: { user_id: 'me' } })
}

export async function sendVerificationEmail(
  core: AppCore,
  session: Session,
  email: string | null,
  { callbackUrl }: { callbackUrl?: string } = {},
) {
  if (!email) throw new Error('The user has no primary e-mail to verify.')
  const callback_url = core.redirects.getCallbackUrl('emailVerification', callbackUrl, 'callbackUrl')
  const sent = core.call('POST /contact-channels/send-verification-code', { session, body: { email, callback_url } })
  return findError(['EMAIL_ALREADY_VERIFIED'], sent)
}

async function deleteUser(core: AppCore, session: Session) {
  await core.call('DELETE /users/me', { session })
  session.markInvalid()
}

export { deleteUser as delete }
