import { KnownError } from '@latchkey/contract'
import { listChannels } from '../../accounts/contact-channels/queries.ts'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { deleteUser, findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { toCustomer } from '../../payments/customers.ts'
import { endSubscriptionsOf } from '../../payments/stripe/end-subscriptions.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { deleteUnusedImages } from '../../platform/files/images.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { assertNotLastOwner } from '../../projects/keep-owner.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { hashesOfAddress } from '../../records/traces/address-hash.ts'
import { deleteTracesOfAddresses } from '../../records/traces/write-queries.ts'
import { listTeamIdsOfUser } from '../../teams/queries.ts'
import { deleteInvitationsOfOwner } from '../../teams/team-invitations/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'

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
    await endSessionsOfUser(trx, ctx, userId, 'user_deleted')
    await forgetTypedAddresses(trx, ctx, userId)
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

/** Traces from before the user had the address know only its hash. */
async function forgetTypedAddresses(trx: Db, { project, platform }: Context, userId: string): Promise<void> {
  const { rows } = await listChannels(trx, project.id, { userId, channelId: undefined })
  const hashes = rows.flatMap(({ value }) => hashesOfAddress(platform.secrets, project.id, value))
  await deleteTracesOfAddresses(trx, project.id, hashes)
}
