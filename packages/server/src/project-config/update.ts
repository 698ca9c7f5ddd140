import { KnownError } from '@latchkey/contract'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { getProjectForUpdate } from '../projects/queries.ts'
import type { Secrets } from '../secrets.ts'
import { mergeOverride, type Override } from './override.ts'
import { type ProjectConfig, renderConfig } from './render.ts'
import { openOverride, sealOverride } from './seal.ts'

const maxOverrideCharacters = 5_000_000

/** Merges a patch into the stored settings. Call it in a transaction: the row is locked, so parallel patches all count. */
export async function updateConfig(db: Db, projectId: string, patch: Override, secrets: Secrets): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await changeConfig(db, projectId, secrets, () => patch)
}

/** The same with a patch that depends on the settings as they are, which nobody else can change meanwhile. */
export async function changeConfig(
  db: Db,
  projectId: string,
  secrets: Secrets,
  toPatch: (config: ProjectConfig) => Override,
): Promise<void> {
  const { config_override } = await getProjectForUpdate(db, projectId)
  const stored = openOverride(config_override, projectId, secrets)
  const merged = mergeOverride(stored, toPatch(renderConfig(stored)))
  const text = JSON.stringify(sealOverride(merged, projectId, secrets))
  if (text.length > maxOverrideCharacters) {
    throw new PlainError(400, `The configuration of a project may have at most ${maxOverrideCharacters} characters.`)
  }
  await db.updateTable('projects').set({ config_override: text }).where('id', '=', projectId).execute()
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

const maxShownPaths = 100
const maxPathLength = 200

/** Which settings were changed. Their values may be secrets. */
export async function recordConfigChange(db: Db, ctx: Context, patch: Override): Promise<void> {
  const paths = Object.keys(patch)
  if (paths.length === 0) return
  await recordAudit(db, ctx, {
    action: 'project.config_changed',
    target: { type: 'project', id: ctx.project.id },
    details: { paths: paths.slice(0, maxShownPaths).map((path) => path.slice(0, maxPathLength)) },
  })
}
