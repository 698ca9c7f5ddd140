import { type EmailDocument, matchLocale } from '@latchkey/contract'
import type { EmailInput } from '../rendering/render.ts'

/** Of texts that nobody has said anything about. */
export const english = 'en-US'

/** The languages of an email to a user, or to somebody of whom nothing is known. */
export function localesFor(
  { config }: { config: { emails: { defaultLocale?: string } } },
  userLocale: string | null | undefined,
): { locale: string; mainLocale: string } {
  const mainLocale = config.emails.defaultLocale ?? english
  return { locale: userLocale ?? mainLocale, mainLocale }
}

export interface Variant {
  document: EmailDocument
  locale: string
}

/** The variant of an email for a reader: in their language, in a similar one, or the main text. */
export function chooseVariant(
  { translations = {}, ...main }: EmailDocument,
  { mainLocale = english, locale = mainLocale }: Pick<EmailInput, 'locale' | 'mainLocale'>,
): Variant {
  const found = matchLocale(locale, [mainLocale, ...Object.keys(translations)])
  const isTranslated = found !== undefined && Object.hasOwn(translations, found)
  if (!isTranslated) return { document: main, locale: mainLocale }
  return { document: { category: main.category, ...translations[found]! }, locale: found }
}
