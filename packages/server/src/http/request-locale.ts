import { locales, matchLocale, readAcceptLanguage } from '@latchkey/contract'
import type { Caller } from './context.ts'

/**
 * The language that a request prefers: the first that we speak, because for somebody who reads Catalan and Spanish, that
 * is Spanish; without one, the first. Apps send the language they are shown in, browsers that of their user.
 */
export function findRequestLocale({ caller }: { caller: Caller }): string | null {
  const preferred = readAcceptLanguage(caller.headers.get('accept-language') ?? '')
  return preferred.find((locale) => matchLocale(locale, locales) !== undefined) ?? preferred[0] ?? null
}
