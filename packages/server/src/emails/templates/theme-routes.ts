import { randomUUID } from 'node:crypto'
import type { emailSourceRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { builtInThemeIds, builtInThemes, sampleTemplate } from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { toTsx } from '../documents/to-tsx.ts'
import { findDefault, getTheme, isChanged, sourceOf } from './find.ts'
import { renderPreview } from './preview.ts'
import { storeSource } from './store-source.ts'

type ThemeRoutes = Pick<
  typeof emailSourceRoutes,
  | 'GET /internal/email-themes'
  | 'POST /internal/email-themes'
  | 'GET /internal/email-themes/{id}'
  | 'PATCH /internal/email-themes/{id}'
  | 'POST /internal/email-themes/{id}/reset'
>

export const themeHandlers: Handlers<ThemeRoutes> = {
  'GET /internal/email-themes': async ({ ctx }) => ({
    themes: Object.entries(ctx.project.config.emails.themes).map(([id, theme]) => ({
      id,
      display_name: theme.displayName,
    })),
  }),

  'POST /internal/email-themes': async ({ ctx, body }) => {
    const id = randomUUID()
    const document = body.document ?? builtInThemes[builtInThemeIds.light]!.document!
    await storeSource(ctx, { patch: { [`emails.themes.${id}`]: { displayName: body.display_name, document } } })
    return { id }
  },

  'GET /internal/email-themes/{id}': async ({ ctx, params }) => {
    const theme = getTheme(ctx.project.config, params.id)
    return {
      display_name: theme.displayName,
      tsx_source: toTsx(sourceOf(theme)),
      ...(theme.document && { document: theme.document }),
      ...(isChanged(params.id, theme) && { is_changed: true as const }),
      revision: ctx.project.config_revision,
    }
  },

  'PATCH /internal/email-themes/{id}': async ({ ctx, params: { id }, body }) => {
    const { displayName } = getTheme(ctx.project.config, id)
    await renderPreview(ctx, { template: sampleTemplate, theme: body.document ?? body.tsx_source! })
    const path = `emails.themes.${id}`
    await storeSource(ctx, {
      id,
      find: (config) => findSource(config, id),
      patch: { [`${path}.document`]: body.document ?? null, [`${path}.tsxSource`]: body.tsx_source ?? null },
    })
    return { display_name: displayName }
  },

  'POST /internal/email-themes/{id}/reset': async ({ ctx, params: { id } }) => {
    getTheme(ctx.project.config, id)
    if (!findDefault(id)) throw new PlainError(400, 'Only built-in themes have a default.')
    const find = (config: ProjectConfig) => findSource(config, id)
    await storeSource(ctx, { id, find, patch: { [`emails.themes.${id}`]: null } })
    return { success: true }
  },
}

const findSource = (config: ProjectConfig, id: string) => sourceOf(getTheme(config, id))
