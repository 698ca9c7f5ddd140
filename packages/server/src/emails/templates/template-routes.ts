import { randomUUID } from 'node:crypto'
import {
  type EmailDocument,
  type EmailKind,
  emailKinds,
  type emailSourceRoutes,
  type HandlerOutput,
  isUuid,
  KnownError,
} from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { builtInNotices, type EmailTemplate, sampleTemplate } from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { listVariables } from '../documents/names.ts'
import { toTsx } from '../documents/to-tsx.ts'
import { loadLanguage, type Texts } from '../languages/language.ts'
import { translateDocument } from '../languages/translate-document.ts'
import { assertOwnTextAllowed, mayHaveOwnText } from '../smtp/own-text.ts'
import { findDefault, findKind, findTemplate, findThemeSource, isChanged, sourceOf } from './find.ts'
import { renderPreview } from './preview.ts'
import { storeSource } from './store-source.ts'

type TemplateRoutes = Pick<
  typeof emailSourceRoutes,
  | 'GET /internal/email-templates'
  | 'POST /internal/email-templates'
  | 'PATCH /internal/email-templates/{id}'
  | 'POST /internal/email-templates/{id}/reset'
>

export const templateHandlers: Handlers<TemplateRoutes> = {
  'GET /internal/email-templates': async ({ ctx, query }) => {
    const { config, config_revision: revision } = ctx.project
    const texts = query.locale && (await loadLanguage(query.locale)).texts
    const notices = query.include_notices === 'true' ? builtInNotices : {}
    const all = Object.keys({ ...config.emails.templates, ...notices })
    const ids = all.filter((id) => !isNotice(id) || (id in notices && isForProject(ctx, id)))
    return {
      templates: ids.map((id) => ({
        ...toTemplateBody(id, findTemplate(config, id)!),
        ...(texts && { default_document: findTranslated(id, texts) }),
      })),
      revision,
      allows_own_text: await mayHaveOwnText(ctx),
    }
  },

  'POST /internal/email-templates': async ({ ctx, body }) => {
    const id = randomUUID()
    const source = body.document ? { document: body.document } : { tsxSource: sampleTemplate }
    await storeSource(ctx, { patch: { [`emails.templates.${id}`]: { displayName: body.display_name, ...source } } })
    return { id }
  },

  'PATCH /internal/email-templates/{id}': async ({ ctx, params, body }) => {
    await assertOwnTextAllowed(ctx)
    const { id } = params
    if (!isUuid(id)) throw new KnownError('SCHEMA_ERROR', { message: 'params.id must be a UUID' })
    assertExists(ctx, ctx.project.config, id)
    const source = body.document ?? body.tsx_source!
    assertFitsKind(findKind(id), source)
    const theme = findThemeSource(ctx.project.config.emails, undefined)
    const rendered = await renderPreview(ctx, { template: source, theme })
    assertMarked('Subject', rendered.subject)
    assertMarked('NotificationCategory', rendered.notificationCategory)
    const path = `emails.templates.${id}`
    await storeSource(ctx, {
      id,
      find: (config) => sourceOf(assertExists(ctx, config, id)),
      patch: {
        [`${path}.document`]: body.document ?? null,
        [`${path}.tsxSource`]: body.tsx_source ?? null,
        ...(body.theme_id ? { [`${path}.themeId`]: body.theme_id } : {}),
      },
    })
    return { rendered_html: rendered.html }
  },

  'POST /internal/email-templates/{id}/reset': async ({ ctx, params: { id } }) => {
    assertExists(ctx, ctx.project.config, id)
    if (!findDefault(id)) throw new PlainError(400, 'Only built-in templates have a default.')
    const find = (config: ProjectConfig) => sourceOf(findTemplate(config, id)!)
    await storeSource(ctx, { id, find, patch: { [`emails.templates.${id}`]: null } })
    return { success: true }
  },
}

type TemplateBody = HandlerOutput<(typeof emailSourceRoutes)['GET /internal/email-templates']>['templates'][number]

function toTemplateBody(id: string, template: EmailTemplate): TemplateBody {
  const { displayName, document, themeId } = template
  const kind = findKind(id)
  return {
    id,
    display_name: displayName,
    tsx_source: toTsx(sourceOf(template)),
    ...(document && { document }),
    ...(themeId === undefined ? {} : { theme_id: themeId }),
    ...(kind && { kind }),
    ...(isNotice(id) && { is_notice: true as const }),
    ...(isChanged(id, template) && { is_changed: true as const }),
  }
}

/** What is built in, in a language. */
function findTranslated(id: string, texts: Texts): EmailDocument | undefined {
  const document = findDefault(id)?.document
  return document && 'content' in document ? translateDocument(document, texts) : undefined
}

const isNotice = (id: string) => Object.hasOwn(builtInNotices, id)

/** Emails to project owners are those of the dashboard, which is a project of its own. */
function isForProject({ project }: Context, id: string): boolean {
  const kind = findKind(id)
  return project.id === internalProjectId || !kind || !('isForOwners' in emailKinds[kind])
}

function assertExists(ctx: Context, config: ProjectConfig, id: string): EmailTemplate {
  const template = isForProject(ctx, id) ? findTemplate(config, id) : undefined
  if (template) return template
  throw new PlainError(404, 'The email template was not found.')
}

/** Keeps a sign-in code from being edited out of its email, which nobody would notice before they cannot sign in. */
function assertFitsKind(kind: EmailKind | undefined, source: EmailDocument | string): void {
  if (!kind) return
  const { isNotice, needs } = emailKinds[kind]
  if (typeof source === 'string') {
    if (isNotice) throw new PlainError(400, 'Notices cannot be converted to code.')
    return
  }
  if (needs.length === 0) return
  const missing = needs.map((name) => `{{${name}}}`).join(' or ')
  const { category, translations = {} } = source
  const assertUseful = (document: EmailDocument, where = '') => {
    const names = new Set(listVariables(document))
    if (needs.some((name) => names.has(name))) return
    throw new KnownError('EMAIL_RENDERING_ERROR', { error: `The email must contain ${missing}${where}.` })
  }
  assertUseful(source)
  for (const [locale, variant] of Object.entries(translations)) assertUseful({ category, ...variant }, ` in ${locale}`)
}

function assertMarked(name: string, value: string | undefined): void {
  if (value !== undefined) return
  throw new KnownError('EMAIL_RENDERING_ERROR', { error: `The template must have a <${name}>.` })
}
