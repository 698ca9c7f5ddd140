import { type EmailDocument, type EmailThemeDocument, type emailSourceRoutes, isUuid } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { toTsx } from '../documents/to-tsx.ts'
import { findTemplate } from './find.ts'
import { findVersion, listVersions } from './version-queries.ts'

type VersionRoutes = Pick<
  typeof emailSourceRoutes,
  'GET /internal/email-sources/{id}/versions' | 'GET /internal/email-sources/{id}/versions/{version_id}'
>

export const versionHandlers: Handlers<VersionRoutes> = {
  'GET /internal/email-sources/{id}/versions': async ({ ctx, params: { id } }) => {
    assertSourceExists(ctx, id)
    // Sources that were named in the configuration by hand may have any ID; those have no former versions.
    const rows = isUuid(id) ? await listVersions(ctx.db, ctx.project.id, id) : []
    return { versions: rows.map((row) => ({ id: row.id, replaced_at_millis: row.replaced_at.getTime() })) }
  },

  'GET /internal/email-sources/{id}/versions/{version_id}': async ({ ctx, params }) => {
    assertSourceExists(ctx, params.id)
    const areIds = isUuid(params.id) && isUuid(params.version_id)
    const row = areIds ? await findVersion(ctx.db, ctx.project.id, params.id, params.version_id) : undefined
    if (!row) throw new PlainError(404, 'The former version was not found.')
    const document = row.document as EmailDocument | EmailThemeDocument | null
    return {
      id: row.id,
      replaced_at_millis: row.replaced_at.getTime(),
      tsx_source: toTsx(document ?? row.tsx_source),
      ...(document && { document }),
    }
  },
}

function assertSourceExists({ project: { config } }: Context, id: string): void {
  if (!findTemplate(config, id) && !Object.hasOwn(config.emails.themes, id)) {
    throw new PlainError(404, 'The email template or theme was not found.')
  }
}
