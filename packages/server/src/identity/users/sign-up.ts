import {
  findChannelByValue,
  findPrimaryEmail,
  insertPrimaryEmail,
  releaseUnverified,
  unmarkPrimary,
  updateChannel,
} from '../../accounts/contact-channels/queries.ts'
import { endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { recordCreation } from '../../accounts/users/audit.ts'
import { findUserRecord, refreshSearchText, type UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { personalTeamName, renamePersonalTeams } from '../../teams/queries.ts'
import { insertUser, type NewUser } from './create.ts'
import { upgradeAnonymousUser } from './queries.ts'

export interface SignUp {
  displayName?: string | null
  profileImageUrl?: string | null
  /** What the app is shown in. If it is not given, what the request prefers. */
  locale?: string | null
  primaryEmail: NonNullable<NewUser['primaryEmail']> | null
  passwordHash?: string
  otpAuthEnabled?: boolean
}

/**
 * Creates an account, or upgrades the account of an anonymous caller, which keeps its id and data. Must be called in a
 * transaction; the caller must be looked up before, because that takes its own connection.
 */
export async function signUpUser(
  db: Db,
  ctx: Context,
  caller: UserRecord | undefined,
  signUp: SignUp,
): Promise<UserRecord> {
  const locale = signUp.locale ?? findRequestLocale(ctx)
  const wasUpgraded = caller?.is_anonymous
    ? await upgradeUser(db, ctx, caller.id, { ...signUp, locale: caller.locale ?? locale })
    : false
  if (!wasUpgraded) await ctx.platform.quotas.assertRoomForUser(db, ctx.project.id, ctx.access)
  const id = caller && wasUpgraded ? caller.id : await insertUser(db, ctx.project, { ...signUp, locale }, ctx.now())
  const user = (await findUserRecord(db, ctx.project.id, id))!
  if (wasUpgraded) await recordAudit(db, ctx, { action: 'user.upgraded', target: { type: 'user', id } })
  else await recordCreation(db, ctx, user)
  return user
}

/** False if a concurrent sign-up was faster: a user who is no longer anonymous gets a second account. */
async function upgradeUser(db: Db, ctx: Context, userId: string, signUp: SignUp): Promise<boolean> {
  const projectId = ctx.project.id
  const wasAnonymous = await upgradeAnonymousUser(db, projectId, userId, {
    ...(signUp.passwordHash ? { password_hash: signUp.passwordHash } : {}),
    ...(signUp.otpAuthEnabled ? { otp_auth_enabled: true } : {}),
    ...(signUp.displayName ? { display_name: signUp.displayName } : {}),
    ...(signUp.locale ? { locale: signUp.locale } : {}),
    ...(signUp.profileImageUrl ? { profile_image_url: signUp.profileImageUrl } : {}),
  })
  if (!wasAnonymous) return false
  if (signUp.primaryEmail) await setPrimaryEmail(db, ctx, userId, signUp.primaryEmail)
  await refreshSearchText(db, projectId, userId)
  const name = { displayName: signUp.displayName ?? null, primaryEmail: signUp.primaryEmail?.value ?? null }
  await renamePersonalTeams(db, projectId, userId, personalTeamName(name))
  // A holder of the anonymous session must not gain access to the account, so the response contains a new session.
  await endSessionsOfUser(db, ctx, userId, 'user_upgraded')
  await announceUpdate(db, ctx, userId)
  return true
}

/** The anonymous user may already have addresses, including this one. */
async function setPrimaryEmail(
  db: Db,
  ctx: Context,
  userId: string,
  email: NonNullable<SignUp['primaryEmail']>,
): Promise<void> {
  const projectId = ctx.project.id
  if (email.usedForAuth) await releaseUnverified(db, projectId, { userId, email: email.value, isVerified: false })
  const own = await findChannelByValue(db, projectId, userId, email.value)
  if (own && !own.is_primary) {
    await unmarkPrimary(db, projectId, userId)
    const change = {
      is_primary: true,
      is_verified: email.isVerified || own.is_verified,
      used_for_auth: email.usedForAuth || own.used_for_auth,
      signs_in_unverified: true,
    }
    return updateChannel(db, projectId, userId, own.id, change, ctx.now())
  }
  const channel = await findPrimaryEmail(db, projectId, userId)
  if (!channel) return insertPrimaryEmail(db, projectId, { userId, ...email, now: ctx.now() })
  const change = {
    value: email.value,
    is_verified: email.isVerified,
    used_for_auth: email.usedForAuth,
    signs_in_unverified: true,
  }
  await updateChannel(db, projectId, userId, channel.id, change, ctx.now())
}
