import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { CodeData } from '../../records/verification-codes/queries.ts'

export async function listAddresses(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('contact_channels')
    .select(['value', 'is_primary', 'is_verified', 'signs_in_unverified', 'created_at', 'verified_at'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

export async function listUndoCodes(db: Db, projectId: string, userId: string) {
  const rows = await db
    .selectFrom('verification_codes')
    .select(['code_hash', 'data'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo-change')
    .where('used_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, data: row.data as CodeData['undo-change'] }))
}

export async function deleteUndoCodes(db: Db, projectId: string, codeHashes: Buffer[]): Promise<void> {
  if (codeHashes.length === 0) return
  await db
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'undo-change')
    .where('code_hash', 'in', codeHashes)
    .execute()
}

/** Tells whether a password has changed, without keeping its hash. */
export function fingerprint(hash: ReturnType<typeof sql>) {
  return sql<string | null>`encode(sha256(convert_to(${hash}, 'UTF8')), 'hex')`
}
