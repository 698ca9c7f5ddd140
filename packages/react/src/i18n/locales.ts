import type { Texts } from './source-texts.ts'

export type Locale = 'en-US' | keyof typeof loaders

/** One chunk per language: an app pays for the one it shows. English stands in the components. */
const loaders = {
  'de-DE': () => import('./de-DE.ts'),
}

const loaded = new Map<Locale, Texts>()
const loading = new Map<Locale, Promise<void>>()

/** The texts of a language, or undefined for English. Suspends the component that needs them first. */
export function readLocale(locale: Locale): Texts | undefined {
  if (locale === 'en-US') return undefined
  const texts = loaded.get(locale)
  if (texts) return texts

  let promise = loading.get(locale)
  if (!promise) {
    const load = loaders[locale]
    if (!load) throw new Error(`Latchkey has no translation ${JSON.stringify(locale)}.`)
    promise = load().then(
      (module) => void loaded.set(locale, module.default),
      () => {
        // A chunk that cannot be fetched must not take sign-in down: English is better than nothing.
        loaded.set(locale, {} as Texts)
      },
    )
    loading.set(locale, promise)
  }
  throw promise
}
