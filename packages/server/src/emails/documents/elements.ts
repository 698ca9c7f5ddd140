import { escapeHtml } from '../../platform/escape-html.ts'

/** HTML, as opposed to text. Everything that becomes HTML is escaped here. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Child = Html | string
export type Style = Record<string, string | number | undefined>

interface Attributes {
  style?: Style
  [name: string]: string | number | undefined | Style
}

/** Text is escaped. */
export function join(children: Child[]): Html {
  return new Html(children.map((child) => (child instanceof Html ? child.text : escapeHtml(child))).join(''))
}

const withoutEnd = new Set(['br', 'hr', 'img', 'meta'])

/** Attributes without a value are left out. Names of tags, attributes and properties are never input. */
export function element(tag: string, { style, ...attributes }: Attributes = {}, ...children: Child[]): Html {
  const all = Object.entries({ ...attributes, style: style && toCss(style) })
  const text = all.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
  const start = `<${tag}${text.join('')}>`
  return new Html(withoutEnd.has(tag) ? start : `${start}${join(children).text}</${tag}>`)
}

/** Tables are what email programs lay out reliably. */
export function table(attributes: Attributes, ...cells: Html[]): Html {
  const rest = { role: 'presentation', width: '100%', cellpadding: 0, cellspacing: 0, ...attributes }
  return element('table', rest, element('tr', {}, ...cells))
}

function toCss(style: Style): string {
  return Object.entries(style)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}:${value}`))
    .join(';')
}
