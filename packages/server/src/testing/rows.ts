import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

interface Column {
  table: string
  name: string
  type: string
  isRequired: boolean
  /** One of the values that the column allows, if they are restricted. */
  example: string | null
}

interface Reference {
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
}

/** What a row needs in addition to its NOT NULL columns. */
const furtherValues: Record<string, Record<string, unknown>> = {
  // Codes without a user have a provider's response.
  oauth_codes: { pending_encrypted: 'nothing' },
}

/** Inserts one row of made-up values for the project into every table in which it has none. */
export async function fillEmptyTables(db: Db, projectId: string): Promise<void> {
  const [columns, references] = [await listColumns(db), await listReferences(db)]
  const tables = new Set(columns.filter(({ name }) => name === 'project_id').map(({ table }) => table))
  const filled = new Set<string>()
  const fill = async (table: string): Promise<void> => {
    if (filled.has(table) || !tables.has(table)) return
    filled.add(table)
    const required = references.filter((reference) => reference.table === table)
    for (const { parent } of required) await fill(parent)
    if (await hasRow(db, table, projectId)) return
    const row: Record<string, unknown> = { ...furtherValues[table] }
    for (const column of columns)
      if (column.table === table && column.isRequired) row[column.name] = inventValue(column)
    for (const reference of required) Object.assign(row, await readKey(db, reference, projectId))
    row.project_id = projectId
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES (${sql.join(Object.values(row))})`.execute(db)
  }
  for (const table of tables) await fill(table)
}

function inventValue({ name, type, example }: Column): unknown {
  if (example !== null) return example
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return randomBytes(16)
  if (type === 'boolean') return false
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'ARRAY') return []
  if (type.startsWith('timestamp') || type === 'date') return new Date()
  if (type === 'text') return `${name} ${randomUUID()}`
  return 1
}

async function hasRow(db: Db, table: string, projectId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE project_id = ${projectId} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The foreign key values for a row, taken from the project's other rows. */
async function readKey(db: Db, { columns, parent, parentColumns }: Reference, projectId: string) {
  if (parent === 'projects') return {}
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM ${sql.table(parent)} WHERE project_id = ${projectId} LIMIT 1`.execute(db)
  return Object.fromEntries(columns.map((column, index) => [column, rows[0]![parentColumns[index]!]]))
}

async function listColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT table_name AS "table", column_name AS name, data_type AS type,
      is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS "isRequired",
      (SELECT substring(pg_get_constraintdef(c.oid) FROM column_name || ' = (?:ANY [(]+ARRAY[[])?''([^'']+)')
        FROM pg_constraint c WHERE c.contype = 'c' AND c.conrelid = table_name::regclass
          AND pg_get_constraintdef(c.oid) LIKE '%(' || column_name || ' = %' LIMIT 1) AS example
    FROM information_schema.columns WHERE table_schema = current_schema()
    ORDER BY table_name, ordinal_position`.execute(db)
  return rows
}

/** The mandatory references of a row. */
async function listReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    SELECT c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS parent,
      (SELECT json_agg(a.attname ORDER BY k.position) FROM unnest(c.conkey) WITH ORDINALITY AS k (id, position)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.id) AS columns,
      (SELECT json_agg(a.attname ORDER BY k.position) FROM unnest(c.confkey) WITH ORDINALITY AS k (id, position)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.id) AS "parentColumns"
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
    WHERE c.contype = 'f' AND n.nspname = current_schema() AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND NOT a.attnotnull
    )`.execute(db)
  return rows
}
