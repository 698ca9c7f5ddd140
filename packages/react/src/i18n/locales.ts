import type { Texts } from './source-texts.ts'

/**
 * A language of our components.
 * @example const locale: Locale = 'de-DE'
 */
export type Locale = 'en-US' | keyof typeof loaders

/** One chunk per language, so that an app loads only the one it shows. The components contain English. */
export const loaders = {
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

/** The texts of a language, or undefined for English. Suspends the component that needs them first. */
export const readLocale = createTextReader<Texts>((locale) => {
  const load = loaders[locale as keyof typeof loaders]
  if (!load) throw new Error(`Latchkey has no translation ${JSON.stringify(locale)}.`)
  return load()
})

/** Reads each language once. */
export function createTextReader<T extends object>(
  load: (locale: Locale) => Promise<{ default: T }>,
): (locale: Locale) => T | undefined {
  const loaded = new Map<Locale, T>()
  const loading = new Map<Locale, Promise<void>>()
  return (locale) => {
    if (locale === 'en-US') return undefined
    const texts = loaded.get(locale)
    if (texts) return texts

    let promise = loading.get(locale)
    if (!promise) {
      promise = load(locale).then(
        (module) => void loaded.set(locale, module.default),
        () => {
          // A chunk that fails to load must not break sign-in, so this falls back to English.
          loaded.set(locale, {} as T)
        },
      )
      loading.set(locale, promise)
    }
    throw promise
  }
}
