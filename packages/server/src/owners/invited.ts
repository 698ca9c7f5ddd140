import { KnownError, type Routes } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import { inTransaction } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { assertPasswordSignIn } from '../password/enabled.ts'
import { assertAcceptablePassword } from '../password/requirements.ts'
import { listOwnedProjects } from '../projects/keep-owner.ts'
import { type StartedSession, startSession } from '../sessions/start.ts'
import { assertFreeSeat, hasLimitedSeats } from '../team-invitations/dashboard-seats.ts'
import { maskEmail } from '../team-invitations/invited-address.ts'
import { joinTeam } from '../team-memberships/join.ts'
import { getTeam, getTeamForUpdate } from '../teams/queries.ts'
import { emailTaken, explainTakenEmail } from '../users/create.ts'
import { findUserBySignInEmail, findUserRecord } from '../users/queries.ts'
import { signUpUser } from '../users/sign-up.ts'
import { consumeCode } from '../verification-codes/queries.ts'
import { checkCode } from '../verification-codes/use.ts'

const kind = 'team-invitation'

/**
 * Creates an account for a user who was invited to an owner team. The code was emailed to the address, so it verifies
 * it. If anything is refused, the invitation stays open, as when an existing user accepts it.
 */
export async function createInvitedOwner(
  ctx: Context,
  { code, password }: Routes['POST /internal/invited-owner']['request']['body'],
): Promise<StartedSession> {
  const { project, services } = ctx
  assertPasswordSignIn(ctx)
  const { data } = await checkCode(ctx, kind, code)
  const email = data.email.toLowerCase()
  await assertAcceptablePassword(password, { email, projectName: project.display_name })
  if (await findUserBySignInEmail(ctx.db, project.id, email)) throw emailTaken(email)
  const passwordHash = await services.passwords.hash(password)

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
