import { randomUUID } from 'node:crypto'
import type { emailRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { builtInThemeIds, builtInThemes, sampleTemplate } from '../../projects/project-config/built-in-emails.ts'
import { storeSources } from '../../projects/project-config/store.ts'
import { getTheme } from './find.ts'
import { renderPreview } from './preview.ts'
import { keepFormer } from './version-queries.ts'

type ThemeRoutes = Pick<
  typeof emailRoutes,
  | 'GET /internal/email-themes'
  | 'POST /internal/email-themes'
  | 'GET /internal/email-themes/{id}'
  | 'PATCH /internal/email-themes/{id}'
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
    const { tsxSource } = builtInThemes[builtInThemeIds.light]!
    await storeSources(ctx, () => ({ [`emails.themes.${id}`]: { displayName: body.display_name, tsxSource } }))
    return { id }
  },

  'GET /internal/email-themes/{id}': async ({ ctx, params }) => {
    const theme = getTheme(ctx.project.config, params.id)
    return { display_name: theme.displayName, tsx_source: theme.tsxSource, revision: ctx.project.config_revision }
  },

  'PATCH /internal/email-themes/{id}': async ({ ctx, params, body }) => {
    const { displayName } = getTheme(ctx.project.config, params.id)
    await renderPreview(ctx, { templateTsx: sampleTemplate, themeTsx: body.tsx_source })
    let former = ''
    await storeSources(
      ctx,
      (config) => {
        former = getTheme(config, params.id).tsxSource
        return { [`emails.themes.${params.id}.tsxSource`]: body.tsx_source }
      },
      (trx, written) => {
        const current = getTheme(written, params.id).tsxSource
        return keepFormer(trx, ctx.project.id, params.id, { former, current, now: ctx.now() })
      },
    )
    return { display_name: displayName }
  },
}
