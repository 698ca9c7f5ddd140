import { describe, expect, test } from 'vitest'
import { documentLimits, emailDocument, emailThemeDocument } from './email-document.ts'
import { emailKinds, emailVariables } from './email-kinds.ts'

const withContent = (content: unknown) => ({ subject: 'x', category: 'Marketing', content: { type: 'doc', content } })
const accepts = (content: unknown) => emailDocument.safeParse(withContent(content)).success
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

describe('an email document', () => {
  test('may have the attributes that the editor adds', () => {
    const attrs = { alignment: null, class: '', style: null, isSmall: null }
    expect(accepts([{ ...paragraph('x'), attrs }])).toBe(true)
    const link = { type: 'link', attrs: { href: 'https://a.example', target: '_blank', rel: null, class: null } }
    expect(accepts([{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }])).toBe(true)
  })

  test.each([
    ['an unknown block', [{ type: 'script' }]],
    ['an unknown mark', [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'style' }] }] }]],
    ['a block inside of text', [{ type: 'paragraph', content: [paragraph('x')] }]],
    ['a list without items', [{ type: 'bulletList', content: [] }]],
    ['too few columns', [{ type: 'twoColumns', content: [{ type: 'columnsColumn', content: [paragraph('x')] }] }]],
    [
      'a variable with a special name',
      [{ type: 'paragraph', content: [{ type: 'variable', attrs: { name: '__proto__' } }] }],
    ],
    ['a heading of an unknown level', [{ type: 'heading', attrs: { level: 'script' } }]],
    ['no list of blocks', 'x'],
  ])('is refused with %s', (_, content) => {
    expect(accepts(content)).toBe(false)
  })

  test('is refused if it is too deep, too long or has too many parts', () => {
    let deep: unknown = paragraph('x')
    for (let level = 0; level < 20_000; level++) deep = { type: 'blockquote', content: [deep] }
    expect(accepts([deep])).toBe(false)
    expect(accepts([paragraph('x'.repeat(documentLimits.characters + 1))])).toBe(false)
    expect(accepts(Array.from({ length: documentLimits.nodes + 1 }, () => paragraph('x')))).toBe(false)
    expect(accepts(Array.from({ length: documentLimits.nodes / 2 }, () => paragraph('x')))).toBe(true)
  })

  test('has nothing beside it', () => {
    expect(emailDocument.safeParse({ ...withContent([]), html: '<b>' }).success).toBe(false)
  })
})

test('a theme has colors, and nothing that could be more than a color', () => {
  const color = '#15171b'
  const colors = { background: color, card: color, text: color, muted: color, border: color, link: color }
  const theme = { colors, font: 'system', width: 480, radius: 10, header: 'none' }
  expect(emailThemeDocument.safeParse(theme).success).toBe(true)
  for (const link of ['red', '#fff;}</style>', 'url(x)']) {
    expect(emailThemeDocument.safeParse({ ...theme, colors: { ...colors, link } }).success).toBe(false)
  }
})

test('every built-in email has its own ID and describes what it needs', () => {
  const kinds = Object.values(emailKinds)
  expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length)
  for (const kind of Object.keys(emailKinds) as (keyof typeof emailKinds)[]) {
    const names = emailVariables(kind).map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    for (const name of emailKinds[kind].needs) expect(names).toContain(name)
  }
})
