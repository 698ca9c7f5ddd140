import { KnownError, type Routes } from '@latchkey/contract'
import { type StartedSession, startSession } from '../../accounts/sessions/start.ts'
import { findUserBySignInEmail, findUserRecord } from '../../accounts/users/queries.ts'
import { checkCode } from '../../accounts/verification-codes/use.ts'
import type { Context } from '../../http/context.ts'
import { assertPasswordSignIn } from '../../identity/password/enabled.ts'
import { assertAcceptablePassword, hashNewPassword } from '../../identity/password/requirements.ts'
import { emailTaken, explainTakenEmail } from '../../identity/users/create.ts'
import { signUpUser } from '../../identity/users/sign-up.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listOwnedProjects } from '../../projects/owner-queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { consumeCode } from '../../records/verification-codes/queries.ts'
import { getTeam, getTeamForUpdate } from '../../teams/queries.ts'
import { assertFreeSeat, hasLimitedSeats } from '../../teams/team-invitations/dashboard-seats.ts'
import { maskEmail } from '../../teams/team-invitations/invited-address.ts'
import { joinTeam } from '../../teams/team-memberships/join.ts'

const kind = 'team-invitation'

/**
 * Creates an account for a user who was invited to an owner team. The code was emailed to the address, so it verifies
 * it. If anything is refused, the invitation stays open, as when an existing user accepts it.
 */
export async function createInvitedOwner(
  ctx: Context,
  { code, password }: Routes['POST /internal/invited-owner']['request']['body'],
): Promise<StartedSession> {
  const { project } = ctx
  assertPasswordSignIn(ctx)
  const { data } = await checkCode(ctx, kind, code)
  const email = data.email.toLowerCase()
  await assertAcceptablePassword(password, { email, projectName: project.display_name })
  if (await findUserBySignInEmail(ctx.db, project.id, email)) throw emailTaken(email)
  const passwordHash = await hashNewPassword(ctx, password)

  return inTransaction(ctx.db, async (trx) => {
    const team = await getTeamForUpdate(trx, project.id, data.team_id)
    if (!(await consumeCode(trx, project.id, kind, code, ctx.now()))) {
      throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
    }
    if (hasLimitedSeats(ctx, data)) await assertFreeSeat(trx, ctx, team.id)
    const primaryEmail = { value: email, isVerified: true, usedForAuth: true }
    const user = await signUpUser(trx, ctx, undefined, { primaryEmail, passwordHash })
    await joinTeam(trx, ctx, team.id, user.id, data.role)
    await recordAudit(trx, ctx, {
      action: 'team_invitation.accepted',
      target: { type: 'team', id: team.id },
      details: { invitation_id: data.invitation_id, user_id: user.id },
    })
    return (await startSession(ctx, user, { method: 'password' }, trx))!
  }).catch((error: unknown) => {
    throw explainTakenEmail(error, email)
  })
}

const maxNames = 10

/** What somebody is told before they accept. */
export async function describeInvitation(ctx: Context, code: string) {
  const { data } = await checkCode(ctx, kind, code)
  const { db, project } = ctx
  const team = await getTeam(db, project.id, data.team_id)
  const names = await listOwnedProjects(db, [team.id])
  const inviter = data.inviter_id ? await findUserRecord(db, project.id, data.inviter_id) : undefined
  return {
    inviter_name: inviter?.display_name || inviter?.primary_email || null,
    project_names: names.slice(0, maxNames),
    project_count: names.length,
    role: data.role ?? ('developer' as const),
    recipient_email: maskEmail(data.email),
    has_account: Boolean(await findUserBySignInEmail(db, project.id, data.email.toLowerCase())),
  }
}
