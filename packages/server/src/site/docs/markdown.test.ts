import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

/** Without the line breaks between elements. */
const compact = (html: string) => html.replaceAll(/>\n+(?=<|$)/g, '>')

const render = (source: string) =>
  compact(renderMarkdown(source, (target) => (target.startsWith('#') ? target : undefined)).html)

test('renders headings with anchors, and lists them', () => {
  const { html, headings } = renderMarkdown('# Title\n\n## The `code` part\n', () => undefined)

  expect(compact(html)).toBe(
    '<h1 id="title">Title</h1><h2 id="the-code-part">The <code>code</code> part' +
      '<a class="anchor" href="#the-code-part" aria-label="Link to “The code part”"></a></h2>',
  )
  expect(headings).toEqual([
    { level: 1, id: 'title', title: 'Title' },
    { level: 2, id: 'the-code-part', title: 'The code part' },
  ])
})

test('keeps paragraphs apart', () => {
  expect(render('one\ntwo\n\nthree')).toBe('<p>one\ntwo</p><p>three</p>')
})

test('renders lists with continued lines', () => {
  expect(render('- one\n  goes on\n- **two**')).toBe('<ul><li>one\ngoes on</li><li><strong>two</strong></li></ul>')
  expect(render('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>')
})

test('keeps code as it is', () => {
  const html = render('```\necho "<b>" && **x**\n\n# no heading\n```\nafter')

  expect(html).toContain('echo &quot;&lt;b&gt;&quot; &amp;&amp; **x**\n\n# no heading</pre>')
  expect(html).toMatch(/<p>after<\/p>$/)
  expect(render('`**a** [b](#c) <i>`')).toBe('<p><code>**a** [b](#c) &lt;i&gt;</code></p>')
})

test('colors code, and escapes what is in it', () => {
  const html = render('```js\nconst name = "<b>" // why\n```')

  expect(html).toContain('<span class="hljs-keyword">const</span>')
  expect(html).toContain('<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>')
  expect(html).toContain('<span class="hljs-comment">// why</span>')
})

test('marks where the project of the reader belongs', () => {
  const own = (name: string, text: string) => `<span data-own="${name}">${text}</span>`

  expect(render('```\nLATCHKEY_PROJECT_ID=…\nVITE_LATCHKEY_PUBLISHABLE_CLIENT_KEY=pck_…\n```')).toContain(
    `LATCHKEY_PROJECT_ID=${own('project-id', '…')}\nVITE_LATCHKEY_PUBLISHABLE_CLIENT_KEY=${own('publishable-client-key', 'pck_…')}`,
  )
  expect(render('```sh\ncurl -H "x: $LATCHKEY_PROJECT_ID"\n```')).toContain(own('project-id', '$LATCHKEY_PROJECT_ID'))
  expect(render('```\nLATCHKEY_SECRET_SERVER_KEY=ssk_…\n```')).not.toContain('data-own')
})

test('shows pictures that are served, and no others', () => {
  const shown = renderMarkdown('![The card](../images/card.webp)', () => '/docs/images/card.webp').html
  expect(compact(shown)).toBe('<img class="picture" src="/docs/images/card.webp" alt="The card" loading="lazy" />')
  expect(render('![x](../secret.png)')).toBe('')
})

test('renders tables', () => {
  const html = render('| A | B |\n|---|---|\n| 1 \\| 2 | `x` |')

  expect(html).toContain('<thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>')
  expect(html).toContain('<tbody><tr><td>1 | 2</td><td><code>x</code></td></tr></tbody>')
})

test('renders emphasis, and leaves a lone asterisk alone', () => {
  expect(render('press *Save as* or **not**')).toBe('<p>press <em>Save as</em> or <strong>not</strong></p>')
  expect(render('2 * 3 * 4')).toBe('<p>2 * 3 * 4</p>')
})

test('lets long names and very long addresses break, and others not', () => {
  expect(render('`display_name`')).toBe('<p><code>display_name</code></p>')
  expect(render('`LATCHKEY_INTERNAL_SECRET_KEY`')).toBe(
    '<p><code>LATCHKEY_<wbr />INTERNAL_<wbr />SECRET_<wbr />KEY</code></p>',
  )
  expect(render('`http://localhost:8102/inbox`')).not.toContain('<wbr />')
  expect(render('`postgres://user:password@host:5432/app`')).toBe(
    '<p><code>postgres://<wbr />user:password@host:5432/<wbr />app</code></p>',
  )
})

test('links only where the link leads somewhere', () => {
  expect(render('[here](#there) and [away](../secret.txt)')).toBe('<p><a href="#there">here</a> and away</p>')
})

test('escapes everything else', () => {
  expect(render('<script>alert(1)</script> & "quotes"')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;</p>',
  )
  expect(render('> <img src=x>')).toBe('<blockquote><p>&lt;img src=x&gt;</p></blockquote>')
})
