/**
 * Which addresses of an account can undo changes to it. A thief with a stolen session can add an address, verify it and
 * make it the primary one, but cannot make it older. So the most senior address decides: the one that the account was
 * created with (or that the app's server has set), and after it the one that was verified first. An address without
 * either is a mere claim and does not count. Only the most senior address, or one of the same age, gets links that undo
 * changes, and a link works only while that is still true. An address that has been removed is outranked by any address
 * of the same age that stayed; but if it is older than all of them, its links still work, because removing it may have
 * been the theft.
 */
export interface RankedAddress {
  value: string
  is_primary: boolean
  is_verified: boolean
  /** For the address that the account was created with. */
  signs_in_unverified: boolean
  created_at: Date | string
  /** Missing in accounts that were remembered before addresses had this time. */
  verified_at?: Date | string | null
}

/** Addresses that are told about a change: the most senior ones, and the primary one, which is the one people read. */
export function listToldAddresses<A extends RankedAddress>(addresses: A[]): A[] {
  return addresses.filter((address) => isKnown(address) && (address.is_primary || mayUndo(address, addresses)))
}

/** Whether an address may undo changes to an account with these addresses. */
export function mayUndo(address: RankedAddress, current: RankedAddress[]): boolean {
  const isOnAccount = current.some((other) => isKnown(other) && other.value === address.value)
  const others = current.filter((other) => isKnown(other) && other.value !== address.value)
  return others.every((other) => rankOf(address) < rankOf(other) || (isOnAccount && rankOf(address) === rankOf(other)))
}

/** Whether it counts as an address of the account. */
export function isKnown(address: Pick<RankedAddress, 'is_verified' | 'signs_in_unverified'>): boolean {
  return address.is_verified || address.signs_in_unverified
}

/** The smaller, the more senior. */
function rankOf(address: RankedAddress): number {
  if (address.signs_in_unverified) return 0
  return new Date(address.verified_at ?? address.created_at).getTime()
}
