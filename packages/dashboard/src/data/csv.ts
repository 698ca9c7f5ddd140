/** Literal values are read back without removing the formula escape, so they are written without it. */
export type CsvColumns<Row> = readonly (readonly [
  name: string,
  value: (row: Row) => unknown,
  options?: { isLiteral: boolean },
])[]

/** Formats rows as CSV. Only the first part of a file has the header. */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[], { hasHeader = true } = {}): string {
  const lines = rows.map((row) => columns.map(([, value, options]) => toCell(value(row), options)))
  return [...(hasHeader ? [columns.map(([name]) => toCell(name))] : []), ...lines]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
}

/** Spreadsheets run text that starts like a formula. Some of them also accept the full-width characters. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/

function toCell(value: unknown, { isLiteral } = { isLiteral: false }): string {
  if (typeof value === 'number') return String(value)
  const text = value === null || value === undefined ? '' : String(value)
  const harmless = !isLiteral && formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Removes the formula escape that `toCell` adds. */
export function fromCell(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text
}

export function download(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
