import type { Block, EmailDocument, EmailThemeDocument, Inline, Mark } from '@latchkey/contract'
import { isStandard, quote, sampleOf, textToExpression, toExpression, urlToExpression } from './expressions.ts'
import { listVariables } from './names.ts'
import { toThemeTsx } from './theme-to-tsx.ts'

/** Code stays as it is. */
export function toTsx(source: EmailDocument | EmailThemeDocument | string): string {
  if (typeof source === 'string') return source
  return 'content' in source ? toTemplateTsx(source) : toThemeTsx(source)
}

/** The code of a template that renders the same email, for owners who go on in code. */
export function toTemplateTsx(document: EmailDocument): string {
  const names = listVariables(document).filter((name) => !isStandard(name))
  const body = [
    `<Subject value={${textToExpression(document.subject)}} />`,
    `<NotificationCategory value="${document.category}" />`,
    ...(document.preview ? [`<Preview>{${textToExpression(document.preview)}}</Preview>`] : []),
    ...document.content.content.flatMap(toBlock),
  ]
  const used = Object.keys(styles).filter((name) => body.some((line) => line.includes(`styles.${name}`)))
  const components = parts.filter((name) => body.some((line) => line.includes(`<${name}`)))
  return `import { ${components.join(', ')} } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
${names.map((name) => `  '${name}?': 'string | number | boolean',\n`).join('')}})

const styles = {
${used.map((name) => `  ${name}: ${styles[name as keyof typeof styles]},\n`).join('')}} as const

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
${indent(body, 6)}
    </>
  )
}

EmailTemplate.PreviewVariables = {
${names.map((name) => `  ${name}: ${quote(sampleOf(name))},\n`).join('')}} satisfies typeof variablesSchema.infer
`
}

const parts = ['Button', 'Column', 'Heading', 'Hr', 'Img', 'Link', 'Preview', 'Row', 'Text']

const styles = {
  heading: "{ margin: '0 0 16px', fontWeight: 600, fontSize: '20px', lineHeight: '24px' }",
  subheading: "{ margin: '0 0 16px', fontWeight: 600, fontSize: '17px', lineHeight: '24px' }",
  text: "{ margin: '0 0 16px', fontSize: '15px', lineHeight: '24px' }",
  small: "{ margin: '0 0 12px', fontSize: '13px', lineHeight: '20px' }",
  list: "{ margin: '0 0 16px', padding: '0 0 0 24px', fontSize: '15px', lineHeight: '24px' }",
  quote: "{ margin: '0 0 16px', padding: '0 0 0 16px', borderLeft: '3px solid #928d84' }",
  code: "{ margin: '0 0 24px', fontFamily: 'monospace', fontSize: '28px', lineHeight: '32px', letterSpacing: '6px' }",
  button: "{ margin: '8px 0 24px', padding: '12px 20px', fontWeight: 500, fontSize: '15px' }",
  quiet:
    "{ padding: '8px 16px', border: '1px solid #928d84', borderRadius: '8px', fontWeight: 500, fontSize: '13px', color: 'inherit' }",
  link: "{ color: 'inherit', textDecoration: 'underline', wordBreak: 'break-word' }",
  line: "{ borderTop: '1px solid #928d84', margin: '24px 0' }",
  image: "{ maxWidth: '100%', height: 'auto' }",
}

/** Lines of code. */
function toBlock(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
      return wrap('Text', styled(block.attrs?.isSmall ? 'small' : 'text', block.attrs), inlineLines(block.content))
    case 'heading': {
      const { level } = block.attrs
      const start = `Heading as="h${level}"`
      return wrap(start, styled(level === 1 ? 'heading' : 'subheading', block.attrs), inlineLines(block.content))
    }
    case 'codeBlock':
      return wrap('Text', styled('code', block.attrs), inlineLines(block.content))
    case 'bulletList':
    case 'orderedList': {
      const start = block.type === 'orderedList' && block.attrs?.start ? ` start={${block.attrs.start}}` : ''
      const items = block.content.flatMap((item) => wrap('li', '', item.content.flatMap(toBlock)))
      return wrap(block.type === 'bulletList' ? 'ul' : `ol${start}`, styled('list'), items)
    }
    case 'blockquote':
      return wrap('blockquote', styled('quote'), block.content.flatMap(toBlock))
    case 'button':
      return toButton(block)
    case 'image':
      return aligned(block.attrs, toImage(block.attrs))
    case 'horizontalRule':
      return [`<Hr${styled('line')} />`]
    case 'condition': {
      const value = toExpression(block.attrs.variable)
      return [`{${block.attrs.isSet ? value : `!${value}`} && (`, ...wrap('', '', block.content.flatMap(toBlock)), ')}']
    }
    default:
      return wrap(
        'Row',
        '',
        block.content.flatMap((column) =>
          wrap('Column', " style={{ verticalAlign: 'top' }}", column.content.flatMap(toBlock)),
        ),
      )
  }
}

function toButton({ attrs, content }: Extract<Block, { type: 'button' }>): string[] {
  const url = urlToExpression(attrs.href)
  const look = attrs.isQuiet
    ? ' style={styles.quiet} className="quiet-button"'
    : ' style={{ ...styles.button, ...project.buttonStyle }} className="button"'
  const lines = aligned(attrs, wrap('Button', ` href={${url}}${look}`, inlineLines(content), 'Button'))
  // A button without a link is left out.
  return url.startsWith('variables.') ? [`{${url} && (`, ...lines.map((line) => `  ${line}`), ')}'] : lines
}

function toImage({ src, alt, width, href }: Extract<Block, { type: 'image' }>['attrs']): string[] {
  const size = width ? ` width={${width}}` : ''
  const image = `<Img src={${quote(src)}} alt={${textToExpression(alt ?? '')}}${size}${styled('image')} />`
  return href ? wrap('Link', ` href={${urlToExpression(href)}}`, [image]) : [image]
}

interface Alignable {
  alignment?: string | null | undefined
}

function aligned(attrs: Alignable, lines: string[]): string[] {
  const side = attrs.alignment
  return side === 'center' || side === 'right' ? wrap('div', ` style={{ textAlign: '${side}' }}`, lines) : lines
}

function styled(name: keyof typeof styles, attrs?: Alignable): string {
  const side = attrs?.alignment
  const isAligned = side === 'center' || side === 'right'
  return isAligned ? ` style={{ ...styles.${name}, textAlign: '${side}' }}` : ` style={styles.${name}}`
}

function wrap(start: string, attributes: string, lines: string[], end = start.split(' ')[0]): string[] {
  return [`<${start}${attributes}>`, ...lines.map((line) => `  ${line}`), `</${end}>`]
}

/** Each piece of text on its own line; spaces between them are part of the texts. */
function inlineLines(inlines: Inline[] = []): string[] {
  return inlines.map((inline) => {
    const inner = inline.type === 'hardBreak' ? '<br />' : `{${toInline(inline)}}`
    return (inline.marks ?? []).reduceRight((content, mark) => toMark(mark, content), inner)
  })
}

function toInline(inline: Exclude<Inline, { type: 'hardBreak' }>): string {
  return inline.type === 'text' ? quote(inline.text) : toExpression(inline.attrs.name, inline.attrs.fallback)
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' }

function toMark(mark: Mark, content: string): string {
  if (mark.type !== 'link') return `<${tags[mark.type]}>${content}</${tags[mark.type]}>`
  return `<Link href={${urlToExpression(mark.attrs.href)}} style={styles.link}>${content}</Link>`
}

function indent(lines: string[], spaces: number): string {
  return lines.map((line) => `${' '.repeat(spaces)}${line}`).join('\n')
}
