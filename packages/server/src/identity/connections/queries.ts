import type { ConnectionType } from '@latchkey/contract'
import { type Selectable, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { StoredSettings } from './settings.ts'
import type { StoredTest } from './test.ts'

export interface ConnectionRow extends Omit<Selectable<Tables['connections']>, 'type' | 'settings' | 'last_test'> {
  team_display_name: string | null
  /** The last link for setting it up. */
  setup: StoredSetupLink | null
  type: ConnectionType
  settings: StoredSettings
  last_test: StoredTest | null
}

const teamName = sql<string | null>`(
  SELECT display_name FROM teams t WHERE t.project_id = connections.project_id AND t.id = connections.team_id
)`.as('team_display_name')

export interface StoredSetupLink {
  created_at_millis: number
  expires_at_millis: number
  opened_at_millis: number | null
  finished_at_millis: number | null
}

const millisOf = (column: string) => sql`(extract(epoch FROM ${sql.ref(`s.${column}`)}) * 1000)::bigint`

const setupLink = sql<StoredSetupLink | null>`(
  SELECT json_build_object('created_at_millis', ${millisOf('created_at')}, 'expires_at_millis', ${millisOf('expires_at')},
    'opened_at_millis', ${millisOf('opened_at')}, 'finished_at_millis', ${millisOf('finished_at')})
  FROM connection_setups s WHERE s.project_id = connections.project_id AND s.connection_id = connections.id
)`.as('setup')

export interface NewConnection {
  id: string
  teamId: string | null
  type: ConnectionType
  displayName: string
  isActive: boolean
  settings: StoredSettings
  sealedSecrets: string | null
  readMetadataAt: Date | null
  now: Date
}

export async function insertConnection(db: Db, projectId: string, connection: NewConnection): Promise<ConnectionRow> {
  const row = await db
    .insertInto('connections')
    .values({
      project_id: projectId,
      id: connection.id,
      team_id: connection.teamId,
      type: connection.type,
      display_name: connection.displayName,
      is_active: connection.isActive,
      settings: JSON.stringify(connection.settings),
      secrets_encrypted: connection.sealedSecrets,
      version: 1,
      created_at: connection.now,
      updated_at: connection.now,
      last_sign_in_at: null,
      read_metadata_at: connection.readMetadataAt,
      last_test: null,
    })
    .returningAll()
    .returning([teamName, setupLink])
    .executeTakeFirstOrThrow()
  return row as ConnectionRow
}

/** Oldest first: those of a team, or all of the project. */
export async function listConnections(
  db: Db,
  projectId: string,
  teamId: string | undefined,
  cursor: string | undefined,
): Promise<BoundedList<ConnectionRow>> {
  const query = db
    .selectFrom('connections')
    .selectAll()
    .select([teamName, setupLink])
    .where('project_id', '=', projectId)
    .$if(teamId !== undefined, (all) => all.where('team_id', '=', teamId!))
    .orderBy('created_at')
    .orderBy('id')
  return readBounded(db, query as never, cursor)
}

export async function countConnections(db: Db, projectId: string, teamId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('team_id', 'is not distinct from', teamId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectConnection(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('connections')
    .selectAll()
    .select([teamName, setupLink])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
}

export async function findConnection(db: Db, projectId: string, id: string): Promise<ConnectionRow | undefined> {
  return (await selectConnection(db, projectId, id).executeTakeFirst()) as ConnectionRow | undefined
}

/** Locks the connection: whoever is signing in with it has to wait, or has finished. */
export async function findConnectionForUpdate(
  db: Db,
  projectId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return (await selectConnection(db, projectId, id).forUpdate().executeTakeFirst()) as ConnectionRow | undefined
}

/** Keeps the connection as it is until the end of the transaction, for a sign-in. */
export async function findConnectionForShare(
  db: Db,
  projectId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return (await selectConnection(db, projectId, id).forShare().executeTakeFirst()) as ConnectionRow | undefined
}

/** The route of our metadata tells no project. */
export async function findConnectionAnywhere(db: Db, id: string): Promise<ConnectionRow | undefined> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .select([teamName, setupLink])
    .where('id', '=', id)
    .executeTakeFirst()
  return row as ConnectionRow | undefined
}

export interface ConnectionChange {
  display_name?: string
  is_active?: boolean
  type?: ConnectionType
  settings?: StoredSettings
  last_test?: null
  secrets_encrypted?: string | null
  read_metadata_at?: Date | null
}

/** Pending sign-ins end with a new version. */
export async function updateConnection(
  db: Db,
  projectId: string,
  id: string,
  { settings, ...change }: ConnectionChange,
  { now, isNewVersion }: { now: Date; isNewVersion: boolean },
): Promise<ConnectionRow> {
  const row = await db
    .updateTable('connections')
    .set({
      ...change,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(isNewVersion && { version: sql<number>`version + 1` }),
      updated_at: now,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .returning([teamName, setupLink])
    .executeTakeFirstOrThrow()
  return row as ConnectionRow
}

export async function deleteConnectionRow(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('connections').where('project_id', '=', projectId).where('id', '=', id).execute()
}

export async function updateLastTest(db: Db, projectId: string, id: string, test: StoredTest): Promise<void> {
  await db
    .updateTable('connections')
    .set({ last_test: JSON.stringify(test) })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

/** At most once a minute: thousands of people may sign in at the start of a working day. */
export async function noteSignIn(db: Db, projectId: string, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE connections SET last_sign_in_at = ${now}
    WHERE project_id = ${projectId} AND id = ${id}
      AND (last_sign_in_at IS NULL OR last_sign_in_at < ${now}::timestamptz - interval '1 minute')`.execute(db)
}

/** The oldest active connection of whoever has proven the domain. */
export async function findConnectionOfDomain(
  db: Db,
  projectId: string,
  domain: string,
): Promise<Pick<ConnectionRow, 'id' | 'type' | 'display_name'> | undefined> {
  const { rows } = await sql<Pick<ConnectionRow, 'id' | 'type' | 'display_name'>>`
    SELECT c.id, c.type, c.display_name FROM connection_domains d
    JOIN connections c ON c.project_id = d.project_id AND c.team_id IS NOT DISTINCT FROM d.team_id AND c.is_active
    WHERE d.project_id = ${projectId} AND d.domain = ${domain} AND d.verified_at IS NOT NULL
    ORDER BY c.created_at, c.id LIMIT 1`.execute(db)
  return rows[0]
}

/** Returns true only for the first use of an assertion. */
export async function useAssertion(
  db: Db,
  projectId: string,
  connectionId: string,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_assertions')
    .values({ project_id: projectId, connection_id: connectionId, assertion_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Takes connections whose metadata is due, of all projects, so that other servers leave them alone for an hour. */
export async function claimDueMetadata(db: Db, now: Date, limit: number): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    UPDATE connections c SET read_metadata_at = ${now}::timestamptz + interval '1 hour'
    FROM (
      SELECT project_id, id FROM connections WHERE read_metadata_at <= ${now}
      ORDER BY read_metadata_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE c.project_id = due.project_id AND c.id = due.id RETURNING c.*`.execute(db)
  return rows
}

/**
 * Lets the metadata be read now, unless it was less than ten minutes ago: after that, the next time is in a day, or in an
 * hour if it could not be read.
 */
export async function makeMetadataDue(db: Db, projectId: string, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connections SET read_metadata_at = ${now}
    WHERE project_id = ${projectId} AND id = ${id} AND read_metadata_at > ${now}
      AND read_metadata_at <= ${now}::timestamptz + interval '23 hours 50 minutes'
      AND read_metadata_at NOT BETWEEN ${now}::timestamptz + interval '50 minutes' AND ${now}::timestamptz + interval '1 hour'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** When its provider has become another one, whose subjects are other people. */
export async function deleteLinksOfConnection(db: Db, projectId: string, providerId: string): Promise<void> {
  await db
    .deleteFrom('provider_links')
    .where('project_id', '=', projectId)
    .where('provider_config_id', '=', providerId)
    .execute()
}

export async function deleteExpiredAssertions(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'used_assertions', sql`expires_at < ${before}`)
}
