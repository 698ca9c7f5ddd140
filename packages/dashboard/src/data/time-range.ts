export const rangeNames = ['hour', 'day', 'week', 'month'] as const
export type RangeName = (typeof rangeNames)[number]

/** The period of a list. */
export interface Times {
  range?: RangeName | undefined
  /** Inclusive days such as `2026-03-31`, if no range is chosen. */
  from?: string | undefined
  until?: string | undefined
}
