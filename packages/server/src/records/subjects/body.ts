import type { Subject } from '@latchkey/contract'
import type { Db } from '../../platform/db/database.ts'
import { listSubjects, type Mention } from './queries.ts'

/** The `subjects` of a list: names of what its items mention. */
export async function readSubjects(db: Db, projectId: string, mentions: readonly Mention[]): Promise<Subject[]> {
  const rows = await listSubjects(db, projectId, mentions)
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    // The path and query of a URL may contain secrets.
    display_name: row.type === 'webhook_endpoint' ? hostOf(row.display_name) : row.display_name,
    created_at_millis: created_at?.getTime() ?? null,
  }))
}

function hostOf(url: string | null): string | null {
  return url && URL.canParse(url) && url.includes('://') ? new URL(url).host : url
}
