import Papa from 'papaparse'

/** Larger files are better imported by a script, which can resume after an interruption. */
const maxRows = 10_000

export interface FileRow {
  /** Where the row starts in the file, as text editors count. */
  line: number
  cells: readonly string[]
}

export interface FileTable {
  header: readonly string[]
  rows: readonly FileRow[]
}

/** Detects the separator, because spreadsheets in many countries write semicolons. Returns what is wrong as a text. */
export function readTable(text: string): FileTable | string {
  // Blank lines would mislead the detection, but the numbers of the lines below count them.
  const { delimiter } = Papa.parse(text, { skipEmptyLines: 'greedy', preview: 1 }).meta
  let line = 1
  const all = Papa.parse<string[]>(text, { delimiter }).data.map((cells) => {
    const row = { line, cells }
    line += 1 + countLineBreaks(cells)
    return row
  })
  const [header, ...rows] = all.filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (!header || rows.length === 0) return 'The file has no lines after the header.'
  if (rows.length > maxRows) {
    return `The file has ${rows.length.toLocaleString('en')} lines. Split it into files of at most ${maxRows.toLocaleString('en')}.`
  }
  return { header: header.cells, rows }
}

function countLineBreaks(cells: readonly string[]): number {
  return cells.join('').match(/\r\n|\r|\n/g)?.length ?? 0
}
