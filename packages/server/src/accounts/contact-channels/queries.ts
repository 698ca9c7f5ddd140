import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type ChannelRow = Selectable<Tables['contact_channels']>

/** The unique index that allows an email address to sign in to one account only. */
export const signInIndex = 'one_sign_in_per_value'

/**
 * The only condition for using an address to sign in with a password or a code, to reset a password and to merge with a
 * provider account.
 */
export function isSignInAddress(channel: string): string {
  return `${channel}.used_for_auth AND (${channel}.is_verified OR ${channel}.signs_in_unverified)`
}

export interface NewChannel {
  userId: string
  value: string
  isPrimary: boolean
  isVerified: boolean
  usedForAuth: boolean
  signsInUnverified?: boolean
  now: Date
}

export async function insertChannel(db: Db, projectId: string, channel: NewChannel): Promise<ChannelRow> {
  return db
    .insertInto('contact_channels')
    .values({
      project_id: projectId,
      user_id: channel.userId,
      id: randomUUID(),
      type: 'email',
      value: channel.value,
      is_primary: channel.isPrimary,
      is_verified: channel.isVerified,
      verified_at: channel.isVerified ? channel.now : null,
      // Whoever creates it as verified vouches for it: the app's server, a provider, or a code sent to the address.
      claimed_at: channel.isVerified ? channel.now : null,
      used_for_auth: channel.usedForAuth,
      signs_in_unverified: channel.signsInUnverified ?? false,
      created_at: channel.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Addresses that were used to sign up or set by the app's server can be used to sign in before they are verified. */
export async function insertPrimaryEmail(
  db: Db,
  projectId: string,
  channel: Omit<NewChannel, 'isPrimary' | 'signsInUnverified'>,
): Promise<void> {
  const { userId, value: email, usedForAuth } = channel
  if (usedForAuth) await releaseUnverified(db, projectId, { userId, email, isVerified: false })
  await insertChannel(db, projectId, { ...channel, isPrimary: true, signsInUnverified: true })
}

export async function findPrimaryEmail(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('contact_channels')
    .select(['id', 'value', 'is_verified', 'used_for_auth'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('is_primary', '=', true)
    .executeTakeFirst()
}

export async function listChannels(
  db: Db,
  projectId: string,
  filter: { userId: string | undefined; channelId: string | undefined; cursor?: string | undefined },
): Promise<BoundedList<ChannelRow>> {
  let query = db.selectFrom('contact_channels').selectAll().where('project_id', '=', projectId)
  if (filter.userId) query = query.where('user_id', '=', filter.userId)
  if (filter.channelId) query = query.where('id', '=', filter.channelId)
  return readBounded(db, query.orderBy('created_at').orderBy('id'), filter.cursor)
}

export async function findChannel(
  db: Db,
  projectId: string,
  userId: string,
  channelId: string,
): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('contact_channels')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', channelId)
    .executeTakeFirst()
}

export interface ChannelChange {
  value?: string
  is_primary?: boolean
  is_verified?: boolean
  used_for_auth?: boolean
  signs_in_unverified?: boolean
}

export async function updateChannel(
  db: Db,
  projectId: string,
  userId: string,
  channelId: string,
  change: ChannelChange,
  now: Date,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .updateTable('contact_channels')
    .set(change)
    .$if(change.is_verified !== undefined, (query) =>
      query.set(change.is_verified ? vouchFor(now) : { verified_at: null, claimed_at: null }),
    )
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', channelId)
    .execute()
}

/** An address that is verified again, or that the app's server replaces with another verified one, keeps its seniority. */
function firstVerifiedAt(now: Date) {
  return sql<Date | null>`CASE WHEN is_verified THEN verified_at ELSE ${now} END`
}

function vouchFor(now: Date) {
  const claimed_at = sql<Date | null>`CASE WHEN is_verified THEN claimed_at ELSE ${now} END`
  return { verified_at: firstVerifiedAt(now), claimed_at }
}

/** At most one channel is primary, so the flag is removed from the old one first. */
export async function unmarkPrimary(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .updateTable('contact_channels')
    .set({ is_primary: false })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('is_primary', '=', true)
    .execute()
}

export async function deleteChannel(db: Db, projectId: string, userId: string, channelId: string): Promise<void> {
  await db
    .deleteFrom('contact_channels')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', channelId)
    .execute()
}

export async function deleteOtherChannels(db: Db, projectId: string, userId: string, keptId: string): Promise<void> {
  await db
    .deleteFrom('contact_channels')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '!=', keptId)
    .execute()
}

export async function hasChannel(db: Db, projectId: string, userId: string, value: string): Promise<boolean> {
  return (await findChannelByValue(db, projectId, userId, value)) !== undefined
}

export async function findChannelByValue(
  db: Db,
  projectId: string,
  userId: string,
  value: string,
): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('contact_channels')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('value', '=', value)
    .executeTakeFirst()
}

/** Whether the account may have been created by somebody who does not own the address. */
export function isUnclaimed(channel: Pick<ChannelRow, 'signs_in_unverified' | 'claimed_at'>): boolean {
  return channel.signs_in_unverified && channel.claimed_at === null
}

/** Call it when one flow has shown both the address and the account. */
export async function markClaimed(
  db: Db,
  projectId: string,
  userId: string,
  channelId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('contact_channels')
    .set({ is_verified: true, verified_at: firstVerifiedAt(now), claimed_at: sql`coalesce(claimed_at, ${now})` })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', channelId)
    .execute()
}

/** Returns the ID of the verified channel, or undefined if the user no longer has this address. */
export async function markVerified(
  db: Db,
  projectId: string,
  userId: string,
  email: string,
  now: Date,
): Promise<string | undefined> {
  const channel = await db
    .updateTable('contact_channels')
    .set({ is_verified: true, verified_at: firstVerifiedAt(now) })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('value', '=', email)
    .returning('id')
    .executeTakeFirst()
  return channel?.id
}

/**
 * Called before an address is used to sign in. Accounts that added the address and never verified it lose it; accounts that
 * signed up with it lose it only to an account that has verified it.
 */
export async function releaseUnverified(
  db: Db,
  projectId: string,
  wanted: { userId: string; email: string; isVerified: boolean },
): Promise<void> {
  await db
    .updateTable('contact_channels')
    .set({ used_for_auth: false })
    .where('project_id', '=', projectId)
    .where('type', '=', 'email')
    .where('value', '=', wanted.email)
    .where('used_for_auth', '=', true)
    .where('is_verified', '=', false)
    .where('user_id', '!=', wanted.userId)
    .$if(!wanted.isVerified, (query) => query.where('signs_in_unverified', '=', false))
    .execute()
}

export async function listVerifiedEmails(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('contact_channels')
    .select(['value', 'verified_at', 'claimed_at'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('is_verified', '=', true)
    .execute()
}

/** Whether any account uses the address to sign in. */
export async function isUsedForAuth(db: Db, projectId: string, email: string): Promise<boolean> {
  const channel = await db
    .selectFrom('contact_channels')
    .select('id')
    .where('project_id', '=', projectId)
    .where('type', '=', 'email')
    .where('value', '=', email)
    .where('used_for_auth', '=', true)
    .executeTakeFirst()
  return channel !== undefined
}

/** Whether the user can still sign in with the address. */
export async function isSignInEmail(db: Db, projectId: string, userId: string, email: string): Promise<boolean> {
  const channel = await db
    .selectFrom('contact_channels as c')
    .select('c.id')
    .where('c.project_id', '=', projectId)
    .where('c.user_id', '=', userId)
    .where('c.type', '=', 'email')
    .where('c.value', '=', email)
    .where(sql<boolean>`${sql.raw(isSignInAddress('c'))}`)
    .executeTakeFirst()
  return channel !== undefined
}
