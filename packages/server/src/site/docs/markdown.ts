import { escapeHtml } from '../../platform/escape-html.ts'
import { renderCodeBlock } from './highlight.ts'

/**
 * Renders the Markdown that our own guides are written in: headings, paragraphs, lists, tables, quotes, fenced code,
 * pictures, and within a line `code`, **bold**, *emphasis* and [links](to). Everything else is text, and all text is escaped.
 */
export function renderMarkdown(source: string, resolveLink: (target: string) => string | undefined): Rendered {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const inline = (text: string) => renderInline(text, resolveLink)
  const headings: Heading[] = []
  const output: string[] = []

  while (lines.length > 0) {
    const line = lines.shift()!
    const [, hashes, title] = /^(#{1,4}) (.+)$/.exec(line) ?? []
    const fence = /^```\s*(\w*)/.exec(line)
    if (hashes && title) {
      const heading = { level: hashes.length, id: slugOf(title), title: title.replaceAll('`', '') }
      headings.push(heading)
      output.push(renderHeading(heading, inline(title)))
    } else if (fence) {
      const code = takeWhile(lines, (next) => !next.startsWith('```'))
      lines.shift()
      output.push(renderCodeBlock(fence[1] ?? '', code.join('\n')))
    } else if (line.startsWith('|')) {
      output.push(renderTable([line, ...takeWhile(lines, (next) => next.startsWith('|'))], inline))
    } else if (picture.test(line)) {
      const [, description, target] = picture.exec(line)!
      const address = resolveLink(target!)
      if (address) output.push(renderPicture(address, description!))
    } else if (line.startsWith('> ')) {
      const quote = [line, ...takeWhile(lines, (next) => next.startsWith('>'))].map((row) => row.replace(/^> ?/, ''))
      output.push(`<blockquote><p>${inline(quote.join(' '))}</p></blockquote>`)
    } else if (listItem.test(line)) {
      const rows = [line, ...takeWhile(lines, (next) => listItem.test(next) || /^ {2,}\S/.test(next))]
      output.push(renderList(rows, inline))
    } else if (line.trim() !== '') {
      const rest = takeWhile(
        lines,
        (next) => next.trim() !== '' && !/^(#{1,4} |```|\||> )/.test(next) && !listItem.test(next),
      )
      output.push(`<p>${inline([line, ...rest].map((row) => row.trim()).join(' '))}</p>`)
    }
  }
  return { html: output.join('\n'), headings }
}

/** The title of the page needs no link to itself. */
function renderHeading({ level, id, title }: Heading, content: string): string {
  const anchor = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(title)}”"></a>`
  return `<h${level} id="${id}">${content}${level === 1 ? '' : anchor}</h${level}>`
}

export interface Rendered {
  html: string
  headings: Heading[]
}

interface Heading {
  level: number
  id: string
  title: string
}

const picture = /^!\[([^\]]+)\]\(([^)\s]+)\)$/

function renderPicture(address: string, description: string): string {
  return `<img class="picture" src="${escapeHtml(address)}" alt="${escapeHtml(description)}" loading="lazy" />`
}

const listItem = /^(?:[-*]|\d+\.) +/

function takeWhile(lines: string[], isWanted: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !isWanted(line))
  return lines.splice(0, end === -1 ? lines.length : end)
}

function renderTable(rows: string[], inline: (text: string) => string): string {
  const cells = rows.map((row) =>
    row
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
  const [head = [], , ...body] = cells
  const render = (row: string[], tag: string) =>
    row.map((cell) => `<${tag}>${inline(cell)}</${tag.split(' ')[0]}>`).join('')
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(head.join(', '))}"><table>` +
    `<thead><tr>${render(head, 'th scope="col"')}</tr></thead>` +
    `<tbody>${body.map((row) => `<tr>${render(row, 'td')}</tr>`).join('')}</tbody></table></div>`
  )
}

/** One level deep. An indented line goes on with the item above it. */
function renderList(rows: string[], inline: (text: string) => string): string {
  const items: string[] = []
  for (const row of rows) {
    if (listItem.test(row)) items.push(row.replace(listItem, ''))
    else items.push(`${items.pop()} ${row.trim()}`)
  }
  const tag = /^\d/.test(rows[0]!) ? 'ol' : 'ul'
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`
}

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/

function renderInline(text: string, resolveLink: (target: string) => string | undefined): string {
  const match = marks.exec(text)
  if (!match) return escapeHtml(text)
  const [whole, code, bold, emphasized, label, target] = match
  const inner = (part: string) => renderInline(part, resolveLink)
  const href = target && resolveLink(target)
  const marked = code
    ? `<code>${renderName(code)}</code>`
    : bold
      ? `<strong>${inner(bold)}</strong>`
      : emphasized
        ? `<em>${inner(emphasized)}</em>`
        : href
          ? `<a href="${escapeHtml(href)}">${inner(label!)}</a>`
          : inner(label!)
  return escapeHtml(text.slice(0, match.index)) + marked + inner(text.slice(match.index + whole.length))
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
