import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { authorOf } from '../../projects/project-config/author.ts'
import type { ConfigChange } from '../../projects/project-config/changes.ts'
import { wasConfigChangedSince } from '../../projects/project-config/history-queries.ts'
import { rewriteConfig, toShownChanges } from '../../projects/project-config/update.ts'
import type { ProjectRow } from '../../projects/queries.ts'
import { isAt } from '../../projects/revisions/merge.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { copyInto, isKeptApart, readStoredSettings } from './settings.ts'

interface Chosen {
  source_revision: number
  paths: string[]
}

/** Like any other save: compared with what others have changed since, and kept in the history. */
export async function copySettings(
  ctx: Context,
  { source_revision, paths }: Chosen,
  getProjects: (trx: Db) => Promise<{ other: ProjectRow }>,
): Promise<{ revision: number; copied_count: number }> {
  const apart = paths.find(isKeptApart)
  if (apart) throw new PlainError(400, `${apart} belongs to each environment and is not copied.`)
  const copied = await inTransaction(ctx.db, async (trx) => {
    const { other } = await getProjects(trx)
    if (source_revision > other.config_revision || (await wasConfigChangedSince(trx, other.id, source_revision))) {
      throw new PlainError(409, 'The other environment was changed since you compared. Nothing was copied.')
    }
    const there = readStoredSettings(other, ctx.platform.secrets)
    const author = authorOf(ctx)
    let places: string[] = []
    const written = await rewriteConfig(trx, ctx.project.id, ctx.platform.secrets, author, ({ stored }) => {
      const next = copyInto(stored, there, paths)
      places = next.places
      if (next.left.length === 0) return next.override
      throw new PlainError(400, `${next.left.join(', ')} cannot be copied without the settings that it refers to.`)
    })
    const kept = author.basis?.resolved?.keepTheirs ?? []
    const isKept = (place: string) => kept.some((path) => isAt(place, path) || isAt(path, place))
    const count = places.filter((place) => !isKept(place)).length
    if (written.changes.length > 0) await recordCopy(trx, ctx, other, { count, changes: written.changes })
    return { revision: written.revision, copied_count: count }
  })
  projectCache(ctx.platform).forget(ctx.project.id)
  return copied
}

async function recordCopy(
  trx: Db,
  ctx: Context,
  from: ProjectRow,
  { count, changes }: { count: number; changes: ConfigChange[] },
): Promise<void> {
  await recordAudit(trx, ctx, {
    action: 'project.settings_copied',
    target: { type: 'project', id: ctx.project.id },
    details: {
      from_project_id: from.id,
      from_display_name: from.display_name.slice(0, 200),
      from_environment: from.environment,
      count,
      changes: toShownChanges(changes),
    },
  })
}
