const linkAttribute = /(\s(?:xlink:)?(?:href|src|action|formaction)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi
const names: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', amp: '&' }

/** Links must not run scripts. */
export function neutralizeLinks(html: string): string {
  return html.replaceAll(linkAttribute, (whole, start: string, value: string) =>
    isScript(value) ? `${start}"#"` : whole,
  )
}

function isScript(value: string): boolean {
  const decoded = value
    .replaceAll(/&#x([0-9a-f]+);?/gi, (_, digits: string) => toCharacter(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d+);?/g, (_, digits: string) => toCharacter(Number(digits)))
    .replaceAll(/&([a-z]+);/gi, (whole, name: string) => names[name.toLowerCase()] ?? whole)
  // Browsers ignore quotes, spaces and control characters before and inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what hides a scheme
  return /^(?:javascript|vbscript|data:text\/html)/i.test(decoded.replaceAll(/["'\u0000-\u0020\u007f-\u009f]/g, ''))
}

function toCharacter(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
