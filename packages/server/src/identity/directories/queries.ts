import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashToken } from '../../platform/secrets.ts'

export type DirectoryRow = Selectable<Tables['directories']>

export const directoryIndex = 'one_directory_per_team'

export async function insertDirectory(
  db: Db,
  projectId: string,
  directory: { id: string; teamId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('directories')
    .values({ project_id: projectId, id: directory.id, team_id: directory.teamId, created_at: directory.now })
    .execute()
}

export async function findDirectory(db: Db, projectId: string, id: string): Promise<DirectoryRow | undefined> {
  return selectDirectory(db, projectId, id).executeTakeFirst()
}

/**
 * Locks the directory until the end of the transaction: its changes run one after the other, so that none of them decides
 * by what another one is about to change.
 */
export async function findDirectoryForUpdate(db: Db, projectId: string, id: string): Promise<DirectoryRow | undefined> {
  return selectDirectory(db, projectId, id).forNoKeyUpdate().executeTakeFirst()
}

function selectDirectory(db: Db, projectId: string, id: string) {
  return db.selectFrom('directories').selectAll().where('project_id', '=', projectId).where('id', '=', id)
}

/** Its users first, in batches: a single statement for a large directory would exceed the statement timeout. */
export async function deleteDirectory(db: Db, projectId: string, id: string): Promise<boolean> {
  const ofDirectory = sql`project_id = ${projectId} AND directory_id = ${id}`
  await deleteInBatches(db, 'directory_group_members', ofDirectory)
  await deleteInBatches(db, 'directory_users', ofDirectory)
  const { numDeletedRows } = await db
    .deleteFrom('directories')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface ListedDirectory extends DirectoryRow {
  tokens: { last_four: string; created_at: string; expires_at: string | null; last_used_at: string | null }[]
  roles: { group: string; permission_id: string }[]
  user_count: number
  deactivated_user_count: number
  group_count: number
  /** Of the project’s settings. */
  revision: number
}

/** Oldest first. */
export async function listDirectories(
  db: Db,
  projectId: string,
  { id, teamId, cursor, now }: { id?: string; teamId?: string | undefined; cursor?: string | undefined; now: Date },
) {
  return readBounded<ListedDirectory>(
    db,
    sql<ListedDirectory>`
    SELECT d.*, (
      SELECT coalesce(json_agg(json_build_object('last_four', t.last_four, 'created_at', t.created_at,
        'expires_at', t.expires_at, 'last_used_at', t.last_used_at) ORDER BY t.created_at DESC), '[]')
      FROM directory_tokens t
      WHERE t.project_id = d.project_id AND t.directory_id = d.id AND (t.expires_at IS NULL OR t.expires_at > ${now})
    ) AS tokens, (
      SELECT coalesce(json_agg(json_build_object('group', r.group_name, 'permission_id', r.permission_id)
        ORDER BY r.group_key, r.permission_id), '[]')
      FROM directory_roles r WHERE r.project_id = d.project_id AND r.directory_id = d.id
    ) AS roles, u.active AS user_count, u.inactive AS deactivated_user_count, (
      SELECT count(*)::int FROM directory_groups g WHERE g.project_id = d.project_id AND g.directory_id = d.id
    ) AS group_count, (
      SELECT p.config_revision FROM projects p WHERE p.id = d.project_id
    ) AS revision
    FROM directories d, LATERAL (
      SELECT count(*) FILTER (WHERE u.is_active)::int AS active, count(*) FILTER (WHERE NOT u.is_active)::int AS inactive
      FROM directory_users u
      WHERE u.project_id = d.project_id AND u.directory_id = d.id AND u.deleted_at IS NULL
    ) AS u
    WHERE d.project_id = ${projectId} ${id ? sql`AND d.id = ${id}` : sql``} ${teamId ? sql`AND d.team_id = ${teamId}` : sql``}
    ORDER BY d.created_at, d.id`,
    cursor,
  )
}

export async function insertToken(
  db: Db,
  projectId: string,
  { directoryId, token, now }: { directoryId: string; token: string; now: Date },
): Promise<void> {
  await db
    .insertInto('directory_tokens')
    .values({
      project_id: projectId,
      directory_id: directoryId,
      token_hash: hashToken(token),
      last_four: token.slice(-4),
      created_at: now,
      expires_at: null,
      last_used_at: null,
    })
    .execute()
}

/** Ends the current token at the given time, and those from before it at once. */
export async function replaceTokens(db: Db, projectId: string, directoryId: string, expiresAt: Date): Promise<void> {
  await db
    .deleteFrom('directory_tokens')
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('expires_at', 'is not', null)
    .execute()
  await db
    .updateTable('directory_tokens')
    .set({ expires_at: expiresAt })
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .execute()
}

export interface FoundToken {
  project_id: string
  directory_id: string
  team_id: string
  last_used_at: Date | null
}

const queryToken = prepareQuery<FoundToken>(
  'find directory by token',
  `SELECT t.project_id, t.directory_id, d.team_id, t.last_used_at
   FROM directory_tokens t JOIN directories d ON d.project_id = t.project_id AND d.id = t.directory_id
   WHERE t.token_hash = $1 AND (t.expires_at IS NULL OR t.expires_at > $2)`,
)

/** One of the few queries without a project: identity providers send nothing but the token. */
export async function findDirectoryByToken(db: Db, token: string, now: Date): Promise<FoundToken | undefined> {
  const { rows } = await queryToken(db, [hashToken(token), now])
  return rows[0]
}

export async function noteTokenUse(
  db: Db,
  projectId: string,
  { directoryId, token, now }: { directoryId: string; token: string; now: Date },
): Promise<void> {
  await db
    .updateTable('directory_tokens')
    .set({ last_used_at: now })
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .where('token_hash', '=', hashToken(token))
    .execute()
}

export async function deleteExpiredTokens(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'directory_tokens', sql`expires_at < ${before}`)
}

export interface Operation {
  action: string
  subject: string | null
  userId?: string | null
  details?: string | null
}

const keptOperations = 100

/** Keeps the last hundred. What another request is deleting at the moment is left to it. */
export async function insertOperation(
  db: Db,
  projectId: string,
  directoryId: string,
  { action, subject, userId = null, details = null }: Operation,
  now: Date,
): Promise<void> {
  await sql`
    WITH old AS (
      SELECT id FROM directory_operations WHERE project_id = ${projectId} AND directory_id = ${directoryId}
      ORDER BY happened_at DESC, id DESC OFFSET ${keptOperations - 1} LIMIT 10 FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM directory_operations o USING old
      WHERE o.project_id = ${projectId} AND o.directory_id = ${directoryId} AND o.id = old.id
    )
    INSERT INTO directory_operations (project_id, directory_id, id, happened_at, action, subject, user_id, details)
    SELECT d.project_id, d.id, ${randomUUID()}::uuid, ${now}::timestamptz, ${action}, ${clip(subject)}, ${userId}::uuid, ${clip(details)}
    FROM directories d WHERE d.project_id = ${projectId} AND d.id = ${directoryId}`.execute(db)
}

const maxText = 500
const clip = (text: string | null) => text?.slice(0, maxText) ?? null

export async function listOperations(db: Db, projectId: string, directoryId: string) {
  return db
    .selectFrom('directory_operations')
    .select(['id', 'happened_at', 'action', 'subject', 'user_id', 'details'])
    .where('project_id', '=', projectId)
    .where('directory_id', '=', directoryId)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keptOperations)
    .execute()
}

export async function deleteOldOperations(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'directory_operations', sql`happened_at < ${before}`)
}

/**
 * Whether the directory of the team has deactivated or deleted the user, whom no other entry of it has brought back. Call
 * it with the user locked, so that a deactivation at the same moment comes before or after.
 */
export async function isDeactivated(
  db: Db,
  projectId: string,
  teamId: string,
  { userId, email }: { userId: string | null; email: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ is_away: boolean }>`
    SELECT bool_and(NOT u.is_active OR u.deleted_at IS NOT NULL) AS is_away
    FROM directory_users u JOIN directories d ON d.project_id = u.project_id AND d.id = u.directory_id
    WHERE u.project_id = ${projectId} AND d.team_id = ${teamId} AND (u.user_id = ${userId}::uuid OR u.email = ${email})`.execute(
    db,
  )
  return rows[0]?.is_away === true
}
