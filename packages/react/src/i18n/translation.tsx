import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { ConnectionText } from './connections/source-texts.ts'
import { type Locale, readLocale } from './locales.ts'
import type { SourceText } from './source-texts.ts'

// Not from their own file, which bundlers then keep in this one.
export { createTextReader, loaders } from './locales.ts'

/**
 * Your own texts, keyed by our English ones.
 * @example const overrides: TranslationOverrides = { 'Sign in': 'Log in' }
 */
export type TranslationOverrides = Readonly<Partial<Record<SourceText | ConnectionText, string>>>

export type TranslateText<Text extends string> = (
  text: Text,
  values?: Readonly<Record<string, string | number>>,
) => string
export type Translate = TranslateText<SourceText>

interface Translation {
  lang: Locale
  overrides: TranslationOverrides | undefined
}

const TranslationContext = createContext<Translation | null>(null)

export function TranslationProvider(props: {
  lang?: Locale | undefined
  overrides?: TranslationOverrides | undefined
  children: ReactNode
}) {
  const { lang = 'en-US', overrides } = props
  useCheckedOverrides(overrides)
  const translation = useMemo(() => ({ lang, overrides }), [lang, overrides])
  return <TranslationContext.Provider value={translation}>{props.children}</TranslationContext.Provider>
}

export function useLang(): Locale {
  return useTranslation().lang
}

export function useTranslate(): Translate {
  const { lang } = useTranslation()
  return useTranslateFrom<SourceText>(readLocale(lang))
}

/** For lists with more texts than the usual ones. */
export function useTranslateFrom<Text extends SourceText | ConnectionText>(
  texts: Readonly<Partial<Record<Text, string>>> | undefined,
): TranslateText<Text> {
  const { overrides } = useTranslation()
  return useMemo<TranslateText<Text>>(
    () =>
      (text, values = {}) => {
        let translated: string = overrides?.[text] ?? texts?.[text] ?? text
        for (const [name, value] of Object.entries(values)) {
          // A function, because `$` has a special meaning in a replacement string.
          translated = translated.replace(`{${name}}`, () => String(value))
        }
        return translated
      },
    [overrides, texts],
  )
}

function useTranslation(): Translation {
  const translation = useContext(TranslationContext)
  if (!translation) throw new Error('Latchkey components must be rendered inside <LatchkeyProvider>.')
  return translation
}

/** Reports misspelt keys. The list of valid keys is lazy. */
function useCheckedOverrides(overrides: TranslationOverrides | undefined) {
  const [unknownKey, setUnknownKey] = useState<string>()
  useEffect(() => {
    if (!overrides) return
    let isCurrent = true
    void import('./source-texts.ts').then(({ sourceTexts, connectionTexts }) => {
      const known = new Set<string>([...sourceTexts, ...connectionTexts])
      if (isCurrent) setUnknownKey(Object.keys(overrides).find((key) => !known.has(key)))
    })
    return () => {
      isCurrent = false
    }
  }, [overrides])
  if (unknownKey !== undefined) {
    throw new Error(`translationOverrides: ${JSON.stringify(unknownKey)} is not a text of Latchkey's components.`)
  }
}
