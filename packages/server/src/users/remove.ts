import { KnownError } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import { inTransaction } from '../db/database.ts'
import { deleteUnusedImages } from '../files/images.ts'
import type { Context } from '../http/context.ts'
import { internalProjectId } from '../internal-project.ts'
import { toCustomer } from '../payments/customers.ts'
import { assertNotLastOwner } from '../projects/keep-owner.ts'
import { endSubscriptionsOf } from '../stripe/end-subscriptions.ts'
import { deleteInvitationsOfOwner } from '../team-invitations/queries.ts'
import { listTeamIdsOfUser } from '../teams/queries.ts'
import { recordEvent } from '../webhooks/events.ts'
import { deleteUser, findUserForUpdate } from './queries.ts'

/** The foreign keys delete all the user's data; teams stay, even if they have no members left. */
export async function removeUser(ctx: Context, userId: string): Promise<void> {
  const projectId = ctx.project.id
  await inTransaction(ctx.db, async (trx) => {
    // From here on nobody can add the user to a team, so the list of teams is complete.
    const user = await findUserForUpdate(trx, projectId, userId)
    if (!user) throw new KnownError('USER_NOT_FOUND')
    const teams = await listTeamIdsOfUser(trx, projectId, userId)
    const teamIds = teams.map(({ id }) => id)
    await assertNotLastOwner(trx, ctx, userId, teamIds)
    if (projectId === internalProjectId) await deleteInvitationsOfOwner(trx, projectId, { userId, teamIds })
    await deleteUnusedImages(trx, projectId, { folder: 'user-profile-images', ownerId: userId }, [])
    await endSubscriptionsOf(trx, ctx, toCustomer('user', userId))
    await deleteUser(trx, projectId, userId)

    const now = ctx.now()
    for (const id of teamIds) {
      const data = { team_id: id, user_id: userId }
      await recordEvent(trx, projectId, { type: 'team_membership.deleted', data, now })
    }
    const data = { id: userId, teams: teamIds.map((id) => ({ id })) }
    await recordEvent(trx, projectId, { type: 'user.deleted', data, now })
    await recordAudit(trx, ctx, { action: 'user.deleted', target: { type: 'user', id: userId } })
  })
}
