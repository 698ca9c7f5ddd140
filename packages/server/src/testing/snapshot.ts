import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'

/** The rows of a project by table. */
export type Snapshot = Record<string, unknown>

/** The tables do not change during the tests, and listing them takes longer than reading their rows. */
let reading: Promise<(db: Db, projectId: string) => Promise<Snapshot>> | undefined

/** Every row of a project in every table, to be compared with a later snapshot. */
export async function takeSnapshot(db: Db, projectId: string): Promise<Snapshot> {
  reading ??= describeReading(db)
  return (await reading)(db, projectId)
}

async function describeReading(db: Db) {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    SELECT table_name AS name, column_name AS key FROM information_schema.columns
    WHERE table_schema = current_schema()
      -- Written beside the requests, at any time.
      AND table_name NOT IN ('project_key_uses', 'api_key_uses', 'traces')
      AND (column_name = 'project_id' OR (table_name = 'projects' AND column_name = 'id'))
    ORDER BY table_name`.execute(db)
  const selections = tables.map(
    ({ name, key }) =>
      `SELECT '${name}' AS name, coalesce(json_agg(t ORDER BY t::text), '[]') AS content FROM ${name} t WHERE t.${key} = $1` +
      // Counted with the traces.
      (name === 'metric_counters' ? " AND t.name <> 'fails'" : ''),
  )
  // Prepared, because planning it takes most of its time.
  const run = prepareQuery<{ name: string; content: unknown }>('snapshot of a project', selections.join(' UNION ALL '))
  return async (db: Db, projectId: string) => {
    const { rows } = await run(db, [projectId])
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
  }
}

/** What triggers of the other tables refer to. */
const referredTo = ['projects', 'users', 'teams']
/** Triggers count its rows again. */
const counted = ['metric_counters']

/** Returns every row of a project to how it was. */
export async function restoreSnapshot(db: Db, projectId: string, snapshot: Snapshot): Promise<void> {
  const others = Object.keys(snapshot).filter((name) => !referredTo.includes(name) && !counted.includes(name))
  await inTransaction(db, async (trx) => {
    await sql`DELETE FROM projects WHERE id = ${projectId}`.execute(trx)
    await insertRows(trx, snapshot, referredTo)
    await insertRows(trx, snapshot, others)
  })
}

/** In one statement, because rows of different tables refer to each other. */
async function insertRows(db: Db, snapshot: Snapshot, names: string[]): Promise<void> {
  const inserts = names.flatMap((name) => {
    const rows = snapshot[name] as object[]
    if (rows.length === 0) return []
    const values = sql`SELECT * FROM json_populate_recordset(NULL::${sql.table(name)}, ${JSON.stringify(rows)})`
    return [sql`${sql.id(`new_${name}`)} AS (INSERT INTO ${sql.table(name)} OVERRIDING SYSTEM VALUE ${values})`]
  })
  await sql`WITH ${sql.join(inserts)} SELECT`.execute(db)
}
