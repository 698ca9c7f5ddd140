import { hasUuidShape, KnownError } from '@latchkey/contract'
import { getLiveSession } from '../../accounts/sessions/start.ts'
import { isTeamMember } from '../../accounts/users/membership-queries.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { projectCache } from '../../projects/cache.ts'
import { adminPermission, findOwnerRole, lockOwnerTeams } from '../../projects/owner-queries.ts'
import { findOwnerTeamForUpdate, updateOwnerTeam } from '../../projects/queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { membershipNotFound } from '../../teams/permissions/require.ts'

/** Transfers a project to another team. The user's rights are checked while the project is locked. */
export async function transferProject(
  ctx: Context,
  userId: string,
  projectId: string,
  newTeamId: string,
): Promise<void> {
  if (ctx.token) await getLiveSession(ctx, ctx.project, ctx.token)
  const isElsewhere = ctx.project.id !== internalProjectId && ctx.project.id !== projectId
  if (isElsewhere) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  await inTransaction(ctx.db, async (trx) => {
    const project = await findOwnerTeamForUpdate(trx, projectId)
    if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    const teamId = project.owner_team_id
    if (!teamId) throw new PlainError(400, 'The project has no owner team, so it cannot be transferred.')
    if ((await findOwnerRole(trx, teamId, userId)) !== 'owner') {
      const details = { team_id: teamId, user_id: userId, permission_id: adminPermission }
      throw new KnownError('TEAM_PERMISSION_REQUIRED', details)
    }
    // So that the team does not lose its last member in the meantime.
    if (hasUuidShape(newTeamId.toLowerCase())) await lockOwnerTeams(trx, [newTeamId])
    const isReceiving =
      hasUuidShape(newTeamId.toLowerCase()) && (await isTeamMember(trx, internalProjectId, newTeamId, userId))
    if (!isReceiving) throw membershipNotFound(newTeamId, userId)
    if (newTeamId.toLowerCase() === teamId) return
    await moveProject(trx, ctx, projectId, { from: teamId, to: newTeamId.toLowerCase() })
  })
  projectCache(ctx.platform).forget(projectId)
}

export async function moveProject(
  trx: Db,
  ctx: Context,
  projectId: string,
  teams: { from: string; to: string },
): Promise<void> {
  await updateOwnerTeam(trx, projectId, teams.to)
  const details = { from_team_id: teams.from, to_team_id: teams.to }
  const target = { type: 'project' as const, id: projectId }
  await recordAudit(trx, ctx, { action: 'project.transferred', target, details }, { id: projectId })
}
