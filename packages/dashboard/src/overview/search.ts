/** The server keeps figures for 31 days. */
export const ranges = [7, 14, 30] as const
export type Range = (typeof ranges)[number]

export function parseOverviewSearch({ days }: Record<string, unknown>): { days?: Range } {
  const range = ranges.find((each) => each === days)
  return range ? { days: range } : {}
}
