import { KnownError } from '@latchkey/contract'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { endSessionsOfUser, endTeamSessionsOfUser } from '../../accounts/sessions/end.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { deleteInvitationsToUser } from '../../teams/team-invitations/queries.ts'
import { joinTeam } from '../../teams/team-memberships/join.ts'
import { deleteMembership, deselectTeam } from '../../teams/team-memberships/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { announceRevoked } from '../api-keys/announce.ts'
import { revokeApiKeysSince } from '../api-keys/queries.ts'
import { applyRoles } from './roles.ts'
import { ScimError } from './scim/errors.ts'
import { type DirectoryUserRow, isInAnotherTeam } from './user-queries.ts'

interface DirectoryPlace {
  id: string
  teamId: string
}

/** Makes the user a member with the permissions of their groups. The user must be locked. */
export async function letIn(trx: Db, ctx: Context, directory: DirectoryPlace, user: DirectoryUserRow): Promise<void> {
  await joinTeam(trx, ctx, directory.teamId, user.user_id).catch(explainOtherTeam)
  await applyRoles(trx, ctx, directory, [user.id])
}

function explainOtherTeam(error: unknown): never {
  if (!KnownError.is(error, 'CONNECTION_REQUIRED')) throw error
  throw new ScimError(
    409,
    undefined,
    'This person is a member of another team that requires its own connection. In both they could not sign in any more, so they have to leave that team first.',
  )
}

/**
 * Takes the user out of the team, with their permissions there, open invitations to it and sessions that began with its
 * connections. An account that only the company has, because the directory made it and no other team shares it, loses all
 * of its sessions and API keys. The user must be locked: otherwise a sign-in at the same moment could start another
 * session.
 */
export async function takeOut(
  trx: Db,
  ctx: Context,
  { teamId }: DirectoryPlace,
  user: DirectoryUserRow,
): Promise<void> {
  const projectId = ctx.project.id
  const { user_id: userId, was_created } = user
  await deleteInvitationsToUser(trx, projectId, { userId, teamId })
  if (await deleteMembership(trx, projectId, teamId, userId)) {
    await deselectTeam(trx, projectId, teamId, userId)
    const data = { team_id: teamId, user_id: userId }
    await recordEvent(trx, projectId, { type: 'team_membership.deleted', data, now: ctx.now() })
    await recordAudit(trx, ctx, {
      action: 'team_membership.deleted',
      target: { type: 'user', id: userId },
      details: { team_id: teamId },
    })
  }
  await endGrants(trx, ctx, { userId, teamId }, 'user_deactivated')
  await endTeamSessionsOfUser(trx, ctx, { teamId, userId }, 'user_deactivated')
  if (!was_created || (await isInAnotherTeam(trx, projectId, teamId, userId))) return
  await endSessionsOfUser(trx, ctx, userId, 'user_deactivated')
  const revoked = await revokeApiKeysSince(trx, projectId, userId, new Date(0), ctx.now())
  await announceRevoked(trx, projectId, revoked, ctx.now())
}
