import { cacheOf } from '../cache/resource-cache.ts'
import type { AppCore } from '../core/app-core.ts'
import { doneOrError, resultOf } from '../errors/expected-errors.ts'
import { ok } from '../errors/result.ts'

export async function verifyTeamInvitationCode(core: AppCore, code: string) {
  const session = await findSession(core)
  const checked = core.call('POST /team-invitations/accept/check-code', { session, body: { code } })
  return doneOrError(['VERIFICATION_ERROR'], checked)
}

export async function getTeamInvitationDetails(core: AppCore, code: string) {
  const session = await core.findSession()
  const details = core.call('POST /team-invitations/accept/details', { session, body: { code } })
  const result = await resultOf(['VERIFICATION_ERROR'], details)
  return result.status === 'ok' ? ok({ teamDisplayName: result.data.team_display_name }) : result
}

export async function acceptTeamInvitation(core: AppCore, code: string) {
  const session = await core.findSession()
  const accepted = core.call('POST /team-invitations/accept', { session, body: { code } })
  const result = await doneOrError(['VERIFICATION_ERROR'], accepted)
  if (result.status === 'ok') await cacheOf(core, session).refresh('teams/', 'team-users/', 'permissions/')
  return result
}

/** The session, if the app has a token store. A code can be checked without one. */
const findSession = async (core: AppCore) => (core.options.tokenStore ? core.findSession() : undefined)
