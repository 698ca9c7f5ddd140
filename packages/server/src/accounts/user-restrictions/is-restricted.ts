import type { Restriction } from '../users/queries.ts'

/** The restriction that is in force; undefined if there is none or it has ended. */
export function findRestriction(user: { restriction: Restriction | null }, now: Date): Restriction | undefined {
  const { restriction } = user
  const hasEnded = restriction?.until_millis != null && restriction.until_millis <= now.getTime()
  return restriction && !hasEnded ? restriction : undefined
}
