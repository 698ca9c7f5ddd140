import { KnownError } from '@latchkey/contract'
import { html } from 'hono/html'
import type { OpenContext } from '../../http/context.ts'
import { type Html, renderCardPage } from '../../http/pages/layout.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { consumeCode, insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { type Language, loadLanguage, translate } from '../languages/language.ts'
import { findUnsubscribeCode, setPreference, type UnsubscribeCode } from './queries.ts'

/** The unsubscribe link for one email to one user. Must be called in the transaction that enqueues the email. */
export async function createUnsubscribeLink(
  db: Db,
  projectId: string,
  email: { userId: string; categoryId: string; baseUrl: string; now: Date },
): Promise<string> {
  const { code } = await insertVerificationCode(db, projectId, {
    kind: 'unsubscribe',
    userId: email.userId,
    data: { category_id: email.categoryId },
    now: email.now,
  })
  return `${email.baseUrl}/api/v1/emails/unsubscribe-link?code=${code}`
}

/** Has no side effects, because email scanners open every link. */
export async function showUnsubscribePage(ctx: OpenContext, code: string | undefined): Promise<string> {
  const found = await getCode(ctx, code)
  const language = await findLanguage(ctx, found)
  if (found.used_at) return toPage(found, language, renderDone(found, language))
  return toPage(
    found,
    language,
    html`
    <h1>${translate(language, unsubscribeTexts.question)}</h1>
    <p>${describe(found, language)}</p>
    <form method="post"><button class="button" type="submit">${translate(language, unsubscribeTexts.title)}</button></form>
  `,
  )
}

export async function unsubscribe(ctx: OpenContext, code: string | undefined): Promise<string> {
  const found = await getCode(ctx, code)
  await inTransaction(ctx.db, async (trx) => {
    const isFirstUse = await consumeCode(trx, found.project_id, 'unsubscribe', code!.toLowerCase(), ctx.now())
    // A second click must not undo what the user has changed since the first.
    if (!isFirstUse) return
    const { user_id: userId, category_id: categoryId } = found
    await setPreference(trx, found.project_id, { userId, categoryId, isEnabled: false })
  })
  const language = await findLanguage(ctx, found)
  return toPage(found, language, renderDone(found, language))
}

const codeLength = 45

async function getCode(ctx: OpenContext, code: string | undefined): Promise<UnsubscribeCode> {
  if (code?.length !== codeLength) throw new PlainError(400, 'The link is incomplete. Copy the whole link.')
  const found = await findUnsubscribeCode(ctx.db, code.toLowerCase())
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expires_at <= ctx.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  return found
}

/** Users can switch off one category only, so the texts name it. */
export const unsubscribeTexts = {
  title: 'Unsubscribe',
  question: 'Unsubscribe?',
  effect: 'You’ll no longer get marketing emails from {{project}}.',
  done: 'You’ve unsubscribed',
  alreadyDone: 'You’ve already unsubscribed',
} as const

async function findLanguage({ platform }: OpenContext, { project_id, locale }: UnsubscribeCode): Promise<Language> {
  const project = await projectCache(platform).find(project_id)
  return loadLanguage(locale, project?.config.emails.defaultLocale)
}

function renderDone(code: UnsubscribeCode, language: Language): Html {
  const done = code.used_at ? unsubscribeTexts.alreadyDone : unsubscribeTexts.done
  return html`
    <h1>${translate(language, done)}</h1>
    <p>${describe(code, language)}</p>
  `
}

function describe({ project_display_name: project }: UnsubscribeCode, language: Language): string {
  return translate(language, unsubscribeTexts.effect, { project })
}

function toPage(code: UnsubscribeCode, language: Language, content: Html): string {
  const { project_id: id, project_display_name: name, project_logo_url: logoUrl } = code
  const title = `${translate(language, unsubscribeTexts.title)} · ${name}`
  return String(renderCardPage({ title, locale: language.locale, project: { id, name, logoUrl }, content }))
}
