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
import { findDemoProject, setOwnerOfUnowned } from './queries.ts'

type FirstUser = NonNullable<InternalProjectSettings['firstUser']>

/** Creates the configured first owner. An existing account with the email address is not changed. */
export async function insertFirstUser(
  db: Db,
  { email, password, isAdmin }: FirstUser,
  { secrets, passwords, now }: { secrets: Secrets; passwords: PasswordHasher; now: Date },
): Promise<string> {
  const project = await getInternalForUpdate(db, secrets)
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

/** Makes a user the owner of the internal project and of the demo. False if the internal project has owners already. */
export async function claimServer(
  db: Db,
  userId: string,
  { secrets, now }: { secrets: Secrets; now: Date },
): Promise<boolean> {
  const project = await getInternalForUpdate(db, secrets)
  if (project.owner_team_id !== null) return false
  await joinOwnerTeam(db, project, userId, now)
  return true
}

async function getInternalForUpdate(db: Db, secrets: Secrets): Promise<Project> {
  const { config_override, ...row } = await getProjectForUpdate(db, internalProjectId)
  const config = renderConfig(openOverride(config_override, internalProjectId, secrets))
  return { ...row, config, hasValidKey: () => false, hasValidKeySet: () => false, findKeySetId: () => undefined }
}

/**
 * Members of the team that owns the internal project manage it. The team is created with its first member, and also gets
 * the demo.
 */
async function joinOwnerTeam(db: Db, project: Project, userId: string, now: Date): Promise<void> {
  const member = { type: 'user' as const, id: userId }
  if (project.owner_team_id === null) {
    const teamId = randomUUID()
    await createTeam(db, project, { id: teamId, displayName: 'Owners of this server', creatorId: userId }, now)
    await updateOwnerTeam(db, internalProjectId, teamId)
    const target = { type: 'project' as const, id: internalProjectId }
    const details = { from_team_id: null, to_team_id: teamId }
    await recordSystemAudit(db, internalProjectId, { action: 'project.transferred', target, details }, now)
    const demoId = await findDemoProject(db)
    if (demoId) await giveDemo(db, demoId, teamId, now)
    return
  }
  const teamId = project.owner_team_id
  const permissionIds = defaultPermissionIds(project.config, 'teamMember')
  const membership = { teamId, userId, permissionIds, ownerRole: 'owner' as const, now }
  if (!(await insertMembership(db, internalProjectId, membership))) return
  const details = { team_id: teamId, permission_ids: permissionIds }
  await recordSystemAudit(db, internalProjectId, { action: 'team_membership.created', target: member, details }, now)
}

/** Unless it has an owner already. */
export async function giveDemo(db: Db, projectId: string, teamId: string, now: Date): Promise<void> {
  if (!(await setOwnerOfUnowned(db, projectId, teamId))) return
  const target = { type: 'project' as const, id: projectId }
  const details = { from_team_id: null, to_team_id: teamId }
  await recordSystemAudit(db, projectId, { action: 'project.transferred', target, details }, now)
}
