import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type PageOfList, type PlaceInList, readPage } from './page-queries.ts'

export type DirectoryUserRow = Selectable<Tables['directory_users']>

/** The unique indexes of user names, addresses and accounts. */
export const userIndexes = ['one_directory_user_name', 'one_directory_email', 'one_directory_account'] as const

export interface UserFields {
  user_name: string
  user_name_key: string
  external_id: string | null
  email: string
  is_active: boolean
  attributes: string
}

export async function insertDirectoryUser(
  db: Db,
  projectId: string,
  user: UserFields & { directory_id: string; id: string; user_id: string; was_created: boolean; now: Date },
): Promise<DirectoryUserRow> {
  const { now, ...fields } = user
  return db
    .insertInto('directory_users')
    .values({
      project_id: projectId,
      ...fields,
      revision: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Also brings back a user who was deleted. */
export async function updateDirectoryUser(
  db: Db,
  projectId: string,
  { directoryId, id }: { directoryId: string; id: string },
  fields: UserFields,
  now: Date,
): Promise<DirectoryUserRow> {
  return db
    .updateTable('directory_users')
    .set((eb) => ({ ...fields, revision: eb('revision', '+', 1), updated_at: now, deleted_at: null }))
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markUserDeleted(
  db: Db,
  projectId: string,
  { directoryId, id }: { directoryId: string; id: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('directory_users')
    .set({ deleted_at: now, is_active: false })
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('directory_group_members')
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('directory_user_id', '=', id)
    .execute()
}

/** Not one that was deleted. */
export async function findDirectoryUser(
  db: Db,
  projectId: string,
  directoryId: string,
  id: string,
): Promise<DirectoryUserRow | undefined> {
  return db
    .selectFrom('directory_users')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The entry of an account, even if it was deleted. */
export async function findEntryOfAccount(
  db: Db,
  projectId: string,
  directoryId: string,
  userId: string,
): Promise<DirectoryUserRow | undefined> {
  return db
    .selectFrom('directory_users')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function listDirectoryUsers(
  db: Db,
  projectId: string,
  directoryId: string,
  condition: RawBuilder<unknown>,
  place: PlaceInList,
): Promise<PageOfList<DirectoryUserRow>> {
  const found = sql`FROM directory_users u
    WHERE u.project_id = ${projectId} AND u.directory_id = ${directoryId} AND u.deleted_at IS NULL AND ${condition}`
  return readPage(db, { columns: sql`u.*`, found, order: sql`u.created_at, u.id` }, place)
}

/** The account that signs in with the address, verified or not. */
export async function findAccountByAddress(db: Db, projectId: string, email: string) {
  return db
    .selectFrom('contact_channels')
    .select(['user_id', 'is_verified'])
    .where('project_id', '=', projectId)
    .where('type', '=', 'email')
    .where('value', '=', email)
    .where('used_for_auth', '=', true)
    .executeTakeFirst()
}

/** Whether the user is in another team in which they are not alone, as they are in a personal one. */
export async function isInAnotherTeam(db: Db, projectId: string, teamId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM team_memberships m
    WHERE m.project_id = ${projectId} AND m.user_id = ${userId} AND m.team_id <> ${teamId} AND EXISTS (
      SELECT FROM team_memberships o
      WHERE o.project_id = m.project_id AND o.team_id = m.team_id AND o.user_id <> m.user_id
    ) LIMIT 1`.execute(db)
  return rows.length > 0
}
