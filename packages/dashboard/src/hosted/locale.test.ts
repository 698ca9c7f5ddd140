import { expect, test } from 'vitest'
import { findLocale } from './locale.ts'

test.each([
  [['de-AT', 'en'], 'de-DE'],
  [['pt'], 'pt-BR'],
  [['pt-PT'], 'pt-PT'],
  [['es-MX'], 'es-419'],
  [['es'], 'es-ES'],
  [['fr-CA'], 'fr-CA'],
  [['zh-HK'], 'zh-TW'],
  [['zh'], 'zh-CN'],
  [['nl-NL', 'it'], 'it-IT'],
  [['nl-NL'], 'en-US'],
  [['not a tag'], 'en-US'],
  [[], 'en-US'],
])('people who prefer %j read %s', (preferred, locale) => {
  expect(findLocale(preferred)).toBe(locale)
})
