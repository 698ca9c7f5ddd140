import { describe, expect, test } from 'vitest'
import { directionOf, locales, matchLocale, readAcceptLanguage, readLocale } from './locales.ts'

describe('a language', () => {
  test.each([
    ['de', 'de'],
    ['DE_at', 'de-AT'],
    ['de-AT-1996-u-co-phonebk', 'de-AT'],
    ['zh-hant-hk', 'zh-Hant-HK'],
    ['es-419', 'es-419'],
    ['iw', 'he'],
  ])('may be given as %s', (given, spelled) => expect(readLocale(given)).toBe(spelled))

  test.each([
    '',
    '*',
    'und',
    'german',
    'de-',
    '-de',
    'de--AT',
    'x-private',
    '../de-DE',
    '__proto__',
    'de\r\nX-Evil: 1',
    'dé',
    `de-${'a'.repeat(40)}`,
  ])('is not %j', (given) => expect(readLocale(given)).toBeUndefined())

  test.each([
    ['de-DE', 'de-DE'],
    ['de-AT', 'de-DE'],
    ['en-GB', 'en-US'],
    ['es', 'es-ES'],
    ['es-MX', 'es-419'],
    ['es-US', 'es-419'],
    ['fr-BE', 'fr-FR'],
    ['fr-CA', 'fr-CA'],
    ['pt', 'pt-BR'],
    ['pt-AO', 'pt-PT'],
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-HK', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['nl-NL', undefined],
    ['constructor', undefined],
  ])('%s is served by %s', (wanted, found) => expect(matchLocale(wanted, locales)).toBe(found))

  test('is written in a direction', () => {
    expect(['de-DE', 'ja-JP', 'ar', 'ar-EG', 'he', 'fa', 'ur', 'az-Arab'].map(directionOf)).toEqual([
      'ltr',
      'ltr',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
    ])
  })
})

describe('the header Accept-Language', () => {
  test.each([
    ['de', ['de']],
    ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', ['de-DE', 'de', 'en-US', 'en']],
    ['en;q=0.1, fr ; q=0.9', ['fr', 'en']],
    ['de;q=0, fr', ['fr']],
    ['*', []],
    ['', []],
    ['de;q=2', []],
    ['de;q=NaN, ja', ['ja']],
    ['<script>, it', ['it']],
    [',,,;;;', []],
  ])('%j names %j', (header, expected) => expect(readAcceptLanguage(header)).toEqual(expected))

  test('that is huge says nothing', () => {
    expect(readAcceptLanguage('de,'.repeat(100_000))).toEqual([])
    expect(readAcceptLanguage(`de;q=0.${'0'.repeat(900)}`)).toEqual([])
    expect(readAcceptLanguage('de,'.repeat(100))).toHaveLength(20)
  })
})
