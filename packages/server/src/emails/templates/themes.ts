import { randomUUID } from 'node:crypto'
import type { emailRoutes } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Handlers } from '../../http/handler.ts'
import { PlainError } from '../../http/plain-error.ts'
import type { ProjectConfig } from '../../project-config/render.ts'
import { builtInThemeIds, builtInThemes, type EmailTheme, sampleTemplate } from './built-in.ts'
import { renderPreview } from './preview.ts'
import { storeSources } from './store.ts'

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
    return { display_name: theme.displayName, tsx_source: theme.tsxSource }
  },

  'PATCH /internal/email-themes/{id}': async ({ ctx, params, body }) => {
    const { displayName } = getTheme(ctx.project.config, params.id)
    await renderPreview(ctx, { templateTsx: sampleTemplate, themeTsx: body.tsx_source })
    await storeSources(ctx, (config) => {
      getTheme(config, params.id)
      return { [`emails.themes.${params.id}.tsxSource`]: body.tsx_source }
    })
    return { display_name: displayName }
  },
}

function getTheme({ emails }: ProjectConfig, id: string): EmailTheme {
  if (Object.hasOwn(emails.themes, id)) return emails.themes[id]!
  throw new PlainError(404, 'There is no such e-mail theme.')
}

/** Null: no theme. What is not the id of a theme stands for the project's own choice. */
export function findThemeSource(
  emails: Pick<ProjectConfig['emails'], 'themes' | 'selectedThemeId'>,
  themeId: string | false | null | undefined,
): string | null {
  if (themeId === false) return null
  const isKnown = themeId && Object.hasOwn(emails.themes, themeId)
  return emails.themes[isKnown ? themeId : emails.selectedThemeId]!.tsxSource
}

/** The same where a theme must be one: an unknown id is a mistake. */
export function getThemeSource({ project }: Context, themeId: string | false | undefined): string | null {
  if (themeId) getTheme(project.config, themeId)
  return findThemeSource(project.config.emails, themeId)
}
