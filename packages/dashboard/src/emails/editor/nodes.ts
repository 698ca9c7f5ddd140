import { type Attribute, Mark, mergeAttributes, Node, nodeInputRule } from '@tiptap/core'

/*
 * What an email can contain beyond text, headings and lists. Names and attributes are those of an email document.
 * Looks are in editor.css: the Content-Security-Policy forbids style attributes.
 */

/** An attribute that is kept when content is copied, as `data-name` in the clipboard. */
function attribute(name: string, from: (text: string) => unknown = (text) => text): Attribute {
  const key = `data-${name.toLowerCase()}`
  return {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const text = element.getAttribute(key)
      return text === null ? null : from(text)
    },
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === null || attributes[name] === undefined ? {} : { [key]: String(attributes[name]) },
  } as Attribute
}

const isTrue = (text: string) => text === 'true'

export const alignment = attribute('alignment')
export const isSmall = attribute('isSmall', isTrue)

/** A value that differs per recipient, shown as a chip. */
export const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: attribute('name'), fallback: attribute('fallback') }),
  parseHTML: () => [{ tag: 'span[data-name]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'email-variable' }),
    String(node.attrs.name),
  ],
  renderText: ({ node }) => `{{${node.attrs.name}}}`,
  addInputRules() {
    return [
      nodeInputRule({ find: /\{\{\s*([a-zA-Z]\w*)\s*\}\}$/, type: this.type, getAttributes: ([, name]) => ({ name }) }),
    ]
  },
})

export const isAddress = (text: string) => /^(https?:\/\/|mailto:|\{\{)./i.test(text)

/** Keeps only the address of what is pasted. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-href') ?? element.getAttribute('href') ?? '',
      // No real link, so that a click places the cursor instead of leaving the page.
      renderHTML: ({ href }) => ({ 'data-href': href }),
    },
  }),
  parseHTML: () => [
    { tag: 'a[data-href]' },
    { tag: 'a[href]', getAttrs: (element) => (isAddress(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

export const InlineCode = Mark.create({
  name: 'code',
  excludes: '_',
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
})

export const Button = Node.create({
  name: 'button',
  group: 'block',
  content: 'inline*',
  defining: true,
  isolating: true,
  addAttributes: () => ({
    href: { ...attribute('href'), default: '' },
    alignment,
    isQuiet: attribute('isQuiet', isTrue),
  }),
  parseHTML: () => [{ tag: 'div[data-type="button"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-type': 'button' }),
    ['span', { class: 'email-button' }, 0],
  ],
})

/** A one-time code, shown large. */
export const CodeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ alignment }),
  parseHTML: () => [{ tag: 'pre' }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, 0],
})

export const Image = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: null },
    width: { default: null, parseHTML: (element) => Number.parseInt(element.getAttribute('width') ?? '', 10) || null },
    href: attribute('href'),
    alignment,
  }),
  // Emails cannot contain images that are only on this computer.
  parseHTML: () => [{ tag: 'img[src^="https://"]' }],
  renderHTML: ({ node, HTMLAttributes: { src, alt, width, ...rest } }) => [
    'div',
    mergeAttributes(rest, { class: 'email-image' }),
    node.attrs.src ? ['img', { src, alt: alt ?? '', width }] : ['span', {}, 'Image: enter its URL below'],
  ],
})

export const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
})

const columns = (name: string, count: number) =>
  Node.create({
    name,
    group: 'block',
    content: `columnsColumn{${count}}`,
    isolating: true,
    parseHTML: () => [{ tag: `div[data-type="${name}"]` }],
    renderHTML: () => ['div', { 'data-type': name, class: 'email-columns' }, 0],
  })

/** By their number of columns. */
export const columnTypes = { 2: 'twoColumns', 3: 'threeColumns', 4: 'fourColumns' } as const

export const Columns = Object.entries(columnTypes).map(([count, name]) => columns(name, Number(count)))

export const Column = Node.create({
  name: 'columnsColumn',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-type="columnsColumn"]' }],
  renderHTML: () => ['div', { 'data-type': 'columnsColumn' }, 0],
})

/** Content for some recipients only. */
export const Condition = Node.create({
  name: 'condition',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ variable: attribute('variable'), isSet: attribute('isSet', isTrue) }),
  parseHTML: () => [{ tag: 'div[data-variable]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'email-condition' }),
    ['div', { class: 'email-condition-label', contenteditable: 'false' }, describeCondition(node.attrs)],
    ['div', 0],
  ],
})

const describeCondition = ({ variable, isSet }: Record<string, unknown>) =>
  `${isSet ? 'Only with' : 'Only without'} ${variable}`
