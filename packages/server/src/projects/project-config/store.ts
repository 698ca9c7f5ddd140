import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { projectCache } from '../cache.ts'
import { authorOf } from './author.ts'
import type { Override } from './override.ts'
import type { ProjectConfig } from './render.ts'
import { changeConfig, recordConfigChange } from './update.ts'

/** Themes and templates are settings of the project; what is built in is only ever overridden. */
export async function storeSources(
  ctx: Context,
  toPatch: (config: ProjectConfig) => Override,
  keepFormer: (trx: Db, written: ProjectConfig) => Promise<void> = async () => {},
): Promise<void> {
  let patch: Override = {}
  await inTransaction(ctx.db, async (trx) => {
    const { changes, config } = await changeConfig(
      trx,
      ctx.project.id,
      ctx.platform.secrets,
      authorOf(ctx),
      (current) => {
        patch = toPatch(current)
        return patch
      },
    )
    await keepFormer(trx, config)
    await recordConfigChange(trx, ctx, patch, changes)
  })
  projectCache(ctx.platform).forget(ctx.project.id)
}
