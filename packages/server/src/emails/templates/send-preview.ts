import type { emailSourceRoutes, HandlerOutput, Routes } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { CountLimits } from '../../platform/limits/of-request.ts'
import { toOneLine } from '../bounded-text.ts'
import { loadLanguage } from '../languages/language.ts'
import { translateDocument } from '../languages/translate-document.ts'
import { sendNow } from '../outbox/send-now.ts'
import type { EmailSources } from '../render-email.ts'
import { assertOwnTextAllowed } from '../smtp/own-text.ts'
import { emailServers } from '../smtp/servers.ts'
import { findDefault, findTemplate, getThemeSource, sourceOf } from './find.ts'
import { renderPreview } from './preview.ts'

type Route = 'POST /internal/send-email-preview'
type RenderRequest = NonNullable<Routes['POST /emails/render-email']['request']['body']>

/** What a request names, or has with it. */
export async function readRenderSources(ctx: Context, body: RenderRequest): Promise<EmailSources> {
  const stored = body.template_id === undefined ? undefined : findTemplate(ctx.project.config, body.template_id)
  const template = body.template_document ?? body.template_tsx_source ?? (stored && sourceOf(stored))
  if (template === undefined) throw new PlainError(400, 'The email template was not found.')
  const isKnown = !body.theme_id || Object.hasOwn(ctx.project.config.emails.themes, body.theme_id)
  if (!isKnown) throw new PlainError(400, 'The email theme was not found.')
  const theme = body.theme_document ?? body.theme_tsx_source ?? getThemeSource(ctx, body.theme_id)
  return { template: await withVariant(ctx, template, body), theme }
}

/** What is built in has variants in our languages. */
async function withVariant({ project }: Context, template: EmailSources['template'], body: RenderRequest) {
  const isBuiltIn = body.template_id !== undefined && template === findDefault(body.template_id)?.document
  if (!isBuiltIn || typeof template === 'string') return template
  const { locale, texts } = await loadLanguage(body.locale, project.config.emails.defaultLocale)
  const { category: _, ...variant } = translateDocument(template, texts)
  return { ...template, translations: { [locale]: variant } }
}

/** Sends an email with sample values, so that its author sees it as recipients will. */
export async function sendPreview(
  ctx: Context,
  { recipient_email: to, subject, locale, ...body }: NonNullable<Routes[Route]['request']['body']>,
  countLimits: CountLimits,
): Promise<HandlerOutput<(typeof emailSourceRoutes)[Route]>> {
  await assertOwnTextAllowed(ctx)
  if (!emailServers(ctx.platform).hasServer(ctx.project)) throw new PlainError(400, 'No email server is configured.')
  const rendered = await renderPreview(ctx, await readRenderSources(ctx, { ...body, locale }), locale)
  await countLimits()
  const failure = await sendNow(ctx, ctx.project, {
    kind: 'preview',
    to,
    subject: toOneLine(subject ?? rendered.subject ?? ''),
    html: rendered.html,
    text: rendered.text,
    locale: rendered.locale,
    isBuiltIn: false,
  })
  return failure ? { success: false, error_message: failure.message } : { success: true }
}
