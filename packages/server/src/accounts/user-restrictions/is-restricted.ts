import type { RestrictionDetails } from '@latchkey/contract'
import type { Restriction } from '../users/queries.ts'

/** The restriction that is in force; undefined if there is none or it has ended. */
export function findRestriction(user: { restriction: Restriction | null }, now: Date): Restriction | undefined {
  const { restriction } = user
  const hasEnded = restriction?.until_millis != null && restriction.until_millis <= now.getTime()
  return restriction && !hasEnded ? restriction : undefined
}

/** What the user may know about it, which does not include the reason. */
export const toDetails = ({ until_millis, message }: Restriction): RestrictionDetails => ({ until_millis, message })
