import type { EmailDocument, EmailThemeDocument } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Override } from '../../projects/project-config/override.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { storeSources } from '../../projects/project-config/store.ts'
import { keepFormer } from './version-queries.ts'

interface NewSource {
  patch: Override
}

interface ChangedSource extends NewSource {
  id: string
  /** Throws if it no longer exists. */
  find: (config: ProjectConfig) => EmailDocument | EmailThemeDocument | string
}

/** Saves a template or a theme. What it replaces is kept as a former version. */
export async function storeSource(ctx: Context, change: NewSource | ChangedSource): Promise<void> {
  if (!('id' in change)) return storeSources(ctx, () => change.patch)
  const { id, find, patch } = change
  let former: object | string = ''
  await storeSources(
    ctx,
    (config) => {
      former = find(config)
      return patch
    },
    (trx, written) => keepFormer(trx, ctx.project.id, id, { former, current: find(written), now: ctx.now() }),
  )
}
