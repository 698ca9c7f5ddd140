import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../../platform/escape-html.ts'
import { renderCodeBlock } from './highlight.ts'

export interface Rendered {
  html: string
  headings: Heading[]
}

interface Heading {
  level: number
  id: string
  title: string
}

/** Renders our own guides. HTML in them is text, and links that lead nowhere are not links. */
export function renderMarkdown(source: string, resolveLink: (target: string) => string | undefined): Rendered {
  const headings: Heading[] = []
  const marked = new Marked({
    tokenizer: { html: nothing, tag: nothing, url: nothing, autolink: nothing },
    renderer: {
      heading({ depth: level, text, tokens }) {
        const title = text.replaceAll('`', '')
        const id = slugOf(text)
        headings.push({ level, id, title })
        const anchor = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(title)}”"></a>`
        // The title of the page needs no link to itself.
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)}${level === 1 ? '' : anchor}</h${level}>\n`
      },
      code: ({ lang = '', text }) => `${renderCodeBlock(lang, text)}\n`,
      codespan: ({ text }) => `<code>${renderName(text)}</code>`,
      paragraph({ tokens }) {
        const content = this.parser.parseInline(tokens)
        return isPicture(tokens) ? content : `<p>${content}</p>\n`
      },
      table({ header, rows }) {
        const render = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(' ')[0]}>`).join('')}</tr>`
        const label = escapeHtml(header.map(({ text }) => text).join(', '))
        return (
          `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>` +
          `<thead>${render(header, 'th scope="col"')}</thead>` +
          `<tbody>${rows.map((row) => render(row, 'td')).join('')}</tbody></table></div>\n`
        )
      },
      link({ href, tokens }) {
        const target = resolveLink(href)
        const content = this.parser.parseInline(tokens)
        return target ? `<a href="${escapeHtml(target)}">${content}</a>` : content
      },
      image({ href, text }) {
        const address = resolveLink(href)
        return address
          ? `<img class="picture" src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy" />\n`
          : ''
      },
    },
  })
  return { html: marked.parse(source, { async: false }), headings }
}

function nothing(): undefined {}

function isPicture(tokens: Token[]): boolean {
  return tokens.length === 1 && tokens[0]!.type === 'image'
}

/** Long names may break after underscores and very long URLs after slashes, so that table cells fit. */
function renderName(code: string): string {
  const escaped = escapeHtml(code)
  if (code.length <= 12) return escaped
  return escaped.replaceAll(code.length > 30 ? /[_/](?=\w)/g : /_(?=\w)/g, '$&<wbr />')
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
