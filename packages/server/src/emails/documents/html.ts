import type { Block, Inline, Mark } from '@latchkey/contract'
import type { ButtonStyle } from '../look.ts'
import { listShown, type ShownBlock, type ShownButton } from './blocks.ts'
import { element, type Html, join, type Style, table } from './elements.ts'
import { toSafeUrl, type Values } from './values.ts'

/** How the content of an email looks. What is undefined is inherited from the theme around it. */
export interface ContentLook {
  text?: string
  muted?: string
  border?: string
  link?: string
  font?: string
  /** Of the text. Left to right if it is not given. */
  direction?: 'ltr' | 'rtl'
  button: ButtonStyle
}

const mono = "ui-monospace,SFMono-Regular,Menlo,Monaco,Consolas,'Liberation Mono','Courier New',monospace"
const outline = '#928d84'

/** The content as HTML with inline styles. The classes are for themes, which change colors for readers who prefer dark. */
export function renderContent(blocks: readonly Block[], values: Values, look: ContentLook): Html {
  const start = look.direction === 'rtl' ? 'right' : 'left'
  const base: Style = { 'font-family': look.font, color: look.text }

  function renderBlocks(list: readonly Block[]): Html {
    const shown = listShown(list, values)
    return join(shown.map((block, index) => renderBlock(block, index === shown.length - 1)))
  }

  function renderBlock(block: ShownBlock, isLast: boolean): Html {
    const below = (pixels: number, above = 0) => ({ margin: `${above}px 0 ${isLast ? 0 : pixels}px` })
    const aligned = { 'text-align': 'attrs' in block ? readAlignment(block.attrs) : undefined }
    switch (block.type) {
      case 'paragraph': {
        const isSmall = block.attrs?.isSmall === true
        const size = isSmall ? { 'font-size': '13px', 'line-height': '20px' } : textSize
        const color = isSmall ? { color: look.muted } : {}
        const style = { ...base, ...size, ...color, ...aligned, ...below(isSmall ? 12 : 16) }
        return element('p', { class: isSmall ? 'muted' : 'text', style }, ...renderInlines(block.content))
      }
      case 'heading': {
        const size = headingSizes[block.attrs.level]
        const style = { ...base, ...size, 'font-weight': 600, ...aligned, ...below(16) }
        return element(`h${Number(block.attrs.level)}`, { class: 'text', style }, ...renderInlines(block.content))
      }
      case 'bulletList':
      case 'orderedList': {
        const isOrdered = block.type === 'orderedList'
        const style = { ...base, ...textSize, ...below(16), padding: 0, [`padding-${start}`]: '24px' }
        const first = isOrdered && block.attrs?.start ? Number(block.attrs.start) : undefined
        const items = block.content.map((item) => element('li', { class: 'text' }, renderBlocks(item.content)))
        return element(isOrdered ? 'ol' : 'ul', { class: 'text', start: first, style }, ...items)
      }
      case 'blockquote': {
        const style = {
          ...below(16),
          padding: 0,
          [`padding-${start}`]: '16px',
          [`border-${start}`]: `3px solid ${look.border ?? outline}`,
        }
        return element('blockquote', { class: 'border', style }, renderBlocks(block.content))
      }
      case 'button':
        return element('p', { style: { ...below(24, 8), ...aligned } }, renderButton(block))
      case 'codeBlock': {
        const size = { 'font-size': '28px', 'line-height': '32px', 'letter-spacing': '6px' }
        const style = { ...base, 'font-family': mono, ...size, ...aligned, ...below(24) }
        return element('p', { class: 'text', style }, ...renderInlines(block.content))
      }
      case 'image':
        return element('p', { style: { ...aligned, ...below(16) } }, ...renderImage(block))
      case 'horizontalRule': {
        const line = { border: 0, 'border-top': `1px solid ${look.border ?? outline}`, margin: '24px 0' }
        return element('hr', { class: 'border', style: line })
      }
      default: {
        const width = `${Math.floor(100 / block.content.length)}%`
        const cells = block.content.map((column, index) => {
          const style = { padding: 0, [`padding-${start}`]: `${index === 0 ? 0 : 16}px` }
          return element('td', { class: 'column', width, valign: 'top', style }, renderBlocks(column.content))
        })
        return table({ style: below(16) }, ...cells)
      }
    }
  }

  function renderButton({ url, attrs, content }: ShownButton): Html {
    const isQuiet = attrs.isQuiet === true
    const { backgroundColor, color, borderRadius } = look.button
    const size = isQuiet ? { 'font-size': '13px', padding: '8px 16px' } : { 'font-size': '15px', padding: '12px 20px' }
    const shape = { display: 'inline-block', 'font-weight': 500, ...size, 'text-decoration': 'none' }
    const colors = isQuiet
      ? { border: `1px solid ${outline}`, color: look.text ?? 'inherit', 'border-radius': borderRadius }
      : { 'background-color': backgroundColor, color, 'border-radius': borderRadius }
    const style = { 'font-family': look.font, ...shape, ...colors }
    // A link inside of a link is no HTML.
    const plain = content?.map((inline) => ({ ...inline, marks: inline.marks?.filter(({ type }) => type !== 'link') }))
    return element('a', { href: url, class: isQuiet ? 'quiet-button' : 'button', style }, ...renderInlines(plain))
  }

  function renderImage({ attrs }: Extract<Block, { type: 'image' }>): Html[] {
    const src = toSafeUrl(attrs.src, ['http:', 'https:'])
    if (src === undefined) return []
    const style = { display: 'inline-block', 'max-width': '100%', height: 'auto', border: 0 }
    const width = attrs.width ? Number(attrs.width) : undefined
    const image = element('img', { src, alt: values.fill(attrs.alt ?? ''), width, style })
    const url = attrs.href ? values.fillUrl(attrs.href) : undefined
    return [url === undefined ? image : element('a', { href: url }, image)]
  }

  function renderInlines(inlines: readonly Inline[] = []): Html[] {
    return inlines.map((inline) => {
      const inner = renderInline(inline, values)
      return (inline.marks ?? []).reduceRight((content, mark) => renderMark(mark, content), inner)
    })
  }

  function renderMark(mark: Mark, content: Html): Html {
    if (mark.type !== 'link') return element(markTags[mark.type], {}, content)
    const url = values.fillUrl(mark.attrs.href)
    if (url === undefined) return content
    const style = { color: look.link ?? 'inherit', 'text-decoration': 'underline', 'word-break': 'break-word' }
    return element('a', { href: url, class: 'link', style }, content)
  }

  return renderBlocks(blocks)
}

const textSize = { 'font-size': '15px', 'line-height': '24px' }
const headingSizes = {
  1: { 'font-size': '20px', 'line-height': '24px' },
  2: { 'font-size': '17px', 'line-height': '24px' },
  3: { 'font-size': '15px', 'line-height': '24px' },
}
const markTags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const

function renderInline(inline: Inline, values: Values): Html {
  if (inline.type === 'hardBreak') return element('br')
  if (inline.type === 'text') return join([inline.text])
  const { name, fallback } = inline.attrs
  const lines = values.isSet(name) ? values.get(name) : [fallback ?? '']
  return join(lines.flatMap((line, index) => (index === 0 ? [line] : [element('br'), line])))
}

function readAlignment(attrs: object | undefined): string | undefined {
  const { alignment } = (attrs ?? {}) as { alignment?: unknown }
  return alignment === 'center' || alignment === 'right' ? alignment : undefined
}
