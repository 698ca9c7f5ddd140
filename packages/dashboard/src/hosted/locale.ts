import type { Locale } from '@latchkey/react'

/** The usual one of a language comes first. */
const locales: readonly Locale[] = [
  'en-US',
  'de-DE',
  'es-ES',
  'es-419',
  'fr-FR',
  'fr-CA',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'pt-BR',
  'pt-PT',
  'zh-CN',
  'zh-TW',
]

/** The first of the languages that a person prefers which the components have. */
export function findLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const { language, region, script } = maximize(tag)
    const sameLanguage = locales.filter((locale) => locale.startsWith(`${language}-`))
    const known =
      sameLanguage.find((locale) => locale === `${language}-${region}`) ??
      (language === 'zh' && script === 'Hant' ? 'zh-TW' : undefined) ??
      (language === 'es' && region !== 'ES' ? 'es-419' : undefined) ??
      sameLanguage[0]
    if (known) return known
  }
  return 'en-US'
}

function maximize(tag: string): Pick<Intl.Locale, 'language' | 'region' | 'script'> {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return { language: '' }
  }
}
