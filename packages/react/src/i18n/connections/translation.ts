import type { SourceText } from '../source-texts.ts'
import { type TranslateText, useLang, useTranslateFrom } from '../translation.tsx'
import { readConnectionTexts } from './locales.ts'
import type { ConnectionText } from './source-texts.ts'

export type TranslateConnections = TranslateText<SourceText | ConnectionText>

/** For the screens about companies' identity providers, which have texts of their own besides the usual ones. */
export function useConnectionTranslate(): TranslateConnections {
  return useTranslateFrom<SourceText | ConnectionText>(readConnectionTexts(useLang()))
}
