import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { endTrustOfProject } from '../../records/trusted-devices/queries.ts'
import { getProjectForUpdate } from '../queries.ts'
import type { ConfigAuthor } from './author.ts'
import { type ConfigChange, listChanges } from './changes.ts'
import { insertConfigChange } from './history-queries.ts'
import { lowerCaseIds } from './ids.ts'
import { mergeOverride, type Override } from './override.ts'
import { findStoredConfigForShare, updateStoredConfig } from './queries.ts'
import { type ProjectConfig, renderConfig } from './render.ts'
import { hideSecrets, openOverride, sealOverride } from './seal.ts'
import { keepSettings, type StoredConfig, settleConfig } from './settle-config.ts'

const maxCharacters = 1_000_000

export function assertSmallEnough(text: string): void {
  if (text.length <= maxCharacters) return
  throw new PlainError(400, `A project's configuration can have at most ${maxCharacters} characters.`)
}

/**
 * Merges a patch into the stored settings and returns the changes. Must be called in a transaction: the row is locked,
 * so concurrent patches are all applied.
 */
export async function updateConfig(
  db: Db,
  projectId: string,
  patch: Override,
  secrets: Secrets,
  author: ConfigAuthor,
): Promise<ConfigChange[]> {
  if (Object.keys(patch).length === 0) return []
  return (await changeConfig(db, projectId, secrets, author, () => patch)).changes
}

/** The same with a patch that is computed from the locked current settings. */
export async function changeConfig(
  db: Db,
  projectId: string,
  secrets: Secrets,
  author: ConfigAuthor,
  toPatch: (config: ProjectConfig) => Override,
): Promise<WrittenConfig> {
  return rewriteConfig(db, projectId, secrets, author, ({ stored, config }) =>
    mergeOverride(stored, lowerCaseIds(toPatch(config))),
  )
}

interface WrittenConfig {
  changes: ConfigChange[]
  config: ProjectConfig
  revision: number
}

/**
 * Replaces the stored settings by what is computed from them, and keeps the former ones in the history. Settings that
 * others have changed since the author's revision stay, or are a conflict if the author changes them too.
 */
export async function rewriteConfig(
  db: Db,
  projectId: string,
  secrets: Secrets,
  { basis, ...author }: ConfigAuthor,
  toOverride: (current: StoredConfig) => Override,
): Promise<WrittenConfig> {
  const { config_override, config_revision: revision } = await getProjectForUpdate(db, projectId)
  const stored = openOverride(config_override, projectId, secrets)
  const config = renderConfig(stored)
  const stays = await settleConfig(db, projectId, { stored, config, revision, basis, toOverride })
  const next = keepSettings(toOverride({ stored, config, revision }), stored, stays)
  if (JSON.stringify(next) === JSON.stringify(stored)) return { changes: [], config, revision }
  const text = JSON.stringify(sealOverride(next, projectId, secrets))
  assertSmallEnough(text)
  await updateStoredConfig(db, projectId, { config_override: text, config_revision: revision + 1 })
  const written = renderConfig(next)
  const changes = listChanges(config, written)
  if (changes.some(({ path }) => path.startsWith('auth.secondFactor.'))) await endTrustOfProject(db, projectId)
  if (changes.some(endsResource)) await enqueueJob(db, 'end-resource-grants', { project_id: projectId })
  const previous = JSON.stringify(hideSecrets(stored))
  const entry = { ...author, subject: 'config' as const, revision, changes: toShownChanges(changes), previous }
  await insertConfigChange(db, projectId, entry)
  return { changes, config: written, revision: revision + 1 }
}

/** Tokens for it are refused at once. Ending the access under this lock would keep its users waiting. */
const endsResource = ({ path, from }: ConfigChange) =>
  from !== undefined && /^oauthProvider\.resources\.[^.]+\.uri$/.test(path)

/** Reads the current settings from the database, not from a cache, and locks them until the end of the transaction. */
export async function getConfigForShare(db: Db, projectId: string, secrets: Secrets): Promise<ProjectConfig> {
  const stored = await findStoredConfigForShare(db, projectId)
  if (!stored) throw new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId })
  return renderConfig(openOverride(stored, projectId, secrets))
}

const maxShownChanges = 100
const maxPathLength = 200

/** The settings that were written, and which of them have changed. */
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

/** As many of them as fit into an audit log entry. */
export function toShownChanges(changes: ConfigChange[]): ConfigChange[] {
  return changes.slice(0, maxShownChanges).map((change) => ({ ...change, path: change.path.slice(0, maxPathLength) }))
}
