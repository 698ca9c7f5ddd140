interface Times {
  median: number
  /** The response time on an otherwise idle machine. */
  fastest: number
}

const rounds = 31

/** Alternating, so that both run under the same conditions. */
export async function measurePair(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[Times, Times]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -2; round < rounds; round++) {
    for (const [index, run] of [first, second].entries()) {
      const started = performance.now()
      await run()
      if (round >= 0) times[index]!.push(performance.now() - started)
    }
  }
  return [summarise(times[0]), summarise(times[1])]
}

function summarise(times: number[]): Times {
  const sorted = times.sort((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, fastest: sorted[0]! }
}

export function printRow(name: string, cells: string[]): void {
  console.log([name.padEnd(64), ...cells.map((cell) => cell.padStart(22))].join(' | '))
}

export function printComparison(name: string, [few, many]: [Times, Times]): void {
  printRow(name, [
    `${millis(few.median)} (${millis(few.fastest)})`,
    `${millis(many.median)} (${millis(many.fastest)})`,
    `${(many.median / few.median).toFixed(1)} (${(many.fastest / few.fastest).toFixed(1)})`,
    `${millis(many.median - few.median)} (${millis(many.fastest - few.fastest)})`,
  ])
}

function millis(value: number): string {
  return `${value.toFixed(1)} ms`
}
