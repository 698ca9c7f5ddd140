import { type EmailDocument, emailDocument } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { lightTheme } from '../../projects/project-config/built-in-templates.ts'
import { loadTexts } from '../languages/language.ts'
import { buttonStylesOf } from '../look.ts'
import { renderDocument } from './render.ts'
import { chooseVariant } from './variants.ts'

const variant = (text: string): Omit<EmailDocument, 'category'> => ({
  subject: text,
  content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
})
const document: EmailDocument = {
  category: 'Marketing',
  ...variant('Main'),
  translations: { de: variant('German'), 'es-419': variant('Latin American'), ar: variant('Arabic') },
}

test.each([
  ['de', 'German', 'de'],
  ['de-AT', 'German', 'de'],
  ['es-MX', 'Latin American', 'es-419'],
  ['es-ES', 'Latin American', 'es-419'],
  ['ar-EG', 'Arabic', 'ar'],
  ['fr-FR', 'Main', 'en-US'],
  ['en-GB', 'Main', 'en-US'],
  ['toString', 'Main', 'en-US'],
])('a reader of %s gets the text %j', (locale, subject, written) => {
  const chosen = chooseVariant(document, { locale })
  expect(chosen).toMatchObject({ document: { subject, category: 'Marketing' }, locale: written })
})

test('a text without variants is in the default language of the project', () => {
  const { translations: _, ...plain } = document
  expect(chooseVariant(plain, { locale: 'de', mainLocale: 'fr-FR' })).toEqual({ document: plain, locale: 'fr-FR' })
  // Its own text comes before a variant of the same language.
  const translated = { ...plain, translations: { 'pt-PT': variant('Portuguese') } }
  expect(chooseVariant(translated, { locale: 'pt', mainLocale: 'pt-BR' }).document.subject).toBe('Main')
})

describe('a document is refused', () => {
  test.each(['de-', 'DE', 'de_AT', '*', '__proto__x', ''])('with a text in %j', (locale) => {
    const given = { ...document, translations: { [locale]: variant('x') } }
    expect(emailDocument.safeParse(given).success).toBe(false)
  })

  test('with more languages than fit', () => {
    const letters = 'MNOPQRSTVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const many = [...letters].map((letter, n) => `de-${n < 13 ? 'Q' : 'X'}${letter}`)
    const given = { ...document, translations: Object.fromEntries(many.map((locale) => [locale, variant('x')])) }
    expect(emailDocument.safeParse(given).error?.message).toContain('at most 30 languages')
  })

  test('with a translation that is too large or no text', () => {
    const huge = { ...document, translations: { de: variant('x'.repeat(200_001)) } }
    expect(emailDocument.safeParse(huge).success).toBe(false)
    expect(emailDocument.safeParse({ ...document, translations: { de: { subject: 'x' } } }).success).toBe(false)
  })
})

const input = {
  user: { displayName: null },
  project: { displayName: 'App', ...buttonStylesOf() },
  variables: {},
  unsubscribeLink: 'https://app.example.com/stop',
  isPreview: false,
}

test('an Arabic email reads from right to left', () => {
  const list: EmailDocument = {
    category: 'Marketing',
    subject: 'x',
    content: {
      type: 'doc',
      content: [
        { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
        { type: 'blockquote', content: [{ type: 'paragraph' }] },
      ],
    },
  }
  const { html } = renderDocument(list, lightTheme, input, { locale: 'ar', texts: {} })
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('dir="rtl"')
  expect(html).toContain('padding-right:24px')
  expect(html).toContain('border-right:3px solid')
  expect(html).not.toContain('padding-left:24px')
})

test('the line to unsubscribe is in the language of the text', async () => {
  const texts = await loadTexts('ja-JP')
  const { html, text } = renderDocument(document, lightTheme, input, { locale: 'ja-JP', texts })
  expect(html).toContain('>配信を停止</a>')
  expect(text).toContain('配信を停止:\nhttps://app.example.com/stop')
})
