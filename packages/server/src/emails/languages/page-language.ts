import type { Caller } from '../../http/context.ts'
import { renderLinkPage } from '../../http/pages/link-page.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import type { Project } from '../../projects/cache.ts'
import { type Language, loadLanguage, translate } from './language.ts'

/** The language of a page that an email links to: that of the user, like the email's. */
export function languageOfPage(project: Pick<Project, 'config'>, userLocale: string | null): Promise<Language> {
  return loadLanguage(userLocale, project.config.emails.defaultLocale)
}

export const linkPageTexts = {
  incomplete: 'The link is incomplete. Copy the whole link.',
  noScript: 'Turn on JavaScript in your browser and open the link again.',
} as const

/** The page that reads the code. Whose code it is, and so their language, is only known when it was posted. */
export async function showLinkPage(ctx: { caller: Caller }, title: string): Promise<string> {
  const language = await loadLanguage(findRequestLocale(ctx))
  return renderLinkPage(translate(language, title), {
    locale: language.locale,
    incomplete: translate(language, linkPageTexts.incomplete),
    noScript: translate(language, linkPageTexts.noScript),
  })
}
