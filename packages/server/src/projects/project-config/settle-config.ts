import type { Db } from '../../platform/db/database.ts'
import type { SaveBasis } from '../revisions/basis.ts'
import { settleSave } from '../revisions/settle.ts'
import { collectSettings, findName } from './changes.ts'
import { expandOverride, mergeOverride, type Override } from './override.ts'
import { type ProjectConfig, renderConfig } from './render.ts'
import { listEntries } from './validate.ts'

export interface StoredConfig {
  stored: Override
  config: ProjectConfig
  revision: number
}

interface ConfigSave extends StoredConfig {
  basis: SaveBasis | undefined
  toOverride: (current: StoredConfig) => Override
}

/** The settings that have to stay as they are now; see `settleSave`. */
export async function settleConfig(db: Db, projectId: string, save: ConfigSave): Promise<string[]> {
  const { config, basis, revision, toOverride } = save
  const toFields = (override: Override) => collectSettings(renderConfig(override))
  return settleSave(db, projectId, {
    subject: 'config',
    basis,
    revision,
    theirs: collectSettings(config),
    toFields,
    applyTo: (previous) =>
      toFields(
        toOverride(previous ? { stored: previous, config: renderConfig(previous), revision: basis!.revision } : save),
      ),
    entriesOf,
    nameOf: findName,
  })
}

/** The email server, too, has other fields if it is the shared one. */
const entriesOf = (path: string) => (path.startsWith('emails.server.') ? ['emails.server'] : listEntries(path))

/** Takes these settings from what is stored. */
export function keepSettings(next: Override, stored: Override, paths: string[]): Override {
  if (paths.length === 0) return next
  const current = collectSettings(expandOverride(stored))
  return mergeOverride(next, Object.fromEntries(paths.map((path) => [path, current.get(path) ?? null])))
}
