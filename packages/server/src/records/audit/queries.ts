import { type Insertable, type Selectable, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { idShape, readCursor, toPage } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type AuditRow = Insertable<Tables['audit_entries']>

/** The row names its project. */
export async function insertAuditEntry(db: Db, entry: AuditRow): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute()
}

/** The rows name their project. In pieces, because a statement has a limited number of parameters. */
export async function insertAuditEntries(db: Db, entries: AuditRow[]): Promise<void> {
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    await db
      .insertInto('audit_entries')
      .values(entries.slice(start, start + rowsPerStatement))
      .execute()
  }
}

const rowsPerStatement = 1_000

export type AuditEntryRow = Selectable<Tables['audit_entries']> & {
  /** The current description of the key set. */
  key_description: string | null
}

export interface AuditFilter {
  actorId: string | undefined
  targetId: string | undefined
  action: string | undefined
  /** Inclusive. */
  from: Date | undefined
  /** Exclusive. */
  until: Date | undefined
}

const selectKeyDescription = sql<string | null>`CASE WHEN actor_type IN ('server-key', 'admin-key') THEN (
  SELECT k.description FROM project_key_sets k
  WHERE k.project_id = audit_entries.project_id AND k.id::text = audit_entries.actor_id
) END`.as('key_description')

/** One page from the cursor on, newest first. */
export async function listAuditEntries(
  db: Db,
  projectId: string,
  filter: AuditFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ rows: AuditEntryRow[]; nextCursor: string | null }> {
  const first = readCursor(cursor, idShape)
  let query = db
    .selectFrom('audit_entries')
    .selectAll()
    .select(selectKeyDescription)
    .where('project_id', '=', projectId)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId)
  if (filter.targetId !== undefined) query = query.where('target_id', '=', filter.targetId)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.from) query = query.where('happened_at', '>=', filter.from)
  if (filter.until) query = query.where('happened_at', '<', filter.until)
  if (first) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('happened_at', 'id'),
        '<=',
        eb
          .selectFrom('audit_entries')
          .select(['happened_at', 'id'])
          .where('project_id', '=', projectId)
          .where('id', '=', first)
          .$asTuple('happened_at', 'id'),
      ),
    )
  }
  return toPage(await query.execute(), limit, ({ id }) => [id])
}

/** From where the user has signed in or reset the password, newest first. */
export async function listSignInAddresses(
  db: Db,
  projectId: string,
  userId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('ip_address')
    .where('project_id', '=', projectId)
    .where('actor_id', '=', userId)
    .where('actor_type', '=', 'user')
    .where('action', 'in', ['user.signed_in', 'password.reset'])
    .where('happened_at', '>', since)
    .orderBy('happened_at', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ ip_address }) => ip_address ?? [])
}

export async function deleteOldAuditEntries(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'audit_entries', sql`happened_at < ${before}`)
}
