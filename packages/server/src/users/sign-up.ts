import { recordAudit } from '../audit/record.ts'
import { insertPrimaryEmail } from '../contact-channels/queries.ts'
import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { deleteSessionsOfUser } from '../sessions/queries.ts'
import { personalTeamName, renamePersonalTeams } from '../teams/queries.ts'
import { announceUpdate } from './announce.ts'
import { insertUser, type NewUser } from './create.ts'
import { findUserRecord, refreshSearchText, type UserRecord } from './queries.ts'

export interface SignUp {
  primaryEmail: NonNullable<NewUser['primaryEmail']>
  passwordHash?: string
  otpAuthEnabled?: boolean
}

/**
 * A new account, or the account that an anonymous caller already has: it keeps its id and data and becomes a regular
 * one. To be called in a transaction.
 */
export async function signUpUser(db: Db, ctx: Context, signUp: SignUp): Promise<UserRecord> {
  const caller = await ctx.findUser()
  const wasUpgraded = caller?.is_anonymous ? await upgradeUser(db, ctx, caller.id, signUp) : false
  const id = caller && wasUpgraded ? caller.id : await insertUser(db, ctx.project, signUp, ctx.now())
  await recordAudit(db, ctx, { action: wasUpgraded ? 'user.upgraded' : 'user.created', target: { type: 'user', id } })
  return (await findUserRecord(db, ctx.project.id, id))!
}

/** False when another sign-up was faster: who is not anonymous any more gets a second account, like everybody. */
async function upgradeUser(db: Db, ctx: Context, userId: string, signUp: SignUp): Promise<boolean> {
  const projectId = ctx.project.id
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      is_anonymous: false,
      ...(signUp.passwordHash ? { password_hash: signUp.passwordHash } : {}),
      ...(signUp.otpAuthEnabled ? { otp_auth_enabled: true } : {}),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('is_anonymous', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await insertPrimaryEmail(db, projectId, { userId, ...signUp.primaryEmail, now: ctx.now() })
  await refreshSearchText(db, projectId, userId)
  const name = personalTeamName({ displayName: null, primaryEmail: signUp.primaryEmail.value })
  await renamePersonalTeams(db, projectId, userId, name)
  // Who held the anonymous session must not hold the account: the answer carries a session of its own.
  await deleteSessionsOfUser(db, projectId, userId)
  await announceUpdate(db, ctx, userId)
  return true
}
