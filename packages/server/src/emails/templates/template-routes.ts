import { randomUUID } from 'node:crypto'
import { type emailRoutes, isUuid, KnownError } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { sampleTemplate } from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { storeSources } from '../../projects/project-config/store.ts'
import { assertOwnTextAllowed } from '../smtp/own-text.ts'
import { findTemplate, findThemeSource } from './find.ts'
import { renderPreview } from './preview.ts'
import { keepFormer } from './version-queries.ts'

type TemplateRoutes = Pick<
  typeof emailRoutes,
  'GET /internal/email-templates' | 'POST /internal/email-templates' | 'PATCH /internal/email-templates/{id}'
>

export const templateHandlers: Handlers<TemplateRoutes> = {
  'GET /internal/email-templates': async ({ ctx }) => ({
    templates: Object.entries(ctx.project.config.emails.templates).map(([id, template]) => ({
      id,
      display_name: template.displayName,
      tsx_source: template.tsxSource,
      ...(template.themeId === undefined ? {} : { theme_id: template.themeId }),
    })),
    revision: ctx.project.config_revision,
  }),

  'POST /internal/email-templates': async ({ ctx, body }) => {
    const id = randomUUID()
    await storeSources(ctx, () => ({
      [`emails.templates.${id}`]: { displayName: body.display_name, tsxSource: sampleTemplate },
    }))
    return { id }
  },

  'PATCH /internal/email-templates/{id}': async ({ ctx, params, body }) => {
    await assertOwnTextAllowed(ctx)
    if (!isUuid(params.id)) throw new KnownError('SCHEMA_ERROR', { message: 'params.id must be a UUID' })
    assertTemplateExists(ctx.project.config, params.id)
    const { emails } = ctx.project.config
    const themeTsx = findThemeSource(emails, undefined)
    const rendered = await renderPreview(ctx, { templateTsx: body.tsx_source, themeTsx })
    assertMarked('Subject', rendered.subject)
    assertMarked('NotificationCategory', rendered.notificationCategory)
    const path = `emails.templates.${params.id}`
    let former = ''
    await storeSources(
      ctx,
      (config) => {
        assertTemplateExists(config, params.id)
        former = findTemplate(config, params.id)!.tsxSource
        return {
          [`${path}.tsxSource`]: body.tsx_source,
          ...(body.theme_id ? { [`${path}.themeId`]: body.theme_id } : {}),
        }
      },
      (trx, written) => {
        const current = findTemplate(written, params.id)!.tsxSource
        return keepFormer(trx, ctx.project.id, params.id, { former, current, now: ctx.now() })
      },
    )
    return { rendered_html: rendered.html }
  },
}

function assertTemplateExists(config: ProjectConfig, id: string): void {
  if (!findTemplate(config, id)) throw new PlainError(404, 'The email template was not found.')
}

function assertMarked(name: string, value: string | undefined): void {
  if (value !== undefined) return
  throw new KnownError('EMAIL_RENDERING_ERROR', { error: `The template must have a <${name}>.` })
}
