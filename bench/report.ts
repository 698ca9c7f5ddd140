export interface Measurement {
  what: string
  value: number
  unit: string
  target: number
  /** Whether more is better. */
  atLeast: boolean
  detail?: string
}

/** Prints one table that marks missed targets. */
export function printReport(measurements: Measurement[]): void {
  const rows = measurements.map((m) => [
    m.what,
    `${format(m.value)} ${m.unit}`,
    `${m.atLeast ? '≥' : '≤'} ${m.target} ${m.unit}`,
    isMet(m) ? 'met' : 'MISSED',
    m.detail ?? '',
  ])
  const table = [['What', 'Measured', 'Target', '', 'In numbers'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

export function isMet(m: Measurement): boolean {
  return m.atLeast ? m.value >= m.target : m.value <= m.target
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
