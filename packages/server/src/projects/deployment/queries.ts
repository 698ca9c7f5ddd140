import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'

/**
 * For things that must happen once per deployment, even if several nodes start at once. Held until the transaction
 * ends.
 */
export async function lockDeployment(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(810218103)`.execute(db)
}

/** False before the first migration. */
export async function hasDeploymentTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass('deployment') IS NOT NULL AS exists`.execute(db)
  return rows[0]!.exists
}

/** The fact that tells which secret the database belongs to. */
export const secretCheckName = 'secret check'

/** A value that belongs to the whole deployment. */
export async function findFact(db: Db, name: string): Promise<string | undefined> {
  const fact = await db.selectFrom('deployment').select('value').where('name', '=', name).executeTakeFirst()
  return fact?.value
}

export async function findFactForUpdate(db: Db, name: string): Promise<string | undefined> {
  const query = db.selectFrom('deployment').select('value').where('name', '=', name)
  return (await query.forUpdate().executeTakeFirst())?.value
}

/** Unless there is one. Returns the value that was kept first. */
export async function keepFact(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await db.selectFrom('deployment').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return kept.value
}

export async function setFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function deleteFact(db: Db, name: string): Promise<void> {
  await db.deleteFrom('deployment').where('name', '=', name).execute()
}

export async function hasOwner(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE project_id = ${internalProjectId} AND NOT is_anonymous) AS exists`.execute(
    db,
  )
  return rows[0]!.exists
}
