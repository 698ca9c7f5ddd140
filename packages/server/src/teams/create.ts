import { KnownError } from '@latchkey/contract'
import { breaksForeignKey, type Db } from '../platform/db/database.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import type { Project } from '../projects/cache.ts'
import { recordEvent } from '../webhooks/events.ts'
import { type ServerTeamBody, toTeamBody } from './body.ts'
import { defaultPermissionIds } from './permissions/defaults.ts'
import { insertMembership, insertTeam, type NewTeam } from './queries.ts'

/**
 * Creates a team with its creator, if any, as the first member. Webhooks announce only the team. Must be called in a
 * transaction in which the creator cannot be deleted.
 */
export async function createTeam(
  db: Db,
  project: Project,
  team: NewTeam & { creatorId: string | null },
  now: Date,
): Promise<ServerTeamBody> {
  const row = await insertTeam(db, project.id, { ...team, now }).catch((error: unknown) => {
    // The project was deleted during the request.
    throw breaksForeignKey(error) ? new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: project.id }) : error
  })
  if (team.creatorId !== null) {
    const permissionIds = defaultPermissionIds(project.config, 'teamCreator')
    const ownerRole = project.id === internalProjectId ? { ownerRole: 'owner' as const } : {}
    await insertMembership(db, project.id, {
      teamId: team.id,
      userId: team.creatorId,
      permissionIds,
      ...ownerRole,
      now,
    })
  }
  const body = toTeamBody(row)
  await recordEvent(db, project.id, { type: 'team.created', data: body, now })
  return body
}
