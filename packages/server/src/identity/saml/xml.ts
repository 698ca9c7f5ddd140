import { quote, SamlRefused } from './refused.ts'

const maxBytes = 256 * 1024
/**
 * Elements alone, and together with their attributes. Looking for what is signed takes up to a sixth of a millisecond for
 * each element, and no message may take longer than 200; metadata has no such cost.
 */
const limits = { elements: 1_000, nodes: 2_000 }
const limitsOfMetadata = { elements: 10_000, nodes: 10_000 }
const maxDepth = 24
const maxTagLength = 8_192

/** What is read of a base64 form field. */
export function decodeMessage(base64: string): string {
  const compact = base64.length > maxBytes * 2 ? '' : base64.replaceAll(/\s/g, '')
  if (base64.length > maxBytes * 2) throw new SamlRefused('too_large', `The message is larger than ${maxBytes} bytes.`)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SamlRefused('malformed', 'The message is not base64.')
  const bytes = Buffer.from(compact, 'base64')
  if (bytes.length > maxBytes) throw new SamlRefused('too_large', `The message is larger than ${maxBytes} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SamlRefused('malformed', 'The message is not UTF-8.')
  }
}

/** Parses with the parser of the SAML library, so that both see the same document, and refuses what no provider sends. */
export async function parseXml(text: string): Promise<Element> {
  checkText(text, limits)
  return parse(text)
}

/** Metadata is written by people, too, who leave comments. In messages, comments have been used to change names. */
export async function parseMetadata(text: string): Promise<Element> {
  const content = text.length > maxBytes ? text : removeComments(text)
  checkText(content, limitsOfMetadata)
  return parse(content)
}

/** In linear time: a pattern would look for the end of every comment that has none through the whole document. */
function removeComments(text: string): string {
  const kept: string[] = []
  let end = 0
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', end)) {
    kept.push(text.slice(end, start))
    const close = text.indexOf('-->', start + 4)
    if (close === -1) throw new SamlRefused('malformed', 'The document has a comment without an end.')
    end = close + 3
  }
  return kept.join('') + text.slice(end)
}

async function parse(text: string): Promise<Element> {
  const { DOMParser } = await import('@xmldom/xmldom')
  const refuse = (problem: string) => {
    throw new SamlRefused('malformed', `The document is not well-formed XML: ${problem.slice(0, 200)}`)
  }
  const parser = new DOMParser({ locator: {}, errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const root = parser.parseFromString(text, 'text/xml')?.documentElement
  if (!root) throw new SamlRefused('malformed', 'The document has no root element.')
  return root
}

/** In linear time, before a parser sees it. */
function checkText(text: string, limit: typeof limits): void {
  if (Buffer.byteLength(text) > maxBytes) {
    throw new SamlRefused('too_large', `The document is larger than ${maxBytes} bytes.`)
  }
  const content = text.replace(/^\uFEFF?\s*(?:<\?xml\s[^<>?]{0,200}\?>)?/, '')
  if (/<[!?]/.test(content)) {
    throw new SamlRefused(
      'forbidden_markup',
      'The document has a document type, processing instruction, comment or CDATA section. None of them is accepted.',
    )
  }
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/.test(content)) {
    throw new SamlRefused('forbidden_markup', 'The document has an entity that XML does not define.')
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML excludes them.
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(content)) {
    throw new SamlRefused('malformed', 'The document has control characters.')
  }
  checkNesting(content, limit)
}

function checkNesting(content: string, limit: typeof limits): void {
  const tag = /<(\/?)[^<>"']*(?:"[^<"]*"[^<>"']*|'[^<']*'[^<>"']*)*>/y
  let depth = 0
  let elements = 0
  let nodes = 0
  for (let start = content.indexOf('<'); start !== -1; start = content.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = start
    const found = tag.exec(content)
    if (!found) throw new SamlRefused('malformed', 'The document is not well-formed XML.')
    const [whole, slash] = found
    if (slash) depth--
    else {
      elements++
      nodes += whole.split('=').length
      if (!whole.endsWith('/>')) depth++
    }
    if (depth > maxDepth || elements > limit.elements || nodes > limit.nodes || whole.length > maxTagLength) {
      throw new SamlRefused('too_large', 'The document has too many elements, or too many inside of each other.')
    }
  }
}

/** The element itself and all elements in it, in the order of the document. */
export function listElements(root: Element): Element[] {
  const found: Element[] = []
  const visit = (element: Element) => {
    found.push(element)
    for (const child of childElements(element)) visit(child)
  }
  visit(root)
  return found
}

export function childElements(element: Element): Element[] {
  const children: Element[] = []
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1) children.push(node as Element)
  }
  return children
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespace
}

export function childrenNamed(element: Element | undefined, namespace: string, name: string): Element[] {
  return element ? childElements(element).filter((child) => isNamed(child, namespace, name)) : []
}

/** Undefined if there is none. */
export function findChild(element: Element | undefined, namespace: string, name: string): Element | undefined {
  const [first, second] = childrenNamed(element, namespace, name)
  if (second) throw new SamlRefused('malformed', `There is more than one ${name} element where only one may be.`)
  return first
}

/** Empty attributes count as missing. */
export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.getAttribute(name) || undefined
}

/** The text of an element that has nothing but text in it. */
export function textOf(element: Element | undefined): string | undefined {
  if (!element) return undefined
  if (childElements(element).length > 0) {
    throw new SamlRefused('malformed', `The element ${quote(element.localName)} has other elements in it.`)
  }
  return element.textContent?.trim() || undefined
}
