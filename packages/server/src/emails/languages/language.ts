import { type Locale, locales, matchLocale } from '@latchkey/contract'

/** English → the language. Two texts for one that addresses the reader: with the name, and without. */
export type Texts = Readonly<Record<string, string | readonly [withName: string, withoutName: string]>>

/** Loaded when the first email or page in the language is rendered. The code itself is in English. */
const loaders: Record<Exclude<Locale, 'en-US'>, () => Promise<{ default: Texts }>> = {
  'de-DE': () => import('./de-DE.ts'),
  'es-419': () => import('./es-419.ts'),
  'es-ES': () => import('./es-ES.ts'),
  'fr-CA': () => import('./fr-CA.ts'),
  'fr-FR': () => import('./fr-FR.ts'),
  'it-IT': () => import('./it-IT.ts'),
  'ja-JP': () => import('./ja-JP.ts'),
  'ko-KR': () => import('./ko-KR.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  'pt-PT': () => import('./pt-PT.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
  'zh-TW': () => import('./zh-TW.ts'),
}

const english: Texts = {}

/** A language that we speak, and how its reader writes dates and numbers. */
export interface Language {
  locale: Locale
  /** More exact than the language, such as `de-AT`. */
  reader: string
  texts: Texts
}

/** The first of these that we speak, or English. */
export async function loadLanguage(...wanted: (string | null | undefined)[]): Promise<Language> {
  for (const reader of wanted) {
    const locale = reader ? matchLocale(reader, locales) : undefined
    if (locale) return { locale, reader: reader!, texts: await loadTexts(locale) }
  }
  return { locale: 'en-US', reader: 'en-US', texts: english }
}

export async function loadTexts(locale: Locale): Promise<Texts> {
  return locale === 'en-US' ? english : (await loaders[locale]()).default
}

/** The text in the language, with the values in place of `{{names}}`. */
export function translate({ texts }: Pick<Language, 'texts'>, source: string, values: Values = {}): string {
  const text = texts[source]
  const template = typeof text === 'string' ? text : source
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

type Values = Record<string, string | number>

/** A time in words. Servers do not know where the reader is, so it is in UTC. */
export function formatMoment({ reader }: Pick<Language, 'reader'>, time: Date | string): string {
  const format = new Intl.DateTimeFormat(reader, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(time))} UTC`
}

/** The text for a number, such as "2 emails". */
export function translateCount(language: Language, count: number, one: string, other: string): string {
  const isOne = new Intl.PluralRules(language.locale).select(count) === 'one'
  const shown = new Intl.NumberFormat(language.reader).format(count)
  return translate(language, isOne ? one : other, { count: shown })
}
