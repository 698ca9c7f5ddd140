import type { Block, EmailDocument, Inline } from '@latchkey/contract'
import { toInlines, unless, when } from '../../projects/project-config/built-in-email-blocks.ts'
import type { Texts } from './language.ts'

/** A built-in email in another language. What has no translation stays as it is. */
export function translateDocument(document: EmailDocument, texts: Texts): EmailDocument {
  return {
    ...document,
    subject: textIn(texts, document.subject) ?? document.subject,
    content: { type: 'doc', content: document.content.content.flatMap((block) => translateBlock(block, texts)) },
  }
}

function translateBlock(block: Block, texts: Texts): Block[] {
  if (block.type === 'condition') {
    return [{ ...block, content: block.content.flatMap((inner) => translateBlock(inner, texts)) }]
  }
  if (!isText(block) || !block.content) return [block]
  const source = toSource(block.content)
  if (source === undefined) return [{ ...block, content: translateParts(block.content, texts) }]
  const text = texts[source]
  if (text === undefined) return [block]
  const withText = (one: string) => ({ ...block, content: toInlines(one) })
  if (typeof text === 'string') return [withText(text)]
  return [when('userDisplayName', withText(text[0])), unless('userDisplayName', withText(text[1]))]
}

type TextBlock = Extract<Block, { type: 'paragraph' | 'heading' | 'button' | 'codeBlock' }>

function isText(block: Block): block is TextBlock {
  return block.type === 'paragraph' || block.type === 'heading' || block.type === 'button' || block.type === 'codeBlock'
}

/** As it was written, with `{{variables}}`. Undefined if it is more than that, such as a link in a text. */
function toSource(inlines: readonly Inline[]): string | undefined {
  const parts = inlines.map((inline) => {
    if (inline.marks || inline.type === 'hardBreak') return undefined
    if (inline.type === 'text') return inline.text
    const { name, fallback } = inline.attrs
    return fallback ? `{{${name}|${fallback}}}` : `{{${name}}}`
  })
  return parts.includes(undefined) ? undefined : parts.join('')
}

function translateParts(inlines: readonly Inline[], texts: Texts): Inline[] {
  return inlines.map((inline) =>
    inline.type === 'text' ? { ...inline, text: textIn(texts, inline.text) ?? inline.text } : inline,
  )
}

function textIn(texts: Texts, source: string): string | undefined {
  const text = texts[source]
  return typeof text === 'string' ? text : undefined
}

/** Everything in a built-in email that is to be translated. */
export function listTexts({ subject, content }: EmailDocument): string[] {
  const inBlock = (block: Block): string[] => {
    if (block.type === 'condition') return block.content.flatMap(inBlock)
    if (!isText(block) || !block.content) return []
    const source = toSource(block.content)
    if (source !== undefined) return [source]
    return block.content.flatMap((inline) => (inline.type === 'text' ? [inline.text] : []))
  }
  return [subject, ...content.content.flatMap(inBlock)].filter((text) =>
    /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')),
  )
}
