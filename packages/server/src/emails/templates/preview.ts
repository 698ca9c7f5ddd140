import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { toOneLine } from '../bounded-text.ts'
import { findCategory } from '../bulk/prepare.ts'
import { findReader } from '../bulk/queries.ts'
import { localesFor } from '../documents/variants.ts'
import { lookOf } from '../look.ts'
import { type EmailSources, renderEmails } from '../render-email.ts'
import type { EmailInput, RenderedEmail } from '../rendering/renderer.ts'

/** Errors are reported within three seconds, even if a template takes too long. */
const answerWithinMillis = 2_000

/** Renders an email with sample values, or the preview variables of its code. */
export function renderPreview(ctx: Context, sources: EmailSources, locale?: string): Promise<RenderedEmail> {
  return render(ctx, sources, { ...inputOf(ctx, 'John Doe', locale), isPreview: true })
}

/** Renders an email to many as this user would get it, except that its link to unsubscribe has no effect. */
export async function renderFor(
  ctx: Context,
  sources: EmailSources,
  userId: string,
  locale?: string,
): Promise<RenderedEmail> {
  const reader = await findReader(ctx.db, ctx.project.id, userId)
  if (!reader) throw new KnownError('USER_NOT_FOUND')
  const input = { ...inputOf(ctx, reader.display_name, locale ?? reader.locale), isPreview: false }
  const email = await render(ctx, sources, input)
  const canUnsubscribe = findCategory(email.notificationCategory)?.canDisable
  return canUnsubscribe ? render(ctx, sources, { ...input, unsubscribeLink: inertLink }) : email
}

const inertLink = 'https://example.com/unsubscribe'

function inputOf({ project }: Context, displayName: string | null, locale: string | null | undefined) {
  return {
    user: { displayName: displayName === null ? null : toOneLine(displayName) },
    project: { displayName: toOneLine(project.display_name), ...lookOf(project) },
    variables: {},
    ...localesFor(project, locale),
  }
}

async function render(ctx: Context, sources: EmailSources, input: EmailInput): Promise<RenderedEmail> {
  const [answer] = await renderEmails(ctx.platform, ctx.project.id, sources, [input], { answerWithinMillis })
  if ('error' in answer!) throw new KnownError('EMAIL_RENDERING_ERROR', { error: answer.error })
  return answer!.email
}
