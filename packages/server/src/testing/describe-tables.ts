import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  default: string | null
  isIdentity: boolean
  isMaintained: boolean
  /** The definition of a constraint on this column alone. */
  check: string | null
}

/** The text of `db/tables.ts` for the current database. */
export async function describeTables(db: Db): Promise<string> {
  const columns = await readColumns(db)
  const members = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const lines = columns.filter((column) => column.table === table).map(describeColumn)
    return `  ${table}: {\n${lines.join('')}  }\n`
  })
  return `${header}export interface Tables {\n${members.join('')}}\n`
}

const header = `import type { ColumnType } from 'kysely'

// Generated from a migrated database. After a migration: npx vitest run --project server src/db/tables.test.ts --update

/** JSON is written as text and read as a value. */
type Json = ColumnType<unknown, string, string>
type JsonObject = ColumnType<Record<string, unknown>, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** A big integer comes as text. */
type BigInteger = ColumnType<string, string | number, string | number>
type NullableBigInteger = ColumnType<string | null, string | number | null | undefined, string | number | null>
type WithDefault<T> = ColumnType<T, T | undefined, T>
/** Written by the database alone. */
type ReadOnly<T> = ColumnType<T, never, never>

`

async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS "isNullable", a.attidentity <> '' AS "isIdentity",
      (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = c.oid AND adnum = a.attnum) AS "default",
      col_description(c.oid, a.attnum) = 'Maintained by a trigger.' IS TRUE AS "isMaintained",
      (SELECT string_agg(pg_get_constraintdef(oid), '') FROM pg_constraint
        WHERE conrelid = c.oid AND contype = 'c' AND conkey = ARRAY[a.attnum]) AS "check"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ORDER BY c.relname, a.attnum`.execute(db)
  return rows
}

const types: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'BigInteger',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  'text[]': 'string[]',
  json: 'Json',
  jsonb: 'Json',
}

function describeColumn(column: Column): string {
  return `    ${column.name}: ${describeType(column)}\n`
}

function describeType(column: Column): string {
  const type = listValues(column) ?? types[column.type]
  if (!type) throw new Error(`No type for ${column.table}.${column.name}, which is ${column.type}.`)
  if (column.isIdentity) return 'ReadOnly<string>'
  if (column.isMaintained) return `ReadOnly<${type === 'Json' ? 'unknown' : type}>`
  if (column.default === "'{}'::json") return 'JsonObject'
  if (type === 'Json' || type === 'BigInteger') return column.isNullable ? `Nullable${type}` : type
  if (column.isNullable) return `${type} | null`
  return column.default !== null ? `WithDefault<${type}>` : type
}

/** A column with a fixed list of values has a union type. */
function listValues({ check }: Column): string | undefined {
  if (!check?.includes("'")) return undefined
  return [...check.matchAll(/'([^']*)'/g)].map(([value]) => value).join(' | ')
}
