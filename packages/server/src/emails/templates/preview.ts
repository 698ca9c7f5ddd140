import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { builtInRendering, isBuiltIn } from '../../projects/project-config/built-in-emails.ts'
import { lookOf } from '../look.ts'
import type { EmailSources, RenderedEmail } from '../rendering/renderer.ts'
import { emailRenderer } from '../rendering/renderer.ts'

/** Errors are reported within three seconds, even if a template takes too long. */
const answerWithinMillis = 2_000

/** Renders an email with the preview variables of its sources. */
export async function renderPreview(ctx: Context, sources: EmailSources): Promise<RenderedEmail> {
  const input = {
    user: { displayName: 'John Doe' },
    project: { displayName: ctx.project.display_name, ...lookOf(ctx.project) },
    variables: {},
    isPreview: true,
  }
  const options = isBuiltIn(sources.templateTsx, sources.themeTsx) ? builtInRendering : { answerWithinMillis }
  const [answer] = await emailRenderer(ctx.platform).render(ctx.project.id, sources, [input], options)
  if ('error' in answer!) throw new KnownError('EMAIL_RENDERING_ERROR', { error: answer.error })
  return answer!.email
}
