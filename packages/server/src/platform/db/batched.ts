import type { Db } from './database.ts'

type ReadMany<Row> = (db: Db, projectId: string, ids: string[]) => Promise<ReadonlyMap<string, Row>>

interface Batch<Row> {
  ids: Set<string>
  rows: Promise<ReadonlyMap<string, Row>>
}

/**
 * Reads rows by ID, and combines all reads of the same turn of the event loop into one statement, because a statement costs
 * more than the rows it returns. Reads do not wait for later ones, and never get data from before they were made. A batch
 * belongs to one project, so that this query filters by project too.
 */
export function batchReads<Row>(readMany: ReadMany<Row>) {
  const openBatches = new WeakMap<Db, Map<string, Batch<Row>>>()

  function batchesOf(db: Db): Map<string, Batch<Row>> {
    const known = openBatches.get(db)
    if (known) return known
    const batches = new Map<string, Batch<Row>>()
    openBatches.set(db, batches)
    return batches
  }

  function openBatch(db: Db, projectId: string, batches: Map<string, Batch<Row>>): Batch<Row> {
    const ids = new Set<string>()
    const rows = new Promise<ReadonlyMap<string, Row>>((resolve) => {
      setImmediate(() => {
        batches.delete(projectId)
        resolve(readMany(db, projectId, [...ids]))
      })
    })
    const batch = { ids, rows }
    batches.set(projectId, batch)
    return batch
  }

  return async (db: Db, projectId: string, id: string): Promise<Row | undefined> => {
    // A transaction sees its own uncommitted changes, so its reads cannot be shared.
    if (db.isTransaction) return (await readMany(db, projectId, [id])).get(id)
    const batches = batchesOf(db)
    const batch = batches.get(projectId) ?? openBatch(db, projectId, batches)
    batch.ids.add(id)
    return (await batch.rows).get(id)
  }
}
