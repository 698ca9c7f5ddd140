import type { Block, EmailDocument, Inline } from '@latchkey/contract'
import { listNames } from './expressions.ts'

/** The variables in an email, in the order of their first use. */
export function listVariables({ subject, preview = '', content }: EmailDocument): string[] {
  return [...new Set([...listNames(subject), ...listNames(preview), ...content.content.flatMap(inBlock)])]
}

function inBlock(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return inInlines(block.content)
    case 'button':
      return [...listNames(block.attrs.href), ...inInlines(block.content)]
    case 'image':
      return [...listNames(block.attrs.alt ?? ''), ...listNames(block.attrs.href ?? '')]
    case 'horizontalRule':
      return []
    case 'condition':
      return [block.attrs.variable, ...block.content.flatMap(inBlock)]
    case 'blockquote':
      return block.content.flatMap(inBlock)
    default:
      return block.content.flatMap((part) => part.content.flatMap(inBlock))
  }
}

function inInlines(inlines: Inline[] = []): string[] {
  return inlines.flatMap((inline) => [
    ...(inline.type === 'variable' ? [inline.attrs.name] : []),
    ...(inline.marks ?? []).flatMap((mark) => (mark.type === 'link' ? listNames(mark.attrs.href) : [])),
  ])
}
