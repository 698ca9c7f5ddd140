import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export interface BackedUpTable {
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/** What a server that runs on the restored database would send. */
export interface Waiting {
  emails: number
  webhooks: number
}

/**
 * Our tables, each after those that it refers to, so that they can be filled in this order. The list of migrations is
 * apart. Running processes, tables that a crash of the database empties anyway, trusted devices and set-up links are left
 * out: trust that has ended since the backup must not come back.
 */
export async function listBackedUpTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { references: string[] }>(`
    SELECT c.relname AS name,
      (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT coalesce(json_agg(DISTINCT f.relname), '[]') FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS references
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND c.relname NOT IN ('migrations', 'nodes', 'trusted_devices', 'connection_setups')
    ORDER BY c.relname`)
  const sorted: BackedUpTable[] = []
  const left = new Map(rows.map((row) => [row.name, row]))
  while (left.size > 0) {
    const next = [...left.values()].find(({ references }) => !references.some((name) => left.has(name)))
    if (!next) throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(', ')}.`)
    left.delete(next.name)
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

export function copyFromTable(client: pg.ClientBase, table: BackedUpTable) {
  return client.query(copyTo(`COPY ${describeColumns(table)} TO STDOUT`))
}

export function copyToTable(client: pg.ClientBase, table: BackedUpTable) {
  return client.query(copyFrom(`COPY ${describeColumns(table)} FROM STDIN`))
}

/** The names must come from the database, never from a backup. */
function describeColumns({ name, columns }: BackedUpTable): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}

export async function listMigrations(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query(
    "SELECT name, checksum FROM migrations WHERE name NOT LIKE 'functions/%' ORDER BY name",
  )
  return rows
}

/** Undefined if no server has been started with the database. */
export async function findDeploymentValue(client: pg.ClientBase, name: string): Promise<string | undefined> {
  if (!(await hasOurTables(client))) return undefined
  const { rows } = await client.query('SELECT value FROM deployment WHERE name = $1', [name])
  return rows[0]?.value
}

export async function countWaiting(client: pg.ClientBase): Promise<Waiting> {
  const { rows } = await client.query<Waiting>(`
    SELECT (SELECT count(*) FROM outgoing_emails WHERE next_attempt_at IS NOT NULL)::float8 AS emails,
      ((SELECT count(*) FROM webhook_deliveries WHERE state IN ('pending', 'resending'))
        + (SELECT count(*) FROM jobs WHERE name = 'publish-webhook' AND next_attempt_at IS NOT NULL)
      )::float8 AS webhooks`)
  return rows[0]!
}

/** As if sending them had failed for good, or the owners had stopped them. */
export async function discardWaiting(client: pg.ClientBase): Promise<void> {
  await client.query(`
    WITH stopped AS (
      DELETE FROM outgoing_emails WHERE send_id IS NOT NULL AND given_up_at IS NULL RETURNING project_id, send_id
    ), counts AS (
      SELECT project_id, send_id, count(*)::integer AS count FROM stopped GROUP BY project_id, send_id
    )
    UPDATE email_sends s SET stopped_at = now(), stopped_count = stopped_count + counts.count FROM counts
      WHERE s.project_id = counts.project_id AND s.id = counts.send_id;
    UPDATE outgoing_emails SET next_attempt_at = NULL, given_up_at = now(), claim_id = NULL, claimed_until = NULL
      WHERE given_up_at IS NULL;
    DELETE FROM jobs WHERE name LIKE 'send-%' OR name IN ('deliver-webhooks', 'publish-webhook');
    UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL WHERE state IN ('pending', 'resending')`)
}

/** What had not been exported when the backup was made has been exported since. Only new entries are. */
export async function forgetExports(client: pg.ClientBase): Promise<void> {
  await client.query('DELETE FROM audit_exports')
}

/**
 * Whoever a company has deactivated since the backup was made must not be signed in again: its people sign in once more,
 * at its identity provider, which knows who may. Backups of older versions have no directories.
 */
export async function endSessionsOfCompanies(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('public.directory_users') IS NOT NULL AS exists")
  if (!rows[0].exists) return
  await client.query(`
    DELETE FROM sessions s USING directory_users u
    WHERE u.project_id = s.project_id AND u.user_id = s.user_id AND (s.connection_id IS NOT NULL OR u.was_created)`)
}

/**
 * What a user or owner has ended since the backup was made must not work again. Most apps have newer refresh tokens by now,
 * which the backup does not know, so all have to ask again anyway. Backups of older versions have no such tables.
 */
export async function endAccessOfApps(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('public.oauth_grants') IS NOT NULL AS exists")
  if (!rows[0].exists) return
  await client.query('DELETE FROM oauth_grants; DELETE FROM oauth_records')
}

/** Of the jobs of a backup, those that had not finished start again. Those that repeat are added when they are due. */
export async function restartJobs(client: pg.ClientBase, repeating: string[]): Promise<void> {
  await client.query('DELETE FROM jobs WHERE failed_at IS NOT NULL OR name = ANY($1)', [repeating])
  await client.query('UPDATE jobs SET claim_id = NULL, claimed_until = NULL WHERE claim_id IS NOT NULL')
}

export async function hasOurTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('public.migrations') IS NOT NULL AS exists")
  return rows[0].exists
}

/** Sequences continue after the numbers that have been used. */
export async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`)
  for (const { table, column, sequence } of rows) {
    await client.query(
      `SELECT setval('${sequence}', max("${column}")) FROM "${table}" HAVING max("${column}") IS NOT NULL`,
    )
  }
}
