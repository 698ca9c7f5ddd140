import { randomUUID } from 'node:crypto'
import { KnownError } from '@latchkey/contract'
import { type AuditEntry, recordAudit } from '../audit/record.ts'
import { dashboardUrl } from '../dashboard-url.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { internalProjectId } from '../internal-project.ts'
import { listGrantingIds } from '../permissions/graph.ts'
import { deleteTeamGrant, findMembershipWithPermission, insertTeamGrant } from '../permissions/queries.ts'
import { membershipNotFound } from '../permissions/require.ts'
import { assertNotLastOwner, lockOwnerTeams } from '../projects/keep-owner.ts'
import { findOwnerTeamForUpdate } from '../projects/queries.ts'
import { adminPermission, moveProject } from '../projects/transfer.ts'
import { hasFreeSeat, hasLimitedSeats } from '../team-invitations/dashboard-seats.ts'
import { deleteOpenInvitation } from '../team-invitations/queries.ts'
import { deleteMembership, deselectTeam } from '../team-memberships/queries.ts'
import { createTeam } from '../teams/create.ts'
import { getTeamForShare } from '../teams/queries.ts'
import { findUserForUpdate } from '../users/queries.ts'
import { emailCode } from '../verification-codes/email.ts'
import { recordEvent } from '../webhooks/events.ts'
import { hasOtherAdmin, ownsOtherProjects } from './queries.ts'

/** The team is one of the internal project, which has its own settings. */
export async function openInternal(ctx: Context): Promise<Context> {
  const internal = await ctx.services.projects.find(internalProjectId)
  if (!internal) throw new Error('The internal project is missing.')
  return ctx.ofProject(internal)
}

interface ManagedTeam {
  trx: Db
  internal: Context
  teamId: string
  adminIds: string[]
}

/**
 * Runs while neither the owner of the project nor the members of its team can change. Whoever asks must be an admin of
 * the team, or may at least leave it.
 */
async function manageTeam<T>(
  ctx: Context,
  ownerId: string,
  work: (team: ManagedTeam) => Promise<T>,
  { isLeaving = false } = {},
): Promise<T> {
  const internal = await openInternal(ctx)
  const adminIds = listGrantingIds(internal.project.config, 'team', adminPermission)
  return inTransaction(ctx.db, async (trx) => {
    const teamId = (await findOwnerTeamForUpdate(trx, ctx.project.id))?.owner_team_id
    if (!teamId) throw new PlainError(400, 'No team owns this project.')
    await lockOwnerTeams(trx, [teamId])
    const member = { teamId, userId: ownerId, permissionIds: adminIds }
    const membership = await findMembershipWithPermission(trx, internalProjectId, member)
    if (!membership) throw membershipNotFound(teamId, ownerId)
    if (!membership.hasPermission && !isLeaving) {
      const details = { team_id: teamId, user_id: ownerId, permission_id: adminPermission }
      throw new KnownError('TEAM_PERMISSION_REQUIRED', details)
    }
    return work({ trx, internal, teamId, adminIds })
  })
}

/** Owners manage all projects of their team, so a project to be handed over may need a team of its own. */
export async function inviteOwner(
  ctx: Context,
  ownerId: string,
  { email, needsOwnTeam }: { email: string; needsOwnTeam: boolean },
): Promise<string> {
  const id = randomUUID()
  await manageTeam(ctx, ownerId, async (managed) => {
    const { trx, internal } = managed
    const teamId = needsOwnTeam ? await separateProject(ctx, ownerId, managed) : managed.teamId
    const team = await getTeamForShare(trx, internalProjectId, teamId)
    const data = { email, team_id: teamId, invitation_id: id, is_from_dashboard: true as const }
    if (hasLimitedSeats(internal, data) && !(await hasFreeSeat(trx, internal, teamId))) throw noFreeSeat()
    await emailCode(trx, internal, {
      kind: 'team-invitation',
      userId: null,
      userDisplayName: null,
      data,
      callbackUrl: dashboardUrl(ctx.services.config, '/join'),
      template: 'team_invitation',
      variables: (link) => ({ teamInvitationLink: link, teamDisplayName: team.display_name.trim() || 'a team' }),
    })
    const details = { invitation_id: id, recipient_email: email }
    await recordAudit(trx, ctx, aboutProject(ctx, 'owner.invited', details))
  })
  if (needsOwnTeam) ctx.services.projects.forget(ctx.project.id)
  return id
}

/** Moves the project to a new team of this owner, unless its team owns nothing else. Returns the team it is in then. */
async function separateProject(ctx: Context, ownerId: string, { trx, internal, teamId }: ManagedTeam): Promise<string> {
  if (!(await ownsOtherProjects(trx, teamId, ctx.project.id))) return teamId
  const team = { id: randomUUID(), displayName: ctx.project.display_name, creatorId: ownerId }
  await createTeam(trx, internal.project, team, ctx.now())
  const target = { type: 'team' as const, id: team.id }
  await recordAudit(trx, internal, { action: 'team.created', target, details: { creator_user_id: ownerId } })
  await moveProject(trx, ctx, ctx.project.id, { from: teamId, to: team.id })
  return team.id
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
  { userId, role }: { userId: string; role: 'admin' | 'member' },
): Promise<void> {
  await manageTeam(ctx, ownerId, async ({ trx, internal, teamId, adminIds }) => {
    const member = { teamId, userId, permissionIds: adminIds }
    const membership = await findMembershipWithPermission(trx, internalProjectId, member)
    if (!membership) throw membershipNotFound(teamId, userId)
    if (membership.hasPermission === (role === 'admin')) return
    if (role === 'member') await assertOtherAdmin(trx, { teamId, userId, adminIds })
    const event = (type: 'team_permission.created' | 'team_permission.deleted', id: string) =>
      recordEvent(trx, internalProjectId, { type, data: { id, team_id: teamId, user_id: userId }, now: internal.now() })
    if (role === 'admin') {
      await insertTeamGrant(trx, internalProjectId, { teamId, userId, permissionId: adminPermission })
      await event('team_permission.created', adminPermission)
    } else {
      for (const permissionId of adminIds) {
        const grant = { teamId, userId, permissionId }
        if (await deleteTeamGrant(trx, internalProjectId, grant)) await event('team_permission.deleted', permissionId)
      }
    }
    await recordAudit(trx, ctx, aboutProject(ctx, 'owner.role_changed', { user_id: userId, role }))
  })
}

export async function removeOwner(ctx: Context, ownerId: string, userId: string): Promise<void> {
  const remove = async ({ trx, internal, teamId, adminIds }: ManagedTeam) => {
    // Locked first, because the user could be selecting the team concurrently.
    if (!(await findUserForUpdate(trx, internalProjectId, userId))) throw membershipNotFound(teamId, userId)
    await assertNotLastOwner(trx, internal, userId, [teamId])
    const member = { teamId, userId, permissionIds: adminIds }
    const membership = await findMembershipWithPermission(trx, internalProjectId, member)
    if (!membership) throw membershipNotFound(teamId, userId)
    if (membership.hasPermission) await assertOtherAdmin(trx, { teamId, userId, adminIds })
    await deleteMembership(trx, internalProjectId, teamId, userId)
    await deselectTeam(trx, internalProjectId, teamId, userId)
    const data = { team_id: teamId, user_id: userId }
    await recordEvent(trx, internalProjectId, { type: 'team_membership.deleted', data, now: ctx.now() })
    await recordAudit(trx, ctx, aboutProject(ctx, 'owner.removed', { user_id: userId }))
  }
  await manageTeam(ctx, ownerId, remove, { isLeaving: ownerId === userId })
}

async function assertOtherAdmin(trx: Db, admin: Parameters<typeof hasOtherAdmin>[1]): Promise<void> {
  if (await hasOtherAdmin(trx, admin)) return
  throw new PlainError(409, 'This is the only admin among the owners. Make somebody else an admin first.')
}

function noFreeSeat(): PlainError {
  return new PlainError(
    409,
    'Your team has no free seat, so nobody else could join. Whoever runs this server can give it more seats.',
  )
}

function aboutProject(
  ctx: Context,
  action: AuditEntry['action'],
  details: NonNullable<AuditEntry['details']>,
): AuditEntry {
  return { action, target: { type: 'project', id: ctx.project.id }, details }
}
