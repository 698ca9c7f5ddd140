import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { lookOf } from '../look.ts'
import { type EmailSources, renderEmails } from '../render-email.ts'
import type { RenderedEmail } from '../rendering/renderer.ts'

/** Errors are reported within three seconds, even if a template takes too long. */
const answerWithinMillis = 2_000

/** Renders an email with sample values, or the preview variables of its code. */
export async function renderPreview(ctx: Context, sources: EmailSources): Promise<RenderedEmail> {
  const input = {
    user: { displayName: 'John Doe' },
    project: { displayName: ctx.project.display_name, ...lookOf(ctx.project) },
    variables: {},
    isPreview: true,
  }
  const [answer] = await renderEmails(ctx.platform, ctx.project.id, sources, [input], { answerWithinMillis })
  if ('error' in answer!) throw new KnownError('EMAIL_RENDERING_ERROR', { error: answer.error })
  return answer!.email
}
