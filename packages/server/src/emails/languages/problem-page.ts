import { KnownError } from '@latchkey/contract'
import { html } from 'hono/html'
import type { Caller } from '../../http/context.ts'
import { assets } from '../../http/pages/assets.ts'
import { renderPage } from '../../http/pages/layout.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { loadLanguage, translate } from './language.ts'

export const problemTexts = {
  title: 'This link no longer works',
  expired: 'It has expired. Sign in and check your account settings instead.',
  unknown: 'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.',
  failed: 'Something went wrong',
  retry: 'Try again in a few minutes.',
} as const

/** Why a page that an email links to cannot be shown, in the language of the browser: whose link it is may be unknown. */
export async function renderProblemPage({ caller, error }: { caller: Caller; error: unknown }): Promise<string> {
  const language = await loadLanguage(findRequestLocale({ caller }))
  const { title, text } = describeProblem(error)
  const say = (source: string) => translate(language, source)
  return String(
    renderPage({
      title: say(title),
      locale: language.locale,
      isForUsers: true,
      styles: [assets.cardStyles],
      body: html`<main class="card"><h1>${say(title)}</h1><p>${say(text)}</p></main>`,
    }),
  )
}

function describeProblem(error: unknown): { title: string; text: string } {
  const { title, expired, unknown, failed, retry } = problemTexts
  if (KnownError.is(error, 'VERIFICATION_CODE_EXPIRED')) return { title, text: expired }
  if (KnownError.is(error, 'VERIFICATION_CODE_NOT_FOUND')) return { title, text: unknown }
  if (error instanceof PlainError && error.status === 400) return { title, text: error.message }
  return { title: failed, text: retry }
}
