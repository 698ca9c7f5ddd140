import { KnownError } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { getProjectForUpdate } from '../projects/queries.ts'
import type { Secrets } from '../secrets.ts'
import { type ConfigChange, listChanges } from './changes.ts'
import { lowerCaseIds } from './ids.ts'
import { mergeOverride, type Override } from './override.ts'
import { type ProjectConfig, renderConfig } from './render.ts'
import { openOverride, sealOverride } from './seal.ts'

const maxOverrideCharacters = 5_000_000

/** Merges a patch into the stored settings and tells what it changed. Call it in a transaction: the row is locked, so parallel patches all count. */
export async function updateConfig(
  db: Db,
  projectId: string,
  patch: Override,
  secrets: Secrets,
): Promise<ConfigChange[]> {
  if (Object.keys(patch).length === 0) return []
  return changeConfig(db, projectId, secrets, () => patch)
}

/** The same with a patch that depends on the settings as they are, which nobody else can change meanwhile. */
export async function changeConfig(
  db: Db,
  projectId: string,
  secrets: Secrets,
  toPatch: (config: ProjectConfig) => Override,
): Promise<ConfigChange[]> {
  const { config_override } = await getProjectForUpdate(db, projectId)
  const stored = openOverride(config_override, projectId, secrets)
  const before = renderConfig(stored)
  const merged = mergeOverride(stored, lowerCaseIds(toPatch(before)))
  const text = JSON.stringify(sealOverride(merged, projectId, secrets))
  if (text.length > maxOverrideCharacters) {
    throw new PlainError(400, `A project's configuration can have at most ${maxOverrideCharacters} characters.`)
  }
  await db.updateTable('projects').set({ config_override: text }).where('id', '=', projectId).execute()
  const changes = listChanges(before, renderConfig(merged))
  // What customers have of an item depends on the offers as they are now.
  return changes
}

/** The settings as they are now and stay until the end of the transaction, whatever a cache remembers. */
export async function getConfigForShare(db: Db, projectId: string, secrets: Secrets): Promise<ProjectConfig> {
  const project = await db
    .selectFrom('projects')
    .select('config_override')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!project) throw new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId })
  return renderConfig(openOverride(project.config_override, projectId, secrets))
}

const maxShownChanges = 100
const maxPathLength = 200

/** Which settings someone has written, and which of them are not what they were. */
export async function recordConfigChange(
  db: Db,
  ctx: Context,
  patch: Override,
  changes: ConfigChange[],
): Promise<void> {
  const paths = Object.keys(patch)
  if (paths.length === 0) return
  await recordAudit(db, ctx, {
    action: 'project.config_changed',
    target: { type: 'project', id: ctx.project.id },
    details: {
      paths: paths.slice(0, maxShownChanges).map((path) => path.slice(0, maxPathLength)),
      changes: toShownChanges(changes),
    },
  })
}

/** As much of them as an entry of the audit trail has room for. */
export function toShownChanges(changes: ConfigChange[]): ConfigChange[] {
  return changes.slice(0, maxShownChanges).map((change) => ({ ...change, path: change.path.slice(0, maxPathLength) }))
}
