import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'
import { getProjectForUpdate } from '../projects/queries.ts'
import type { Secrets } from '../secrets.ts'
import { mergeOverride, type Override } from './override.ts'
import { openOverride, sealOverride } from './seal.ts'

const maxOverrideCharacters = 5_000_000

/** Merges a patch into the stored settings. Call it in a transaction: the row is locked, so parallel patches all count. */
export async function updateConfig(db: Db, projectId: string, patch: Override, secrets: Secrets): Promise<void> {
  if (Object.keys(patch).length === 0) return
  const { config_override } = await getProjectForUpdate(db, projectId)
  const merged = mergeOverride(openOverride(config_override, projectId, secrets), patch)
  const text = JSON.stringify(sealOverride(merged, projectId, secrets))
  if (text.length > maxOverrideCharacters) {
    throw new PlainError(400, `The configuration of a project may have at most ${maxOverrideCharacters} characters.`)
  }
  await db.updateTable('projects').set({ config_override: text }).where('id', '=', projectId).execute()
}
