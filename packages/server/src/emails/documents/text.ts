import type { Block, Inline, ListItem } from '@latchkey/contract'
import { listShown, type ShownBlock } from './blocks.ts'
import type { Values } from './values.ts'

/** The content as plain text, for email programs that do not show HTML. */
export function renderText(blocks: readonly Block[], values: Values): string {
  return listShown(blocks, values)
    .map((block) => renderBlock(block, values))
    .filter(Boolean)
    .join('\n\n')
}

function renderBlock(block: ShownBlock, values: Values): string {
  const inside = (list: readonly Block[]) => renderText(list, values)
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return renderInlines(block.content, values)
    case 'button':
      return `${renderInlines(block.content, values)}:\n${block.url}`
    case 'bulletList':
      return renderItems(block.content, inside, () => '- ')
    case 'orderedList':
      return renderItems(block.content, inside, (index) => `${(block.attrs?.start ?? 1) + index}. `)
    case 'blockquote':
      return indent(inside(block.content), '> ')
    case 'image':
      return values.fill(block.attrs.alt ?? '')
    case 'horizontalRule':
      return '---'
    default:
      return block.content.map((column) => inside(column.content)).join('\n\n')
  }
}

function renderItems(
  items: ListItem[],
  inside: (list: readonly Block[]) => string,
  toMark: (index: number) => string,
): string {
  return items
    .map((item, index) => {
      const mark = toMark(index)
      return `${mark}${indent(inside(item.content), ' '.repeat(mark.length)).slice(mark.length)}`
    })
    .join('\n')
}

function indent(text: string, start: string): string {
  return text
    .split('\n')
    .map((line) => `${start}${line}`)
    .join('\n')
}

function renderInlines(inlines: readonly Inline[] = [], values: Values): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'hardBreak') return '\n'
      const { name, fallback } = inline.type === 'variable' ? inline.attrs : {}
      const text = inline.type === 'text' ? inline.text : values.get(name!).join('\n') || (fallback ?? '')
      const link = inline.marks?.find((mark) => mark.type === 'link')
      const url = link && values.fillUrl(link.attrs.href)
      return url === undefined || url === text ? text : `${text} (${url})`
    })
    .join('')
}
