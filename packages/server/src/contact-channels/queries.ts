import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type BoundedList, readBounded } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type ChannelRow = Selectable<Tables['contact_channels']>

/** The index that lets an e-mail sign in to one account only. */
export const signInIndex = 'one_sign_in_per_value'

/**
 * What makes an address count for signing in with a password or a code, for resets and for merging with a provider's
 * account. Nothing else decides it.
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
      used_for_auth: channel.usedForAuth,
      signs_in_unverified: channel.signsInUnverified ?? false,
      created_at: channel.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The address of a sign-up, or one that the app's server vouches for: it signs in before it is verified. */
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
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .updateTable('contact_channels')
    .set(change)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', channelId)
    .execute()
}

/** At most one channel is the primary one, so the mark is taken away before it is given. */
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

/** The id of the channel that is verified from now on, unless the user has none with this address any more. */
export async function markVerified(
  db: Db,
  projectId: string,
  userId: string,
  email: string,
): Promise<string | undefined> {
  const channel = await db
    .updateTable('contact_channels')
    .set({ is_verified: true })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('value', '=', email)
    .returning('id')
    .executeTakeFirst()
  return channel?.id
}

/**
 * Somebody is about to sign in with the address. Whoever only added it to their account and never verified it gives
 * way; whoever signed up with it does so only for somebody who has verified it.
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

export async function listVerifiedEmails(db: Db, projectId: string, userId: string): Promise<string[]> {
  const channels = await db
    .selectFrom('contact_channels')
    .select('value')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('is_verified', '=', true)
    .execute()
  return channels.map(({ value }) => value)
}

/** Whether anybody has the address marked for sign-in. */
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

/** Whether the user still signs in with the address. */
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
