import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { LastUse } from '../../platform/last-uses.ts'
import { hashToken } from '../../platform/secrets.ts'

export type KeySetRow = Selectable<Tables['project_key_sets']>

/** Who created the keys, if it is known, and whether they may delete the project. */
export type KeyOrigin = Pick<KeySetRow, 'created_by' | 'may_delete_project'>

export interface KeyValues {
  publishableClientKey?: string
  secretServerKey?: string
  superSecretAdminKey?: string
}

export async function insertKeySet(
  db: Db,
  projectId: string,
  set: { id?: string; description: string; now: Date; expiresAt: Date; keys: KeyValues; origin?: KeyOrigin },
): Promise<KeySetRow> {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = set.keys
  return db
    .insertInto('project_key_sets')
    .values({
      project_id: projectId,
      id: set.id ?? randomUUID(),
      description: set.description,
      created_at: set.now,
      expires_at: set.expiresAt,
      revoked_at: null,
      ...(set.origin ?? { created_by: null, may_delete_project: true }),
      publishable_client_key_hash: hashKey(publishableClientKey),
      publishable_client_key_last_four: lastFour(publishableClientKey),
      secret_server_key_hash: hashKey(secretServerKey),
      secret_server_key_last_four: lastFour(secretServerKey),
      super_secret_admin_key_hash: hashKey(superSecretAdminKey),
      super_secret_admin_key_last_four: lastFour(superSecretAdminKey),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface ListedKeySet extends KeySetRow {
  used_at: Date | null
  creator_name: string | null
}

export async function listKeySets(db: Db, projectId: string, cursor?: string): Promise<BoundedList<ListedKeySet>> {
  const query = db
    .selectFrom('project_key_sets as k')
    .leftJoin('project_key_uses as u', (join) =>
      join.onRef('u.project_id', '=', 'k.project_id').onRef('u.set_id', '=', 'k.id'),
    )
    .leftJoin('users as c', (join) =>
      join.on('c.project_id', '=', internalProjectId).onRef('c.id', '=', 'k.created_by'),
    )
    .leftJoin('contact_channels as e', (join) =>
      join.onRef('e.project_id', '=', 'c.project_id').onRef('e.user_id', '=', 'c.id').on('e.is_primary', '=', true),
    )
    .selectAll('k')
    .select(['u.used_at', sql<string | null>`coalesce(nullif(c.display_name, ''), e.value)`.as('creator_name')])
    .where('k.project_id', '=', projectId)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
  return readBounded(db, query, cursor)
}

/** Not those that another server has recorded lately, nor of deleted sets. A new address of the app is always recorded. */
export async function upsertKeyUses(
  db: Db,
  projectId: string,
  uses: readonly LastUse[],
  intervalMillis: number,
): Promise<void> {
  const [ids, times, origins] = [uses.map(({ id }) => id), uses.map(({ at }) => at), uses.map(({ origin }) => origin)]
  // Sorted, so that two servers do not wait for each other.
  await sql`
    INSERT INTO project_key_uses AS u (project_id, set_id, used_at, local_origin)
    SELECT k.project_id, k.id, used.at, used.origin
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[], ${origins}::text[]) AS used (id, at, origin)
    JOIN project_key_sets k ON k.project_id = ${projectId} AND k.id = used.id
    ORDER BY k.id
    ON CONFLICT (project_id, set_id) DO UPDATE
    SET used_at = excluded.used_at, local_origin = coalesce(excluded.local_origin, u.local_origin)
    WHERE u.used_at <= excluded.used_at - ${intervalMillis} * interval '1 millisecond'
      OR excluded.local_origin <> coalesce(u.local_origin, '')`.execute(db)
}

export async function findKeySet(db: Db, projectId: string, id: string): Promise<KeySetRow | undefined> {
  return db
    .selectFrom('project_key_sets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the set, so that the audit log records the right previous values. */
export async function findKeySetForUpdate(db: Db, projectId: string, id: string): Promise<KeySetRow | undefined> {
  return db
    .selectFrom('project_key_sets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Requires the set to be locked. A revoked set keeps its first revocation time. */
export async function updateKeySet(
  db: Db,
  projectId: string,
  id: string,
  change: { description: string | undefined; revokedAt: Date | undefined },
): Promise<KeySetRow> {
  return db
    .updateTable('project_key_sets')
    .set((eb) => ({
      description: change.description ?? eb.ref('description'),
      revoked_at: change.revokedAt ? eb.fn.coalesce('revoked_at', eb.val(change.revokedAt)) : eb.ref('revoked_at'),
    }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Never lets it live longer. */
export async function replaceKeySet(
  db: Db,
  projectId: string,
  id: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<KeySetRow> {
  return db
    .updateTable('project_key_sets')
    .set({ replaced_at: now, expires_at: sql<Date>`least(expires_at, ${expiresAt})` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function hashKey(key: string | undefined): Buffer | null {
  return key === undefined ? null : hashToken(key)
}

function lastFour(key: string | undefined): string | null {
  return key === undefined ? null : key.slice(-4)
}
