import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'

/** The index that lets an e-mail sign in to one account only. */
export const signInIndex = 'one_sign_in_per_value'

export async function insertPrimaryEmail(
  db: Db,
  projectId: string,
  channel: { userId: string; value: string; isVerified: boolean; usedForAuth: boolean; now: Date },
): Promise<void> {
  await db
    .insertInto('contact_channels')
    .values({
      project_id: projectId,
      user_id: channel.userId,
      id: randomUUID(),
      type: 'email',
      value: channel.value,
      is_primary: true,
      is_verified: channel.isVerified,
      used_for_auth: channel.usedForAuth,
      created_at: channel.now,
    })
    .execute()
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

export async function updateChannel(
  db: Db,
  projectId: string,
  userId: string,
  channelId: string,
  change: { value?: string; is_verified?: boolean; used_for_auth?: boolean },
): Promise<void> {
  await db
    .updateTable('contact_channels')
    .set(change)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', channelId)
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
  const channel = await db
    .selectFrom('contact_channels')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('value', '=', value)
    .executeTakeFirst()
  return channel !== undefined
}

export async function markVerified(db: Db, projectId: string, userId: string, email: string): Promise<boolean> {
  const result = await db
    .updateTable('contact_channels')
    .set({ is_verified: true })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('value', '=', email)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
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
