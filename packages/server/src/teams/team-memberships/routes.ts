import { KnownError, type teamMembershipRoutes } from '@latchkey/contract'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { findUserForShare, findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { assertNotLastOwner } from '../../projects/keep-owner.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { membershipNotFound, requireTeamPermission, seesAddresses } from '../permissions/require.ts'
import { getTeamForShare } from '../queries.ts'
import { deleteInvitationsOfOwner } from '../team-invitations/queries.ts'
import { toAddressBody } from '../team-member-profiles/queries.ts'
import { findAdminState, searchMembers } from './admin-queries.ts'
import { findAdminRole } from './admins.ts'
import { assertOpenToAll, joinTeam } from './join.ts'
import { deleteMembership, deselectTeam } from './queries.ts'
import { allowsRoleChanges, assertNotOnlyAdmin, changeRole } from './roles.ts'

const defaultPageSize = 25

export const teamMembershipHandlers: Handlers<typeof teamMembershipRoutes> = {
  'POST /team-memberships/{team_id}/{user_id}': async ({ ctx, params }) => {
    await inTransaction(ctx.db, async (trx) => {
      if (!(await findUserForShare(trx, ctx.project.id, params.user_id))) throw new KnownError('USER_NOT_FOUND')
      await assertOpenToAll(trx, ctx, await getTeamForShare(trx, ctx.project.id, params.team_id))
      const hasJoined = await joinTeam(trx, ctx, params.team_id, params.user_id)
      if (!hasJoined) throw new KnownError('TEAM_MEMBERSHIP_ALREADY_EXISTS')
    })
    return params
  },

  'DELETE /team-memberships/{team_id}/{user_id}': async ({ ctx, clientUser, params, query }) => {
    const { team_id: teamId, user_id: userId } = params
    if (clientUser && clientUser.id !== userId) {
      await requireTeamPermission(ctx, teamId, clientUser.id, '$remove_members')
    }
    await inTransaction(ctx.db, async (trx) => {
      if (query.keep_admin === 'true') await assertNotOnlyAdmin(trx, ctx, { teamId, userId })
      // Locked first, because the user could be selecting the team concurrently.
      if (!(await findUserForUpdate(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
      await assertNotLastOwner(trx, ctx, userId, [teamId])
      if (ctx.project.id === internalProjectId) {
        await deleteInvitationsOfOwner(trx, ctx.project.id, { userId, teamIds: [teamId] })
      }
      if (!(await deleteMembership(trx, ctx.project.id, teamId, userId))) throw membershipNotFound(teamId, userId)
      await deselectTeam(trx, ctx.project.id, teamId, userId)
      await endGrants(trx, ctx, { userId, teamId }, 'left_team')
      await recordEvent(trx, ctx.project.id, { type: 'team_membership.deleted', data: params, now: ctx.now() })
      await recordAudit(trx, ctx, {
        action: 'team_membership.deleted',
        target: { type: 'user', id: userId },
        details: { team_id: teamId },
      })
    })
    return { success: true }
  },

  'GET /teams/{team_id}/members': async ({ ctx, user, params, query }) => {
    const { team_id: teamId } = params
    const { query: text = '', limit = defaultPageSize, cursor } = query
    await requireTeamPermission(ctx, teamId, user.id, '$read_members')
    const withAddresses = await seesAddresses(ctx, teamId, user.id)
    const role = findAdminRole(ctx.project.config)
    const [page, own] = await Promise.all([
      searchMembers(ctx.db, ctx.project.id, { teamId, role, query: text, limit, cursor, withAddresses }),
      findAdminState(ctx.db, ctx.project.id, role, { teamId, userId: user.id }),
    ])
    return {
      items: page.rows.map(({ primary_email, primary_email_verified, ...row }) => ({
        ...row,
        joined_at_millis: Math.floor(row.joined_micros / 1000),
        ...toAddressBody({ primary_email, primary_email_verified }),
      })),
      is_paginated: true,
      pagination: { next_cursor: page.nextCursor },
      can_change_roles: own?.isAdmin === true && allowsRoleChanges(ctx),
      is_only_admin: own?.isAdmin === true && !own.hasOther,
    }
  },

  'PATCH /teams/{team_id}/members/{user_id}': async ({ ctx, user, params, body }) => {
    const { team_id: teamId, user_id: userId } = params
    await changeRole(ctx, user.id, { teamId, userId }, body.is_admin)
    return { user_id: userId, is_admin: body.is_admin }
  },
}
