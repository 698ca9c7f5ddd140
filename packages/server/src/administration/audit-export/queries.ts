import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { claimRowsOf, unclaimed } from '../../platform/deliveries/claim-queries.ts'
import type { AuditEntryRow } from '../../records/audit/queries.ts'

/** A fact of the deployment that is present while entries of the audit log are exported. The trigger looks for it. */
export const exportFact = 'audit log export'

/** Longer than sending a batch can take. */
const claimSeconds = 60

/** The projects with entries that nobody is sending, the one that has waited longest first. */
export async function listWaitingProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM audit_exports GROUP BY project_id
    HAVING max(claimed_until) IS NULL OR max(claimed_until) <= now() ORDER BY min(sequence)`.execute(db)
  return rows.map(({ project_id }) => project_id)
}

export interface ClaimedBatch {
  claimId: string
  /** In the order in which they were written. */
  entries: AuditEntryRow[]
}

/** The oldest entries of a project, unless another server is sending some. */
export async function claimBatch(db: Db, projectId: string, limit: number): Promise<ClaimedBatch | undefined> {
  const [claimed] = await claimRowsOf<{ claim_id: string }>(db, projectId, {
    table: 'audit_exports',
    rows: sql`true ORDER BY sequence LIMIT ${limit}`,
    seconds: claimSeconds,
    among: sql`true`,
    maxClaims: 1,
  })
  if (!claimed) return undefined
  const { rows: entries } = await sql<AuditEntryRow>`
    SELECT e.*, audit_key_description(e.project_id, e.actor_type, e.actor_id) AS key_description
    FROM audit_exports x JOIN audit_entries e ON e.project_id = x.project_id AND e.id = x.id
    WHERE x.project_id = ${projectId} AND x.claim_id = ${claimed.claim_id} ORDER BY x.sequence`.execute(db)
  return { claimId: claimed.claim_id, entries }
}

/** The collector has them. */
export async function deleteBatch(db: Db, projectId: string, claimId: string): Promise<void> {
  await sql`DELETE FROM audit_exports WHERE project_id = ${projectId} AND claim_id = ${claimId}`.execute(db)
}

/** They stay, for another attempt. */
export async function releaseBatch(db: Db, projectId: string, claimId: string): Promise<void> {
  await sql`
    UPDATE audit_exports SET ${unclaimed} WHERE project_id = ${projectId} AND claim_id = ${claimId}`.execute(db)
}
