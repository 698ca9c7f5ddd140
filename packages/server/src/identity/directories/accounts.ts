import { randomUUID } from 'node:crypto'
import { deleteJuniorUndoCodes } from '../../accounts/account-notices/undo-codes.ts'
import { readSignInEmail } from '../../accounts/contact-channels/address.ts'
import {
  findPrimaryEmail,
  hasChannel,
  releaseUnverified,
  updateChannel,
} from '../../accounts/contact-channels/queries.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { recordCreation } from '../../accounts/users/audit.ts'
import { findUserForUpdate, findUserRecord, refreshSearchText } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { domainOfAddress } from '../connections/domains/name.ts'
import { isProvenDomain } from '../connections/domains/queries.ts'
import { claimAccount } from '../users/claim.ts'
import { insertUser } from '../users/create.ts'
import { updateUserRow } from '../users/queries.ts'
import { invalidValue, ScimError } from './scim/errors.ts'
import { type DirectoryUserRow, findAccountByAddress } from './user-queries.ts'

export function readAddress(given: string): string {
  const address = readSignInEmail(given)
  if (!address) throw invalidValue(`${JSON.stringify(given.trim().slice(0, 100))} is not an email address.`)
  return address
}

/**
 * Refuses every address outside of the domains that the team has proven, whether or not it belongs to somebody: the
 * answer must not tell who uses the app.
 */
export async function assertProvenAddress(trx: Db, ctx: Context, teamId: string, email: string): Promise<void> {
  const domain = domainOfAddress(email)
  if (await isProvenDomain(trx, ctx.project.id, teamId, domain)) return
  throw new ScimError(409, undefined, `The team has not proven the domain ${domain}, so ${email} cannot be added.`)
}

/**
 * The account of a proven address: the one that has verified it, or a new one. Whoever owns the domain decides who has the
 * address, so the new account has it verified. Nobody is sent an email.
 */
export async function findOrCreateAccount(
  trx: Db,
  ctx: Context,
  { email, displayName }: { email: string; displayName: string | null },
): Promise<{ userId: string; isNew: boolean }> {
  const projectId = ctx.project.id
  const owner = await findAccountByAddress(trx, projectId, email)
  if (owner?.is_verified) {
    const userId = owner.user_id
    if (!(await findUserForUpdate(trx, projectId, userId))) throw takenMeanwhile()
    // Somebody else may have created the account; then it is handed over without their way in.
    await claimAccount(trx, ctx, { userId, email, method: 'directory', sessionId: undefined })
    return { userId, isNew: false }
  }
  await ctx.platform.quotas.assertRoomForUser(trx, projectId, ctx.access)
  const id = randomUUID()
  // An account that never verified the address loses it.
  await releaseUnverified(trx, projectId, { userId: id, email, isVerified: true })
  const primaryEmail = { value: email, isVerified: true, usedForAuth: true }
  await insertUser(trx, ctx.project, { id, displayName, primaryEmail }, ctx.now())
  await recordCreation(trx, ctx, (await findUserRecord(trx, projectId, id))!)
  return { userId: id, isNew: true }
}

interface Described {
  email: string
  displayName: string | null
}

/**
 * Name and address of an account that the directory made follow it, as long as nobody else has changed them. Of an account
 * that existed before, nothing changes. The user must be locked.
 */
export async function followDirectory(
  trx: Db,
  ctx: Context,
  { user_id: userId, was_created }: DirectoryUserRow,
  before: Described,
  after: Described,
): Promise<void> {
  const projectId = ctx.project.id
  const isReaddressed = after.email !== before.email
  if (isReaddressed) {
    const owner = await findAccountByAddress(trx, projectId, after.email)
    if (owner?.is_verified && owner.user_id !== userId) throw addressTaken(after.email)
  }
  if (!was_created) return
  const isNamed = after.displayName !== before.displayName && (await rename(trx, ctx, userId, before, after))
  const isMoved = isReaddressed && (await readdress(trx, ctx, userId, before.email, after.email))
  if (!isNamed && !isMoved) return
  await refreshSearchText(trx, projectId, userId)
  await announceUpdate(trx, ctx, userId)
}

async function rename(trx: Db, ctx: Context, userId: string, before: Described, after: Described): Promise<boolean> {
  const user = await findUserForUpdate(trx, ctx.project.id, userId)
  if (user?.display_name !== before.displayName) return false
  await updateUserRow(trx, ctx.project.id, userId, { display_name: after.displayName })
  return true
}

async function readdress(trx: Db, ctx: Context, userId: string, from: string, to: string): Promise<boolean> {
  const projectId = ctx.project.id
  const channel = await findPrimaryEmail(trx, projectId, userId)
  if (channel?.value !== from || (await hasChannel(trx, projectId, userId, to))) return false
  await releaseUnverified(trx, projectId, { userId, email: to, isVerified: true })
  const change = { value: to, is_verified: true, used_for_auth: true }
  await updateChannel(trx, projectId, userId, channel.id, change, ctx.now())
  await deleteJuniorUndoCodes(trx, projectId, userId, { removedByServer: [from] })
  await recordAudit(trx, ctx, {
    action: 'user.updated',
    target: { type: 'user', id: userId },
    details: { fields: ['primary_email'], primary_email: { from, to } },
  })
  return true
}

export function addressTaken(email: string): ScimError {
  return new ScimError(409, 'uniqueness', `Another user has the address ${email}.`)
}

function takenMeanwhile(): ScimError {
  return new ScimError(409, undefined, 'The account was deleted at the same moment. Please try again.')
}
