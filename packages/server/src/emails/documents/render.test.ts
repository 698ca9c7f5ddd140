import type { Block, EmailDocument, EmailThemeDocument, Inline } from '@latchkey/contract'
import { emailDocument } from '@latchkey/contract'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { lightTheme } from '../../projects/project-config/built-in-templates.ts'
import { buttonStylesOf } from '../look.ts'
import type { EmailInput } from '../rendering/renderer.ts'
import { renderDocument } from './render.ts'

const text = (words: string): Inline => ({ type: 'text', text: words })
const variable = (name: string, fallback?: string): Inline => ({
  type: 'variable',
  attrs: { name, ...(fallback ? { fallback } : {}) },
})
const paragraph = (...content: Inline[]): Block => ({ type: 'paragraph', content })
const toDocument = (content: Block[], subject = 'Hello'): EmailDocument =>
  emailDocument.parse({ subject, category: 'Transactional', content: { type: 'doc', content } })

function render(
  content: Block[],
  {
    theme = lightTheme,
    subject,
    ...input
  }: Partial<EmailInput> & { theme?: EmailThemeDocument | null; subject?: string } = {},
) {
  const base = { user: { displayName: 'Ada' }, project: { displayName: 'App', ...buttonStylesOf() }, variables: {} }
  return renderDocument(toDocument(content, subject), theme, { ...base, isPreview: false, ...input })
}

const parse = (html: string) => new JSDOM(html).window.document

test('every kind of block is shown, in HTML and as text', () => {
  const item = (words: string) => ({ type: 'listItem' as const, content: [paragraph(text(words))] })
  const column = (words: string) => ({ type: 'columnsColumn' as const, content: [paragraph(text(words))] })
  const { html, text: plain } = render([
    { type: 'heading', attrs: { level: 2, alignment: 'center' }, content: [text('News')] },
    paragraph(
      { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
      { type: 'hardBreak' },
      { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://a.example/' } }] },
    ),
    { type: 'bulletList', content: [item('one'), item('two')] },
    { type: 'orderedList', attrs: { start: 3 }, content: [item('three')] },
    { type: 'blockquote', content: [paragraph(text('quoted'))] },
    { type: 'codeBlock', content: [text('123456')] },
    { type: 'image', attrs: { src: 'https://a.example/x.png', alt: 'A picture', width: 200, alignment: null } },
    { type: 'horizontalRule' },
    { type: 'twoColumns', content: [column('left'), column('right')] },
    { type: 'button', attrs: { href: 'https://a.example/go', alignment: 'right' }, content: [text('Go')] },
  ])
  const page = parse(html)
  const shown = (selector: string) => [...page.querySelectorAll(selector)].map((found) => found.textContent)
  expect(shown('h2')).toEqual(['News'])
  expect(shown('strong em')).toEqual(['bold'])
  expect(shown('ul li')).toEqual(['one', 'two'])
  expect(page.querySelector('ol')?.getAttribute('start')).toBe('3')
  expect(shown('blockquote')).toEqual(['quoted'])
  expect(page.querySelector('img')?.outerHTML).toContain('width="200"')
  expect(shown('.column')).toEqual(['left', 'right'])
  expect(page.querySelector('a.button')?.getAttribute('href')).toBe('https://a.example/go')
  expect(plain).toBe(
    'App\n\nNews\n\nbold\nlink (https://a.example/)\n\n- one\n- two\n\n3. three\n\n> quoted\n\n123456\n\nA picture\n\n---\n\nleft\n\nright\n\nGo:\nhttps://a.example/go',
  )
})

test('a variable shows its value, all lines of a list, or its fallback', () => {
  const { html, subject } = render(
    [
      paragraph(
        text('Hi '),
        variable('userDisplayName', 'there'),
        variable('rows'),
        variable('count'),
        variable('none'),
      ),
    ],
    {
      variables: { rows: ['a', 'b<'], count: 7 },
      subject: '{{count}} for {{userDisplayName}}, {{none|nobody}}{{none}}',
    },
  )
  expect(html).toContain('Hi Adaa<br>b&lt;7</p>')
  expect(subject).toBe('7 for Ada, nobody')
  expect(render([paragraph(variable('userDisplayName', 'there'))], { user: { displayName: null } }).text).toContain(
    'there',
  )
})

test('a condition shows its blocks only if its variable is set, or only if it is not', () => {
  const condition = (isSet: boolean, words: string): Block => ({
    type: 'condition',
    attrs: { variable: 'plan', isSet },
    content: [paragraph(text(words))],
  })
  const content = [condition(true, 'has a plan'), condition(false, 'has none')]
  expect(render(content, { variables: { plan: 'Pro' } }).text).toBe('App\n\nhas a plan')
  expect(render(content, { variables: { plan: '' } }).text).toBe('App\n\nhas none')
})

test('a preview has sample values, and names variables that it does not know', () => {
  const content = [paragraph(variable('otp'), text(' '), variable('orderNumber'))]
  expect(render(content, { isPreview: true }).text).toContain('ABC123 {{orderNumber}}')
})

describe('links', () => {
  const button = (href: string): Block => ({ type: 'button', attrs: { href }, content: [text('Go')] })
  const hrefs = (content: Block[], variables: Record<string, unknown> = {}) =>
    [...parse(render(content, { variables }).html).querySelectorAll('[href]')].map((link) => link.getAttribute('href'))

  // ASVS 1.2.2
  test.each([
    'javascript:alert(1)',
    'JAVA\tSCRIPT:alert(1)',
    '\u0001javascript:alert(1)',
    ' data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '',
  ])('to %j are not made, neither in a document nor by a variable', (url) => {
    const image: Block = { type: 'image', attrs: { src: 'https://a.example/x.png', href: url } }
    const inText = paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: url } }] })
    expect(hrefs([button(url), button('{{x}}'), image, inText], { x: url })).toEqual([])
    expect(render([{ type: 'image', attrs: { src: url } }]).html).not.toContain('<img')
  })

  test('keep their address, and escape values inside of it', () => {
    const variables = { x: 'https://a.example/?a=1&b="2"', y: 'a&b=c/../d' }
    expect(
      hrefs([button('{{x}}'), button('https://a.example/?q={{y}}'), button('mailto:a@b.example')], variables),
    ).toEqual(['https://a.example/?a=1&b="2"', 'https://a.example/?q=a%26b%3Dc%2F..%2Fd', 'mailto:a@b.example'])
  })

  test('never lead to an address that a user has chosen as a name', () => {
    expect(hrefs([button('{{userDisplayName}}')], { userDisplayName: 'https://evil.example' })).toEqual([])
    const { html } = render([button('{{userDisplayName}}')], { user: { displayName: 'https://evil.example' } })
    expect(html).not.toContain('href=')
  })
})

// ASVS 1.2.1, 1.3.7
test('whatever texts, names and values are, the structure of the email stays the same', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onmouseover='x",
      '</style>',
      '-->',
      '{{a}}',
      `\${a}`,
      '<!--',
      '&lt;',
      'https://a.example/"><b>',
    ),
  )
  const shape = (html: string) => {
    const page = parse(html)
    return [...page.querySelectorAll('*')].map((found) => [
      found.tagName,
      [...found.attributes].map(({ name }) => name),
    ])
  }
  const build = (words: string, name: string, value: string) =>
    render(
      [
        paragraph(text(`x${words}`), variable('a', `x${words}`), variable('userDisplayName', 'x')),
        { type: 'image', attrs: { src: 'https://a.example/x.png', alt: `${words}{{a}}` } },
        { type: 'button', attrs: { href: 'https://a.example/?{{a}}' }, content: [text(`x${words}`)] },
      ],
      {
        theme: { ...lightTheme, footer: words.replaceAll('\n', ' ') },
        user: { displayName: name },
        project: { displayName: name, ...buttonStylesOf() },
        variables: { a: value.replaceAll(/[\r\n]/g, ' ') },
        subject: `x${words.slice(0, 50)} {{a}}`,
      },
    )
  const expected = shape(build('x', 'x', 'x').html)
  fc.assert(
    fc.property(nasty, nasty, nasty, (words, name, value) => {
      const oneLine = (input: string) => `x${input.replaceAll(/[\r\n]/g, ' ')}`
      const { html, subject } = build(oneLine(words), oneLine(name), `x${value}`)
      expect(shape(html)).toEqual(expected)
      expect(subject).not.toMatch(/[\r\n\u2028\u2029\u202e]/)
    }),
    { numRuns: 60 },
  )
})

test('names of variables that are special in JavaScript are like any others', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect(render([paragraph(variable(name, 'nothing'))]).text).toContain('nothing')
  }
  expect(() => toDocument([paragraph(variable('__proto__'))])).toThrow()
  const variables = JSON.parse('{"__proto__": {"polluted": "yes"}}')
  expect(render([paragraph(variable('polluted', 'nothing'))], { variables }).text).toContain('nothing')
})

test('a short text cannot become a huge email', () => {
  const content = [paragraph(...Array.from({ length: 1_500 }, () => variable('a')))]
  expect(() => render(content, { variables: { a: 'x'.repeat(10_000) } })).toThrow('The email is too large.')
  expect(() => render([paragraph(text('x'))], { variables: { a: 'x'.repeat(900_000) } })).not.toThrow()
})

test('without a theme there is only the content', () => {
  const { html, text: plain } = render([paragraph(text('x'))], { theme: null })
  expect(html).not.toContain('color-scheme')
  expect(plain).toBe('x')
})
