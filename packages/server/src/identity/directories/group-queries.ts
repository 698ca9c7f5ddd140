import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type PageOfList, type PlaceInList, readPage } from './page-queries.ts'

export type DirectoryGroupRow = Selectable<Tables['directory_groups']>

export const groupNameIndex = 'one_directory_group_name'

export interface GroupFields {
  display_name: string
  name_key: string
  external_id: string | null
}

export interface GroupPlace {
  directoryId: string
  id: string
}

export async function insertGroup(
  db: Db,
  projectId: string,
  group: GroupFields & { directory_id: string; id: string; now: Date },
): Promise<DirectoryGroupRow> {
  const { now, ...fields } = group
  return db
    .insertInto('directory_groups')
    .values({ project_id: projectId, ...fields, revision: 1, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateGroup(
  db: Db,
  projectId: string,
  { directoryId, id }: GroupPlace,
  fields: GroupFields,
  now: Date,
): Promise<DirectoryGroupRow> {
  return db
    .updateTable('directory_groups')
    .set((eb) => ({ ...fields, revision: eb('revision', '+', 1), updated_at: now }))
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteGroup(db: Db, projectId: string, { directoryId, id }: GroupPlace): Promise<void> {
  await db
    .deleteFrom('directory_groups')
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .execute()
}

export async function findGroup(
  db: Db,
  projectId: string,
  { directoryId, id }: GroupPlace,
): Promise<DirectoryGroupRow | undefined> {
  return db
    .selectFrom('directory_groups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countGroups(db: Db, projectId: string, directoryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('directory_groups')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const memberCount = sql`(
  SELECT count(*)::int FROM directory_group_members m
  WHERE m.project_id = g.project_id AND m.directory_id = g.directory_id AND m.group_id = g.id
) AS member_count`

export async function listGroups(
  db: Db,
  projectId: string,
  directoryId: string,
  condition: RawBuilder<unknown>,
  place: PlaceInList,
): Promise<PageOfList<DirectoryGroupRow & { member_count: number }>> {
  const found = sql`FROM directory_groups g
    WHERE g.project_id = ${projectId} AND g.directory_id = ${directoryId} AND ${condition}`
  return readPage(db, { columns: sql`g.*, ${memberCount}`, found, order: sql`g.created_at, g.id` }, place)
}

interface GroupSummary {
  id: string
  display_name: string
  member_count: number
  permission_ids: string[]
}

/** By name, with what its roles give. */
export async function listGroupSummaries(db: Db, projectId: string, directoryId: string, cursor: string | undefined) {
  return readBounded<GroupSummary>(
    db,
    sql<GroupSummary>`
    SELECT g.id, g.display_name, ${memberCount}, ARRAY(
      SELECT DISTINCT r.permission_id FROM directory_roles r
      WHERE r.project_id = g.project_id AND r.directory_id = g.directory_id AND r.group_key IN (g.name_key, g.id::text)
      ORDER BY 1
    ) AS permission_ids
    FROM directory_groups g WHERE g.project_id = ${projectId} AND g.directory_id = ${directoryId}
    ORDER BY g.name_key, g.id`,
    cursor,
  )
}

/** Those of the IDs that are users of the directory. */
export async function listKnownUsers(db: Db, projectId: string, directoryId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM directory_users
    WHERE project_id = ${projectId} AND directory_id = ${directoryId} AND id = ANY(${ids}::uuid[]) AND deleted_at IS NULL`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function listMemberIds(db: Db, projectId: string, { directoryId, id }: GroupPlace): Promise<string[]> {
  const rows = await db
    .selectFrom('directory_group_members')
    .select('directory_user_id')
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('group_id', '=', id)
    .execute()
  return rows.map(({ directory_user_id }) => directory_user_id)
}

export interface GroupMember {
  group_id: string
  value: string
  display: string
}

export async function listMembers(
  db: Db,
  projectId: string,
  directoryId: string,
  groupIds: string[],
): Promise<GroupMember[]> {
  if (groupIds.length === 0) return []
  const { rows } = await sql<GroupMember>`
    SELECT m.group_id, m.directory_user_id AS value, left(coalesce(u.attributes ->> 'displayName', u.user_name), 256) AS display
    FROM directory_group_members m
    JOIN directory_users u ON u.project_id = m.project_id AND u.directory_id = m.directory_id AND u.id = m.directory_user_id
    WHERE m.project_id = ${projectId} AND m.directory_id = ${directoryId} AND m.group_id = ANY(${groupIds}::uuid[])
    ORDER BY m.group_id, m.directory_user_id`.execute(db)
  return rows
}

/** Returns who was not in the group before. */
export async function insertMembers(
  db: Db,
  projectId: string,
  { directoryId, id }: GroupPlace,
  userIds: string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    INSERT INTO directory_group_members (project_id, directory_id, group_id, directory_user_id)
    SELECT ${projectId}, ${directoryId}::uuid, ${id}::uuid, unnest(${userIds}::uuid[])
    ON CONFLICT DO NOTHING RETURNING directory_user_id AS id`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns who was in the group before. */
export async function deleteMembers(
  db: Db,
  projectId: string,
  { directoryId, id }: GroupPlace,
  userIds: string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    DELETE FROM directory_group_members
    WHERE project_id = ${projectId} AND directory_id = ${directoryId} AND group_id = ${id}
      AND directory_user_id = ANY(${userIds}::uuid[])
    RETURNING directory_user_id AS id`.execute(db)
  return rows.map((row) => row.id)
}
