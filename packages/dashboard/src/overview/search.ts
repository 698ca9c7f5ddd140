/** In days. The last is a year. */
export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]

export function parseOverviewSearch({ days }: Record<string, unknown>): { days?: Range } {
  const range = ranges.find((each) => each === days)
  return range ? { days: range } : {}
}

export function nameOf(range: Range): string {
  return range === 365 ? '12 months' : `${range} days`
}
