/** The languages of our screens and of the built-in emails. Free of dependencies, so that browsers can import it. */

export const locales = [
  'en-US',
  'de-DE',
  'es-419',
  'es-ES',
  'fr-CA',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'pt-BR',
  'pt-PT',
  'zh-CN',
  'zh-TW',
] as const

/** A language that everything built in speaks. */
export type Locale = (typeof locales)[number]

const shape = /^[a-z]{2,3}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?([-_][a-z0-9]{1,8})*$/i

export const maxLocaleLength = 35

/**
 * The language, script and region of a BCP 47 tag in their usual spelling, such as `de-AT` for `de_at-1996`. Undefined
 * if it is none.
 */
export function readLocale(tag: string): string | undefined {
  if (tag.length > maxLocaleLength || !shape.test(tag)) return undefined
  try {
    const { language, script, region } = new Intl.Locale(tag.replaceAll('_', '-'))
    return !language || language === 'und' ? undefined : [language, script, region].filter(Boolean).join('-')
  } catch {
    return undefined
  }
}

/** Regions that read another variant than the one of the language's most likely region. */
const variantAbroad: Record<string, { home: string; abroad: string }> = {
  es: { home: 'ES', abroad: '419' },
  pt: { home: 'BR', abroad: 'PT' },
}

/**
 * The best of these languages for a reader: the same one, a variant of it with the same script or region, or any variant
 * of it. Undefined if there is none.
 */
export function matchLocale<L extends string>(wanted: string, available: readonly L[]): L | undefined {
  const exact = available.find((locale) => locale === wanted)
  if (exact !== undefined || readLocale(wanted) === undefined) return exact
  const { language, script, region } = new Intl.Locale(wanted).maximize()
  const { home = new Intl.Locale(language).maximize().region, abroad } = variantAbroad[language] ?? {}
  let best: L | undefined
  let bestScore = 0
  for (const locale of available) {
    const likely = new Intl.Locale(locale).maximize()
    if (likely.language !== language) continue
    const isNear = likely.region === region || (region !== home && likely.region === abroad)
    const score = 1 + (likely.script === script ? 4 : 0) + (isNear ? 2 : 0) + (likely.region === home ? 1 : 0)
    if (score > bestScore) [best, bestScore] = [locale, score]
  }
  return best
}

const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** The value of the `dir` attribute for texts in a language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(locale).maximize()
  return script && rightToLeftScripts.has(script) ? 'rtl' : 'ltr'
}

const maxPreferences = 20
const maxHeaderLength = 1_000

/** The languages of an `Accept-Language` header, preferred ones first. Whatever makes no sense is left out. */
export function readAcceptLanguage(header: string): string[] {
  if (header.length > maxHeaderLength) return []
  return header
    .split(',')
    .slice(0, maxPreferences)
    .flatMap((part) => {
      const [, tag, weight = '1'] = /^\s*([a-z0-9_-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? []
      const locale = tag === undefined ? undefined : readLocale(tag)
      return locale === undefined || Number(weight) === 0 ? [] : [{ locale, weight: Number(weight) }]
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ locale }) => locale)
}
