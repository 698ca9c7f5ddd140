import { KnownError, type OwnerRole } from '@latchkey/contract'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { assertRole } from '../../http/owner.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { projectCache } from '../../projects/cache.ts'
import { assertNotLastOwner } from '../../projects/keep-owner.ts'
import { adminPermission, findOwnerRole, lockOwnerTeams } from '../../projects/owner-queries.ts'
import { findOwnerTeamForUpdate } from '../../projects/queries.ts'
import { type AuditEntry, recordAudit } from '../../records/audit/record.ts'
import { deleteTeamGrant, insertTeamGrant } from '../../teams/permissions/queries.ts'
import { membershipNotFound } from '../../teams/permissions/require.ts'
import { deleteInvitationsOfOwner, deleteOpenInvitation } from '../../teams/team-invitations/queries.ts'
import { deleteMembership, deselectTeam } from '../../teams/team-memberships/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { revokeKeySetsOf, updateOwnerRole } from './queries.ts'

/** The team is one of the internal project, which has its own settings. */
async function openInternal(ctx: Context): Promise<Context> {
  const internal = await projectCache(ctx.platform).find(internalProjectId)
  if (!internal) throw new Error('The internal project is missing.')
  return ctx.ofProject(internal)
}

export interface ManagedTeam {
  trx: Db
  internal: Context
  teamId: string
}

/**
 * Runs while neither the owner of the project nor the members of its team can change. Whoever asks needs a role that
 * manages owners, or may at least leave the team.
 */
export async function manageTeam<T>(
  ctx: Context,
  ownerId: string,
  work: (team: ManagedTeam) => Promise<T>,
  { isLeaving = false } = {},
): Promise<T> {
  const internal = await openInternal(ctx)
  return inTransaction(ctx.db, async (trx) => {
    const teamId = (await findOwnerTeamForUpdate(trx, ctx.project.id))?.owner_team_id
    if (!teamId) throw new PlainError(400, 'No team owns this project.')
    await lockOwnerTeams(trx, [teamId])
    const role = await findOwnerRole(trx, teamId, ownerId)
    if (!role) throw membershipNotFound(teamId, ownerId)
    if (!isLeaving) assertRole(role, 'owners')
    return work({ trx, internal, teamId })
  })
}

export async function revokeOwnerInvitation(ctx: Context, ownerId: string, id: string): Promise<void> {
  await manageTeam(ctx, ownerId, async ({ trx, teamId }) => {
    if (!(await deleteOpenInvitation(trx, internalProjectId, { teamId, id }, ctx.now()))) {
      throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
    }
    await recordAudit(trx, ctx, aboutProject(ctx, 'owner.invitation_revoked', { invitation_id: id }))
  })
}

export async function changeOwnerRole(
  ctx: Context,
  ownerId: string,
  { userId, role }: { userId: string; role: OwnerRole },
): Promise<void> {
  await manageTeam(ctx, ownerId, async (team) => {
    const { trx, internal, teamId } = team
    const before = await findOwnerRole(trx, teamId, userId)
    if (!before) throw membershipNotFound(teamId, userId)
    if (before === role) return
    if (before === 'owner') {
      await assertNotLastOwner(trx, internal, userId, [teamId])
      // Otherwise an invitation to another address of theirs would bring the role back.
      await deleteInvitationsOfOwner(trx, internalProjectId, { userId, teamIds: [teamId] })
    }
    await updateOwnerRole(trx, { teamId, userId, role })
    await showToExistingClients(team, userId, role)
    const details = { user_id: userId, from: before, role }
    await recordAudit(trx, ctx, aboutProject(ctx, 'owner.role_changed', details))
  })
}

/** They know owners by a permission. */
async function showToExistingClients({ trx, internal, teamId }: ManagedTeam, userId: string, role: OwnerRole) {
  const grant = { teamId, userId, permissionId: adminPermission }
  const type = role === 'owner' ? 'team_permission.created' : 'team_permission.deleted'
  if (role === 'owner') await insertTeamGrant(trx, internalProjectId, grant)
  else if (!(await deleteTeamGrant(trx, internalProjectId, grant))) return
  const data = { id: adminPermission, team_id: teamId, user_id: userId }
  await recordEvent(trx, internalProjectId, { type, data, now: internal.now() })
}

export async function removeOwner(
  ctx: Context,
  ownerId: string,
  { userId, revokesKeys }: { userId: string; revokesKeys: boolean },
): Promise<void> {
  // The keys may be in use, so leaving is not enough to revoke them.
  const isLeaving = ownerId === userId && !revokesKeys
  const projectIds = await manageTeam(
    ctx,
    ownerId,
    async ({ trx, internal, teamId }) => {
      // Locked first, because the user could be selecting the team concurrently.
      if (!(await findUserForUpdate(trx, internalProjectId, userId))) throw membershipNotFound(teamId, userId)
      await assertNotLastOwner(trx, internal, userId, [teamId])
      await deleteInvitationsOfOwner(trx, internalProjectId, { userId, teamIds: [teamId] })
      if (!(await deleteMembership(trx, internalProjectId, teamId, userId))) throw membershipNotFound(teamId, userId)
      await deselectTeam(trx, internalProjectId, teamId, userId)
      const data = { team_id: teamId, user_id: userId }
      await recordEvent(trx, internalProjectId, { type: 'team_membership.deleted', data, now: ctx.now() })
      await recordAudit(trx, ctx, aboutProject(ctx, 'owner.removed', { user_id: userId }))
      return revokesKeys ? revokeKeys(trx, ctx, { teamId, userId }) : []
    },
    { isLeaving },
  )
  for (const id of projectIds) projectCache(ctx.platform).forget(id)
}

/** In all projects of the team. Returns those in which something was revoked. */
async function revokeKeys(trx: Db, ctx: Context, owner: { teamId: string; userId: string }): Promise<Set<string>> {
  const revoked = await revokeKeySetsOf(trx, { ...owner, now: ctx.now() })
  for (const { project_id, id } of revoked) {
    const target = { type: 'project_key_set' as const, id }
    await recordAudit(trx, ctx, { action: 'project_key_set.revoked', target }, { id: project_id })
  }
  return new Set(revoked.map(({ project_id }) => project_id))
}

export function aboutProject(
  ctx: Context,
  action: AuditEntry['action'],
  details: NonNullable<AuditEntry['details']>,
): AuditEntry {
  return { action, target: { type: 'project', id: ctx.project.id }, details }
}
