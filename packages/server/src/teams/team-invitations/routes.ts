import { randomUUID } from 'node:crypto'
import { KnownError, type teamInvitationRoutes } from '@latchkey/contract'
import { isTeamMember } from '../../accounts/users/membership-queries.ts'
import { findUserForShare, type UserRecord } from '../../accounts/users/queries.ts'
import { emailCode } from '../../accounts/verification-codes/email.ts'
import { checkCode } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { consumeCode } from '../../records/verification-codes/queries.ts'
import { requireTeamPermission } from '../permissions/require.ts'
import { getTeam, getTeamForShare, getTeamForUpdate } from '../queries.ts'
import { assertOpenToAll, joinTeam } from '../team-memberships/join.ts'
import { assertFreeSeat, hasLimitedSeats } from './dashboard-seats.ts'
import { assertInvitedAddress } from './invited-address.ts'
import { deleteOpenInvitation, listOpenInvitations } from './queries.ts'

export const teamInvitationHandlers: Handlers<typeof teamInvitationRoutes> = {
  'POST /team-invitations/send-code': async ({ ctx, clientUser, body, countLimits }) => {
    await assertMayManage(ctx, clientUser, body.team_id, ['$invite_members'])
    assertTrustedUrl(ctx, body.callback_url)
    await countLimits()
    const id = randomUUID()
    await inTransaction(ctx.db, async (trx) => {
      const team = await getTeamForShare(trx, ctx.project.id, body.team_id)
      await emailCode(trx, ctx, {
        kind: 'team-invitation',
        // Belongs to no user, so it stays valid when its sender is deleted.
        userId: null,
        userDisplayName: null,
        // Who invites usually speaks the language of those they invite.
        locale: clientUser?.locale ?? findRequestLocale(ctx),
        data: { email: body.email, team_id: team.id, invitation_id: id },
        callbackUrl: body.callback_url,
        emailKind: 'team_invitation',
        variables: (link) => ({ teamInvitationLink: link, teamDisplayName: nameInEmail(team.display_name) }),
      })
      await recordAudit(trx, ctx, {
        action: 'team_invitation.created',
        target: { type: 'team', id: team.id },
        details: { invitation_id: id, recipient_email: body.email },
      })
    })
    return { success: true, id }
  },

  'GET /team-invitations': async ({ ctx, clientUser, query }) => {
    await assertMayManage(ctx, clientUser, query.team_id, ['$read_members', '$invite_members'])
    const { cursor } = query
    const page = { now: ctx.now(), cursor }
    const { rows, nextCursor } = await listOpenInvitations(ctx.db, ctx.project.id, query.team_id, page)
    const items = rows.map(({ id, team_id, recipient_email, expires_at }) => ({
      id,
      team_id,
      recipient_email,
      expires_at_millis: expires_at.getTime(),
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'DELETE /team-invitations/{id}': async ({ ctx, clientUser, params, query }) => {
    await assertMayManage(ctx, clientUser, query.team_id, ['$remove_members'])
    await inTransaction(ctx.db, async (trx) => {
      const invitation = { teamId: query.team_id, id: params.id }
      const wasOpen = await deleteOpenInvitation(trx, ctx.project.id, invitation, ctx.now())
      if (!wasOpen) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      await recordAudit(trx, ctx, {
        action: 'team_invitation.revoked',
        target: { type: 'team', id: query.team_id },
        details: { invitation_id: params.id },
      })
    })
    return { success: true }
  },

  'POST /team-invitations/accept': async ({ ctx, user, body }) => {
    const { data } = await checkCode(ctx, 'team-invitation', body.code)
    // Unlike other codes, a refused invitation stays open: it can be accepted once there is room.
    await inTransaction(ctx.db, async (trx) => {
      if (!(await findUserForShare(trx, ctx.project.id, user.id))) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
      await assertInvitedAddress(trx, ctx, user.id, data.email)
      const isLimited = hasLimitedSeats(ctx, data)
      const getLockedTeam = isLimited ? getTeamForUpdate : getTeamForShare
      const team = await getLockedTeam(trx, ctx.project.id, data.team_id)
      if (!(await consumeCode(trx, ctx.project.id, 'team-invitation', body.code, ctx.now()))) {
        throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
      }
      if (!(await isTeamMember(trx, ctx.project.id, team.id, user.id))) {
        await assertOpenToAll(trx, ctx, team)
        if (isLimited) await assertFreeSeat(trx, ctx, team.id)
        await joinTeam(trx, ctx, team.id, user.id, data.role)
      }
      await recordAudit(trx, ctx, {
        action: 'team_invitation.accepted',
        target: { type: 'team', id: team.id },
        details: { invitation_id: data.invitation_id, user_id: user.id },
      })
    })
    return {}
  },

  'POST /team-invitations/accept/check-code': async ({ ctx, body }) => {
    await checkCode(ctx, 'team-invitation', body.code)
    return { is_code_valid: true }
  },

  'POST /team-invitations/accept/details': async ({ ctx, body }) => {
    const { data } = await checkCode(ctx, 'team-invitation', body.code)
    const team = await getTeam(ctx.db, ctx.project.id, data.team_id)
    return { team_id: team.id, team_display_name: team.display_name }
  },
}

type Permission = '$invite_members' | '$read_members' | '$remove_members'

/** Clients need all of these permissions, checked in this order; for servers the team must exist. */
async function assertMayManage(
  ctx: Context,
  clientUser: UserRecord | undefined,
  teamId: string,
  permissionIds: Permission[],
): Promise<void> {
  if (!clientUser) {
    await getTeam(ctx.db, ctx.project.id, teamId)
    return
  }
  for (const permissionId of permissionIds) await requireTeamPermission(ctx, teamId, clientUser.id, permissionId)
}

/** Teams may have an empty name; a subject should not. */
function nameInEmail(teamName: string): string {
  return teamName.trim() || 'a team'
}
