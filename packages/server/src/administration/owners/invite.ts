import { randomUUID } from 'node:crypto'
import type { OwnerRole } from '@latchkey/contract'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { emailCode } from '../../accounts/verification-codes/email.ts'
import type { Context } from '../../http/context.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { projectCache } from '../../projects/cache.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { createTeam } from '../../teams/create.ts'
import { hasFreeSeat, hasLimitedSeats } from '../../teams/team-invitations/dashboard-seats.ts'
import { moveProject } from '../projects/transfer.ts'
import { aboutProject, type ManagedTeam, manageTeam } from './manage.ts'
import { countOtherProjects } from './queries.ts'

/** Owners manage all projects of their team, so a project to be handed over may need a team of its own. */
export async function inviteOwner(
  ctx: Context,
  ownerId: string,
  { email, role, needsOwnTeam }: { email: string; role: OwnerRole; needsOwnTeam: boolean },
): Promise<string> {
  const id = randomUUID()
  await manageTeam(ctx, ownerId, async (managed) => {
    const { trx, internal } = managed
    const teamId = needsOwnTeam ? await separateProject(ctx, ownerId, managed) : managed.teamId
    const invitation = { invitation_id: id, role, inviter_id: ownerId, is_from_dashboard: true as const }
    const data = { email, team_id: teamId, ...invitation }
    if (hasLimitedSeats(internal, data) && !(await hasFreeSeat(trx, internal, teamId))) throw noFreeSeat()
    const inviter = await findUserRecord(trx, internalProjectId, ownerId)
    const otherProjectCount = await countOtherProjects(trx, teamId, ctx.project.id)
    await emailCode(trx, internal, {
      kind: 'team-invitation',
      userId: null,
      userDisplayName: null,
      locale: inviter?.locale ?? null,
      data,
      callbackUrl: dashboardUrl(ctx.platform.config, '/join'),
      emailKind: 'owner_invitation',
      variables: (link) => ({
        inviterDisplayName: inviter?.display_name ?? '',
        inviterEmail: inviter?.primary_email ?? '',
        ownedDisplayName: ctx.project.display_name,
        otherProjectCount,
        role,
        invitationLink: link,
      }),
    })
    const details = { invitation_id: id, recipient_email: email, role }
    await recordAudit(trx, ctx, aboutProject(ctx, 'owner.invited', details))
  })
  if (needsOwnTeam) projectCache(ctx.platform).forget(ctx.project.id)
  return id
}

/** Moves the project to a new team of this owner, unless its team owns nothing else. Returns the team it is in then. */
async function separateProject(ctx: Context, ownerId: string, { trx, internal, teamId }: ManagedTeam): Promise<string> {
  if ((await countOtherProjects(trx, teamId, ctx.project.id)) === 0) return teamId
  const team = { id: randomUUID(), displayName: ctx.project.display_name, creatorId: ownerId }
  await createTeam(trx, internal.project, team, ctx.now())
  const target = { type: 'team' as const, id: team.id }
  await recordAudit(trx, internal, { action: 'team.created', target, details: { creator_user_id: ownerId } })
  await moveProject(trx, ctx, ctx.project.id, { from: teamId, to: team.id })
  return team.id
}

function noFreeSeat(): PlainError {
  return new PlainError(
    409,
    'Your team has no free seat, so nobody else could join. Whoever runs this server can give it more seats.',
  )
}
