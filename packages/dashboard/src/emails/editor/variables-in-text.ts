import type { JSONContent } from '@tiptap/core'

const variable = /\{\{\s*(\w+)\s*\}\}/g

/** A text with `{{variables}}` as the content of a line. */
export function toInline(text: string): JSONContent[] {
  const parts: JSONContent[] = []
  let end = 0
  for (const { 0: match, 1: name, index } of text.matchAll(variable)) {
    if (index > end) parts.push({ type: 'text', text: text.slice(end, index) })
    parts.push({ type: 'variable', attrs: { name } })
    end = index + match.length
  }
  if (end < text.length) parts.push({ type: 'text', text: text.slice(end) })
  return parts
}

/** The text of a line, with its variables as `{{name}}`. */
export const toText = (content: readonly JSONContent[] = []): string =>
  content.map(({ type, text, attrs }) => (type === 'variable' ? `{{${attrs?.name}}}` : (text ?? ''))).join('')
