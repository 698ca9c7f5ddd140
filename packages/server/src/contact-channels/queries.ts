import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type ChannelRow = Selectable<Tables['contact_channels']>

/** The index that lets an e-mail sign in to one account only. */
export const signInIndex = 'one_sign_in_per_value'

export interface NewChannel {
  userId: string
  value: string
  isPrimary: boolean
  isVerified: boolean
  usedForAuth: boolean
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
      created_at: channel.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertPrimaryEmail(
  db: Db,
  projectId: string,
  channel: Omit<NewChannel, 'isPrimary'>,
): Promise<void> {
  await insertChannel(db, projectId, { ...channel, isPrimary: true })
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
  filter: { userId: string | undefined; channelId: string | undefined },
): Promise<ChannelRow[]> {
  let query = db.selectFrom('contact_channels').selectAll().where('project_id', '=', projectId)
  if (filter.userId) query = query.where('user_id', '=', filter.userId)
  if (filter.channelId) query = query.where('id', '=', filter.channelId)
  return query.orderBy('created_at').orderBy('id').execute()
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

/** Whether the user still signs in with the address. */
export async function isSignInEmail(db: Db, projectId: string, userId: string, email: string): Promise<boolean> {
  const channel = await db
    .selectFrom('contact_channels')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('value', '=', email)
    .where('used_for_auth', '=', true)
    .executeTakeFirst()
  return channel !== undefined
}
