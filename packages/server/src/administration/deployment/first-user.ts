import { randomUUID } from 'node:crypto'
import { findUserBySignInEmail } from '../../accounts/users/queries.ts'
import type { PasswordHasher } from '../../identity/password/hash.ts'
import { insertUser } from '../../identity/users/create.ts'
import type { InternalProjectSettings } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import { renderConfig } from '../../projects/project-config/render.ts'
import { openOverride } from '../../projects/project-config/seal.ts'
import { getProjectForUpdate, updateOwnerTeam } from '../../projects/queries.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { createTeam } from '../../teams/create.ts'
import { defaultPermissionIds } from '../../teams/permissions/defaults.ts'
import { insertMembership } from '../../teams/queries.ts'

type FirstUser = NonNullable<InternalProjectSettings['firstUser']>

/** Creates the configured first owner. An existing account with the email address is not changed. */
export async function insertFirstUser(
  db: Db,
  { email, password, isAdmin }: FirstUser,
  { secrets, passwords, now }: { secrets: Secrets; passwords: PasswordHasher; now: Date },
): Promise<string> {
  const { config_override, ...row } = await getProjectForUpdate(db, internalProjectId)
  const config = renderConfig(openOverride(config_override, internalProjectId, secrets))
  const noKeys = { hasValidKey: () => false, hasValidKeySet: () => false, findKeySetId: () => undefined }
  const project: Project = { ...row, config, ...noKeys }

  const known = await findUserBySignInEmail(db, internalProjectId, email)
  const userId = known?.id ?? (await createUser())
  if (isAdmin) await joinOwnerTeam(db, project, userId, now)
  return userId

  async function createUser(): Promise<string> {
    const primaryEmail = { value: email, isVerified: true, usedForAuth: true }
    const passwordHash = await passwords.hash(password)
    const id = await insertUser(db, project, { primaryEmail, passwordHash }, now)
    await recordSystemAudit(db, internalProjectId, { action: 'user.created', target: { type: 'user', id } }, now)
    return id
  }
}

/** Members of the team that owns the internal project manage it. The team is created with its first member. */
async function joinOwnerTeam(db: Db, project: Project, userId: string, now: Date): Promise<void> {
  const member = { type: 'user' as const, id: userId }
  if (project.owner_team_id === null) {
    const teamId = randomUUID()
    await createTeam(db, project, { id: teamId, displayName: 'Owners of this server', creatorId: userId }, now)
    await updateOwnerTeam(db, internalProjectId, teamId)
    const target = { type: 'project' as const, id: internalProjectId }
    const details = { from_team_id: null, to_team_id: teamId }
    await recordSystemAudit(db, internalProjectId, { action: 'project.transferred', target, details }, now)
    return
  }
  const teamId = project.owner_team_id
  const permissionIds = defaultPermissionIds(project.config, 'teamMember')
  const membership = { teamId, userId, permissionIds, ownerRole: 'owner' as const, now }
  if (!(await insertMembership(db, internalProjectId, membership))) return
  const details = { team_id: teamId, permission_ids: permissionIds }
  await recordSystemAudit(db, internalProjectId, { action: 'team_membership.created', target: member, details }, now)
}
