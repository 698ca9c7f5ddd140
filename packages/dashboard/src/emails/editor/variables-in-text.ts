import type { JSONContent } from '@tiptap/core'

const variable = /\{\{\s*(\w+)\s*(?:\|([^{}]*))?\}\}/g

/** A text with `{{name}}` or `{{name|fallback}}` as the content of a line. */
export function toInline(text: string): JSONContent[] {
  const parts: JSONContent[] = []
  let end = 0
  for (const { 0: match, 1: name, 2: fallback, index } of text.matchAll(variable)) {
    if (index > end) parts.push({ type: 'text', text: text.slice(end, index) })
    parts.push({ type: 'variable', attrs: { name, ...(fallback && { fallback }) } })
    end = index + match.length
  }
  if (end < text.length) parts.push({ type: 'text', text: text.slice(end) })
  return parts
}

/** The text of a line, with its variables in braces. */
export const toText = (content: readonly JSONContent[] = []): string =>
  content.map(({ type, text, attrs }) => (type === 'variable' ? toBraces(attrs) : (text ?? ''))).join('')

const toBraces = ({ name, fallback }: NonNullable<JSONContent['attrs']> = {}) =>
  `{{${name}${fallback ? `|${fallback}` : ''}}}`
