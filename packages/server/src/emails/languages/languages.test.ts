import { type EmailDocument, type Locale, locales } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { undoTexts } from '../../identity/account-changes/page.ts'
import { undoProblem } from '../../identity/account-changes/undo.ts'
import { notMeTexts } from '../../identity/contact-channels/not-me.ts'
import { providerTexts } from '../../identity/oauth-provider/page-texts.ts'
import { noticeDocuments } from '../../projects/project-config/built-in-notices.ts'
import { templateDocuments } from '../../projects/project-config/built-in-templates.ts'
import { listVariables } from '../documents/names.ts'
import { phrases } from '../notices/notices.ts'
import { unsubscribeTexts } from '../notifications/unsubscribe.ts'
import { formatMoment, loadLanguage, loadTexts, translateCount } from './language.ts'
import { linkPageTexts } from './page-language.ts'
import { problemTexts } from './problem-page.ts'
import { listTexts, translateDocument } from './translate-document.ts'

const documents: Record<string, EmailDocument> = { ...templateDocuments, ...noticeDocuments }
const pages = [
  undoTexts,
  notMeTexts,
  unsubscribeTexts,
  linkPageTexts,
  problemTexts,
  providerTexts,
  { undoProblem },
].flatMap((texts) => Object.values<string>(texts))
const sources = [...new Set([...Object.values(documents).flatMap(listTexts), ...phrases, ...pages])].sort()

const others = locales.filter((locale) => locale !== 'en-US')
const variablesIn = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe.each(others)('%s', (locale) => {
  test('has every text of our emails and pages, and no others', async () => {
    expect(Object.keys(await loadTexts(locale)).sort()).toEqual(sources)
  })

  test('has the variables of each text', async () => {
    for (const [source, text] of Object.entries(await loadTexts(locale))) {
      const [first, ...more] = [text].flat() as string[]
      expect(variablesIn(first!), source).toEqual(variablesIn(source))
      for (const without of more) expect(variablesIn(without), source).toEqual([])
    }
  })

  test.each(Object.entries(documents))('the email %s has the same variables and category', async (_, document) => {
    const translated = translateDocument(document, await loadTexts(locale))
    expect(listVariables(translated).sort()).toEqual(listVariables(document).sort())
    expect(translated.category).toBe(document.category)
    expect(listTexts(translated)).not.toEqual(listTexts(document))
  })
})

test('dates and numbers are written as the reader writes them', async () => {
  const time = new Date('2026-01-04T09:30:00Z')
  const momentFor = async (locale: string) => formatMoment(await loadLanguage(locale), time)
  expect(await momentFor('de-DE')).toBe('4. Januar 2026 um 09:30 UTC')
  // Austrians have another name for January.
  expect(await momentFor('de-AT')).toBe('4. Jänner 2026 um 09:30 UTC')
  expect(await momentFor('ja')).toBe('2026年1月4日 9:30 UTC')
  const emails = async (locale: Locale, count: number) =>
    translateCount(await loadLanguage(locale), count, '{{count}} email', '{{count}} emails')
  expect(await emails('fr-FR', 0)).toBe('0 e-mail')
  expect(await emails('de-DE', 1)).toBe('1 E-Mail')
  expect(await emails('pt-BR', 2)).toBe('2 e-mails')
  expect(await emails('en-US', 12_345)).toBe('12,345 emails')
})

test('a language that we do not speak falls back to the default of the project, and then to English', async () => {
  expect(await loadLanguage('nl', 'de-CH')).toMatchObject({ locale: 'de-DE', reader: 'de-CH' })
  expect(await loadLanguage('nl', undefined)).toMatchObject({ locale: 'en-US' })
  expect(await loadLanguage(null, null)).toMatchObject({ locale: 'en-US' })
})
