import { type Selectable, sql } from 'kysely'
import { restrictionColumn, type UserRecord } from '../../accounts/users/queries.ts'
import { batchReads } from '../../platform/db/batched.ts'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import { isBeyond, placeShape, readCursor, selectMicros, toPage } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { listColumns, prepareQuery } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { LastUse } from '../../platform/last-uses.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { ApiKeyType } from './value.ts'

export type ApiKeyRow = Selectable<Tables['api_keys']>

/** With its last use; null if it was never used. */
export interface UsedApiKeyRow extends ApiKeyRow {
  used_at: Date | null
}

/** A subquery, because a page of keys costs less this way than a join that the planner may start with all uses. */
const lastUse = sql<Date | null>`(
  SELECT u.used_at FROM api_key_uses u WHERE u.project_id = k.project_id AND u.key_id = k.id
)`.as('used_at')

export interface ApiKeyOwner {
  type: ApiKeyType
  id: string
}

export interface NewApiKey {
  id: string
  owner: ApiKeyOwner
  value: string
  description: string
  isPublic: boolean
  expiresAt: Date | null
  now: Date
}

export async function insertApiKey(db: Db, projectId: string, key: NewApiKey): Promise<ApiKeyRow> {
  return db
    .insertInto('api_keys')
    .values({
      project_id: projectId,
      id: key.id,
      user_id: key.owner.type === 'user' ? key.owner.id : null,
      team_id: key.owner.type === 'team' ? key.owner.id : null,
      description: key.description,
      is_public: key.isPublic,
      value_hash: hashToken(key.value),
      last_four: key.value.slice(-4),
      created_at: key.now,
      expires_at: key.expiresAt,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export async function listApiKeys(
  db: Db,
  projectId: string,
  owner: ApiKeyOwner,
  cursor?: string,
): Promise<BoundedList<UsedApiKeyRow>> {
  const query = db
    .selectFrom('api_keys as k')
    .selectAll('k')
    .select(lastUse)
    .where('project_id', '=', projectId)
    .where(owner.type === 'user' ? 'user_id' : 'team_id', '=', owner.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
  return readBounded(db, query, cursor)
}

/** Those of all users and teams, newest first. */
export async function listAllApiKeys(
  db: Db,
  projectId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
) {
  const start = readCursor(cursor, placeShape)
  const { rows } = await sql<UsedApiKeyRow & { micros: number }>`
    SELECT k.*, ${lastUse}, ${selectMicros(sql`k.created_at`)} AS micros FROM api_keys k
    WHERE k.project_id = ${projectId} AND ${isBeyond([sql`k.created_at`, sql`k.id`], '<=', start)}
    ORDER BY k.created_at DESC, k.id DESC LIMIT ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ micros, id }) => [micros, id])
}

/** Locks the key until the end of the transaction, if it runs in one. */
export async function findApiKeyForUpdate(db: Db, projectId: string, id: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findApiKey(db: Db, projectId: string, id: string): Promise<UsedApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys as k')
    .selectAll('k')
    .select(lastUse)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

const columns = listColumns<ApiKeyRow>('k', {
  project_id: true,
  id: true,
  user_id: true,
  team_id: true,
  description: true,
  is_public: true,
  value_hash: true,
  last_four: true,
  created_at: true,
  expires_at: true,
  revoked_at: true,
})

/** Keys from before a team of the user required its connection: whoever made them may not have signed in with it. */
const isOutdated = `k.user_id IS NOT NULL AND EXISTS (
  SELECT FROM team_memberships m JOIN teams t ON t.project_id = m.project_id AND t.id = m.team_id
  WHERE m.project_id = k.project_id AND m.user_id = k.user_id
    AND k.created_at < greatest(t.connection_required_at, m.created_at) AND t.connection_required_at IS NOT NULL
) AS is_outdated`

const queryByHashes = prepareQuery<ApiKeyRow & Pick<UserRecord, 'restriction'> & { is_outdated: boolean }>(
  'find API keys by value',
  `SELECT ${columns}, ${restrictionColumn}, ${isOutdated}
   FROM api_keys k LEFT JOIN users u ON u.project_id = k.project_id AND u.id = k.user_id
   WHERE k.project_id = $1 AND k.value_hash = ANY($2::bytea[])`,
)

const findByHash = batchReads(async (db, projectId, hashes) => {
  const { rows } = await queryByHashes(db, [projectId, hashes.map((hash) => Buffer.from(hash, 'hex'))])
  return new Map(rows.map((row) => [row.value_hash.toString('hex'), row]))
})

/** With the restriction of its user, if it belongs to one. */
export async function findApiKeyByValue(db: Db, projectId: string, value: string) {
  return findByHash(db, projectId, hashToken(value).toString('hex'))
}

/** Not those that another server has recorded lately, nor of deleted keys. */
export async function upsertApiKeyUses(
  db: Db,
  projectId: string,
  uses: readonly LastUse[],
  intervalMillis: number,
): Promise<void> {
  const [ids, times] = [uses.map(({ id }) => id), uses.map(({ at }) => at)]
  // Sorted, so that two servers do not wait for each other.
  await sql`
    INSERT INTO api_key_uses AS u (project_id, key_id, used_at)
    SELECT k.project_id, k.id, used.at
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS used (id, at)
    JOIN api_keys k ON k.project_id = ${projectId} AND k.id = used.id
    ORDER BY k.id
    ON CONFLICT (project_id, key_id) DO UPDATE SET used_at = excluded.used_at
    WHERE u.used_at <= excluded.used_at - ${intervalMillis} * interval '1 millisecond'`.execute(db)
}

/** One of the few queries without a project, because a secret scanner does not know whose key it found. */
export async function findLeakedApiKey(db: Db, value: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('value_hash', '=', hashToken(value)).executeTakeFirst()
}

export async function updateApiKey(
  db: Db,
  projectId: string,
  id: string,
  change: { description?: string; expires_at?: Date | null; revoked_at?: Date },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('api_keys').set(change).where('project_id', '=', projectId).where('id', '=', id).execute()
}

/** Returns true only for the call that revokes the key. */
export async function revokeApiKey(db: Db, projectId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns what was revoked. */
export async function revokeApiKeysSince(
  db: Db,
  projectId: string,
  userId: string,
  since: Date,
  now: Date,
): Promise<ApiKeyRow[]> {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute()
}

/** All keys of the user, and those of teams in which nobody else could have created them. Returns what was revoked. */
export async function revokeApiKeysOfUser(db: Db, projectId: string, userId: string, now: Date): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    UPDATE api_keys SET revoked_at = ${now}
    WHERE project_id = ${projectId} AND revoked_at IS NULL AND (user_id = ${userId} OR team_id IN (
      SELECT m.team_id FROM team_memberships m
      WHERE m.project_id = ${projectId} AND m.user_id = ${userId} AND NOT EXISTS (
        SELECT FROM team_memberships o
        WHERE o.project_id = m.project_id AND o.team_id = m.team_id AND o.user_id <> m.user_id
      )
    )) RETURNING *`.execute(db)
  return rows
}

export interface KeyHolder {
  display_name: string | null
  locale: string | null
  email: string
}

/** The email address to notify a user about a key. */
export async function listHoldersOfUserKey(db: Db, projectId: string, userId: string): Promise<KeyHolder[]> {
  const { rows } = await sql<KeyHolder>`
    SELECT u.display_name, u.locale, c.value AS email
    FROM users u JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary
    WHERE u.project_id = ${projectId} AND u.id = ${userId}`.execute(db)
  return rows
}

/** The email addresses of team members who have one of these permissions. */
export async function listHoldersOfTeamKey(
  db: Db,
  projectId: string,
  teamId: string,
  permissionIds: string[],
): Promise<KeyHolder[]> {
  const { rows } = await sql<KeyHolder>`
    SELECT DISTINCT u.display_name, u.locale, c.value AS email
    FROM team_permissions p
    JOIN users u ON u.project_id = p.project_id AND u.id = p.user_id
    JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary
    WHERE p.project_id = ${projectId} AND p.team_id = ${teamId} AND p.permission_id = ANY(${permissionIds})`.execute(db)
  return rows
}
