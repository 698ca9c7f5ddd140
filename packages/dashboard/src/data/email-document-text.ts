import type { EmailContent, EmailDocument, EmailThemeDocument } from '@latchkey/contract'
import { languageName } from './language-name.ts'

type Node = { type: string; text?: string; attrs?: Readonly<Record<string, unknown>>; content?: readonly Node[] }

/** An email or theme document as text that people can read and compare. Undefined for anything else. */
export function describeDocument(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('subject' in value && 'content' in value) return describeEmail(value as EmailDocument)
  return 'colors' in value && 'font' in value ? describeTheme(value as EmailThemeDocument) : undefined
}

function describeEmail({ category, translations = {}, ...main }: EmailDocument): string {
  const variants = Object.entries(translations).flatMap(([locale, variant]) => [
    '',
    `${languageName(locale)}:`,
    ...describeVariant(variant),
  ])
  return [`Category: ${category}`, ...describeVariant(main), ...variants].join('\n')
}

const describeVariant = ({ subject, preview, content }: Pick<EmailDocument, 'subject' | 'preview' | 'content'>) => [
  `Subject: ${subject}`,
  ...(preview ? [`Preview text: ${preview}`] : []),
  '',
  describeContent(content),
]

const describeContent = ({ content }: EmailContent) => describeAll(content as unknown as readonly Node[]).join('\n')

const describeAll = (nodes: readonly Node[] = []): string[] => nodes.flatMap((node) => describeBlock(node))

function describeBlock(node: Node): string[] {
  const { type, attrs = {}, content } = node
  const line = describeInline(content)
  switch (type) {
    case 'heading':
      return [`${'#'.repeat(Number(attrs.level ?? 1))} ${line}`]
    case 'button':
      return [`[${line}] → ${attrs.href || 'no link'}`]
    case 'codeBlock':
      return [`Code: ${line}`]
    case 'image':
      return [`Image: ${attrs.alt || 'no description'} (${attrs.src || 'no address'})`]
    case 'horizontalRule':
      return ['———']
    case 'condition':
      return [`Only ${attrs.isSet ? 'with' : 'without'} {{${attrs.variable}}}:`, ...indent(describeAll(content))]
    case 'bulletList':
      return (content ?? []).flatMap((item) => mark('• ', describeAll(item.content)))
    case 'orderedList':
      return (content ?? []).flatMap((item, index) => mark(`${index + 1}. `, describeAll(item.content)))
    case 'blockquote':
      return describeAll(content).map((text) => `> ${text}`)
    case 'twoColumns':
    case 'threeColumns':
    case 'fourColumns':
      return (content ?? []).flatMap((column, index) => [
        `Column ${index + 1}:`,
        ...indent(describeAll(column.content)),
      ])
    default:
      return [line]
  }
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
const mark = (bullet: string, [first = '', ...rest]: readonly string[]) => [bullet + first, ...indent(rest)]

const describeInline = (nodes: readonly Node[] = []): string =>
  nodes
    .map(({ type, text, attrs = {} }) => {
      if (type === 'variable') return `{{${attrs.name}}}`
      return type === 'hardBreak' ? ' ' : (text ?? '')
    })
    .join('')

function describeTheme({ colors, darkColors, font, width, radius, header, footer }: EmailThemeDocument): string {
  const list = (name: string, values: object | undefined) =>
    values ? Object.entries(values).map(([key, value]) => `${name}, ${key}: ${value}`) : [`${name}: as in light`]
  return [
    ...list('Light', colors),
    ...list('Dark', darkColors),
    `Font: ${font}`,
    `Width: ${width} px`,
    `Corners: ${radius} px`,
    `Header: ${header.replaceAll('-', ' ')}`,
    `Footer: ${footer || 'none'}`,
  ].join('\n')
}
