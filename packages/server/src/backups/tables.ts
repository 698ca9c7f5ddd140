import type pg from 'pg'

export interface BackedUpTable {
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/**
 * Our tables, each after those that it refers to, so that they can be filled in this order. The list of migrations is
 * apart, and tables that a crash of the database empties anyway are left out.
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
      AND c.relname <> 'migrations'
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

export function describeColumns({ name, columns }: BackedUpTable): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}
