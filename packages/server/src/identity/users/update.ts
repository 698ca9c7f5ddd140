import { type HandlerInput, KnownError, type userRoutes } from '@latchkey/contract'
import type { Updateable } from 'kysely'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { deleteJuniorUndoCodes } from '../../accounts/account-notices/undo-codes.ts'
import {
  deleteChannel,
  findPrimaryEmail,
  hasChannel,
  insertPrimaryEmail,
  releaseUnverified,
  updateChannel,
} from '../../accounts/contact-channels/queries.ts'
import { endSessionsBeforeFactor, endSessionsOfUser } from '../../accounts/sessions/end.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { recordUpdate } from '../../accounts/users/audit.ts'
import type { ServerUserBody } from '../../accounts/users/body.ts'
import { isTeamMember } from '../../accounts/users/membership-queries.ts'
import { findUserForUpdate, refreshSearchText, type UserRecord } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import { sealTotpSecret } from '../../accounts/users/totp-secret.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { toJsonText } from '../../platform/db/json-text.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { deleteUnusedImages, storeImage } from '../../platform/files/images.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { personalTeamName, renamePersonalTeams } from '../../teams/queries.ts'
import { notePasskeyFactor } from '../mfa/passkey-factor.ts'
import { keepRequiredFactor } from '../mfa/required-factor.ts'
import { recordRemoval } from '../passkey/manage.ts'
import { deletePasskeysOfUser } from '../passkey/queries.ts'
import { bcryptMaxCost, isImportableHash } from '../password/hash.ts'
import { assertUnlistedPassword, hashNewPassword } from '../password/requirements.ts'
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts'
import { explainTakenEmail } from './create.ts'
import { keepLastMethod } from './last-method.ts'
import { updateUserRow } from './queries.ts'

export type UserUpdate = HandlerInput<(typeof userRoutes)['PATCH /users/{user_id}']>['body']

/**
 * Changes a user in one transaction. The contract has restricted `update` to what the caller's access level may change.
 * Users who change their own account are notified by email of security-relevant changes.
 */
export async function updateUser(
  ctx: Context,
  userId: string,
  update: UserUpdate,
  person?: UserRecord,
): Promise<ServerUserBody> {
  if (update.passkey_auth_enabled) {
    throw new PlainError(400, 'A passkey can only be added by registering one.')
  }
  const passwordHash = await readNewPasswordHash(ctx, update)
  return inTransaction(ctx.db, async (trx) => {
    await applyUpdate(trx, ctx, userId, { update, passwordHash, person })
    return announceUpdate(trx, ctx, userId)
  })
}

/** Undefined leaves the password unchanged, null removes it. */
export async function readNewPasswordHash(
  ctx: Context,
  given: { password?: string | null | undefined; password_hash?: string | undefined },
): Promise<string | null | undefined> {
  if (given.password !== undefined && given.password_hash !== undefined) {
    throw new PlainError(400, 'Give either password or password_hash, not both.')
  }
  if (given.password_hash !== undefined) {
    if (!isImportableHash(given.password_hash)) {
      const message = `password_hash must be a bcrypt hash ($2a$, $2b$ or $2y$) of a cost of 4 to ${bcryptMaxCost}.`
      throw new PlainError(400, message)
    }
    return given.password_hash
  }
  if (typeof given.password !== 'string') return given.password
  await assertUnlistedPassword(given.password)
  return hashNewPassword(ctx, given.password)
}

interface UpdateParts {
  update: UserUpdate
  passwordHash: string | null | undefined
  person: UserRecord | undefined
}

async function applyUpdate(
  trx: Db,
  ctx: Context,
  userId: string,
  { update, passwordHash, person }: UpdateParts,
): Promise<void> {
  const projectId = ctx.project.id
  const user = await findUserForUpdate(trx, projectId, userId)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  if (passwordHash && !user.password_hash && !ctx.project.config.auth.password.allowSignIn) {
    throw new PlainError(400, 'Password sign-in is not enabled for this project.')
  }
  if (update.otp_auth_enabled && !user.otp_auth_enabled && !ctx.project.config.auth.otp.allowSignIn) {
    throw new PlainError(400, 'Sign-in by one-time code is not enabled for this project.')
  }
  if (update.passkey_mfa_enabled && !user.has_passkey) {
    throw new PlainError(400, 'The user has no passkey. Register one before it becomes the second factor.')
  }
  // Two requests that each set up the first second factor: the later one must not replace what the user has just scanned.
  const setsUp = update.totp_secret_base64 || update.passkey_mfa_enabled
  if (person && setsUp && hasSecondFactor(user) && !hasSecondFactor(person)) {
    throw new PlainError(409, 'A second factor was set up in the meantime. Reload the page to see it.')
  }
  const teamId = update.selected_team_id
  if (teamId && !(await isTeamMember(trx, projectId, teamId, userId))) {
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
  }

  const before = person && (await rememberAccount(trx, projectId, userId))
  const changes = toColumns(ctx, update)
  if (passwordHash !== undefined) changes.password_hash = passwordHash
  if (update.profile_image_url !== undefined) {
    changes.profile_image_url = await replaceImage(trx, ctx, userId, update.profile_image_url)
  }
  const save = () => saveChanges(trx, ctx, userId, changes, update)
  const { passkey_auth_enabled } = update
  if (passkey_auth_enabled === false || update.otp_auth_enabled === false) await keepLastMethod(trx, ctx, userId, save)
  else await save()
  if (person) await keepRequiredFactor(trx, ctx, person, user)
  // Codes go with the second factor, and a new one starts without any.
  const { totp_secret_base64: totp } = update
  const keepsFactor = hasSecondFactor(user) && (Boolean(totp) || user.passkey_mfa_enabled)
  if (totp !== undefined && !keepsFactor) await deleteRecoveryCodes(trx, projectId, userId)
  await notePasskeyFactor(trx, ctx, user, before)
  if (setsUp && !hasSecondFactor(user)) await endSessionsBeforeFactor(trx, ctx, userId)
  const emailBefore = await updatePrimaryEmail(trx, ctx, userId, update)
  if (passwordHash && !user.password_hash && !(await findPrimaryEmail(trx, projectId, userId))) {
    throw new PlainError(400, 'The user has no primary email to sign in with.')
  }
  // The row is locked before sessions are ended, so that a sign-in with the old password cannot happen in between.
  if (passwordHash !== undefined) await endSessionsOfUser(trx, ctx, userId, 'password_changed')
  if (update.display_name !== undefined || update.primary_email !== undefined) {
    await refreshSearchText(trx, projectId, userId)
  }
  if (update.is_anonymous === false && user.is_anonymous) {
    const name = { displayName: update.display_name ?? null, primaryEmail: update.primary_email ?? null }
    await renamePersonalTeams(trx, projectId, userId, personalTeamName(name))
  }
  await recordUpdate(trx, ctx, { ...user, primary_email: emailBefore }, update)
  if (!before) return endUndoLinks(trx, ctx, userId, update, emailBefore)
  if (passwordHash !== undefined) await announceChange(trx, ctx, before, 'password_changed')
  if (update.totp_secret_base64) await announceChange(trx, ctx, before, 'second_factor_enabled')
  if (update.totp_secret_base64 === null && user.requires_totp) {
    await announceChange(trx, ctx, before, 'second_factor_disabled')
  }
  if (passkey_auth_enabled === false && user.has_passkey) await announceChange(trx, ctx, before, 'passkey_removed')
}

async function saveChanges(
  trx: Db,
  ctx: Context,
  userId: string,
  changes: Updateable<Tables['users']>,
  { passkey_auth_enabled }: UserUpdate,
): Promise<void> {
  if (Object.keys(changes).length > 0) await updateUserRow(trx, ctx.project.id, userId, changes)
  if (passkey_auth_enabled !== false) return
  for (const passkey of await deletePasskeysOfUser(trx, ctx.project.id, userId)) await recordRemoval(trx, ctx, passkey)
}

/** When the app's server changes how a user signs in, nobody but the user's most senior address may undo earlier changes. */
async function endUndoLinks(
  trx: Db,
  ctx: Context,
  userId: string,
  update: UserUpdate,
  emailBefore: string | null,
): Promise<void> {
  const { primary_email, primary_email_verified, password, password_hash } = update
  const { totp_secret_base64, passkey_mfa_enabled } = update
  const factors = [totp_secret_base64, passkey_mfa_enabled]
  const changed = [primary_email, primary_email_verified, password, password_hash, ...factors]
  if (changed.every((value) => value === undefined)) return
  const isRemoved = emailBefore !== null && primary_email !== undefined && primary_email !== emailBefore
  const removedByServer = isRemoved ? [emailBefore] : []
  await deleteJuniorUndoCodes(trx, ctx.project.id, userId, { removedByServer })
}

async function replaceImage(trx: Db, ctx: Context, userId: string, url: string | null): Promise<string | null> {
  const owner = { folder: 'user-profile-images' as const, ownerId: userId }
  const stored = await storeImage(trx, ctx.project.id, {
    ...owner,
    url,
    access: ctx.access,
    baseUrl: ctx.platform.config.url,
    now: ctx.now(),
  })
  await deleteUnusedImages(trx, ctx.project.id, owner, [stored])
  return stored
}

function toColumns(ctx: Context, update: UserUpdate): Updateable<Tables['users']> {
  const changes: Updateable<Tables['users']> = {}
  if (update.display_name !== undefined) changes.display_name = update.display_name || null
  if (update.locale !== undefined) changes.locale = update.locale
  if (update.client_metadata !== undefined) changes.client_metadata = toJsonText(update.client_metadata)
  if (update.client_read_only_metadata !== undefined) {
    changes.client_read_only_metadata = toJsonText(update.client_read_only_metadata)
  }
  if (update.server_metadata !== undefined) changes.server_metadata = toJsonText(update.server_metadata)
  if (update.selected_team_id !== undefined) changes.selected_team_id = update.selected_team_id
  if (update.otp_auth_enabled !== undefined) changes.otp_auth_enabled = update.otp_auth_enabled
  if (update.passkey_mfa_enabled !== undefined) changes.passkey_mfa_enabled = update.passkey_mfa_enabled
  if (update.is_anonymous !== undefined) changes.is_anonymous = update.is_anonymous
  if (update.totp_secret_base64 !== undefined) {
    changes.totp_secret_encrypted = sealTotpSecret(ctx, update.totp_secret_base64)
    changes.requires_totp = update.totp_secret_base64 !== null
    changes.last_totp_step = null
    changes.second_factor_ends_at = null
    changes.earlier_totp_secret_encrypted = null
  }
  return changes
}

/**
 * The primary email is the user's primary contact channel; these fields of a user are fields of that channel. Returns
 * its previous state if the update changes it.
 */
async function updatePrimaryEmail(trx: Db, ctx: Context, userId: string, update: UserUpdate): Promise<string | null> {
  const { primary_email, primary_email_verified, primary_email_auth_enabled } = update
  if (primary_email === undefined && primary_email_verified === undefined && primary_email_auth_enabled === undefined) {
    return null
  }
  const projectId = ctx.project.id
  const channel = await findPrimaryEmail(trx, projectId, userId)
  const before = channel?.value ?? null
  const hasEmailAfterwards = primary_email === undefined ? channel !== undefined : primary_email !== null
  if (!hasEmailAfterwards && (primary_email_verified || primary_email_auth_enabled)) {
    throw new PlainError(400, 'The user has no primary email to verify or sign in with.')
  }
  if (primary_email === null) {
    if (channel) await deleteChannel(trx, projectId, userId, channel.id)
    return before
  }
  const value = primary_email ?? channel?.value
  if (value === undefined) return before
  if (value !== channel?.value && (await hasChannel(trx, projectId, userId, value))) {
    throw new PlainError(400, 'The user already has this email as a non-primary one.')
  }
  const isVerified = primary_email_verified ?? channel?.is_verified ?? false
  const usedForAuth = primary_email_auth_enabled ?? channel?.used_for_auth ?? false
  try {
    if (channel) {
      if (usedForAuth) await releaseUnverified(trx, projectId, { userId, email: value, isVerified: false })
      const change = { value, is_verified: isVerified, used_for_auth: usedForAuth }
      // An address set by the app's server is treated like one from a sign-up.
      const vouched = primary_email === undefined ? {} : { signs_in_unverified: true }
      await updateChannel(trx, projectId, userId, channel.id, { ...change, ...vouched }, ctx.now())
    } else {
      await insertPrimaryEmail(trx, projectId, { userId, value, isVerified, usedForAuth, now: ctx.now() })
    }
  } catch (error) {
    throw explainTakenEmail(error, value)
  }
  return before
}
