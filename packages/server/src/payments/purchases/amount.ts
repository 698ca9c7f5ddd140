/** The maximum charge of the payment provider. */
export const maxCents = 99_999_999n
/** The minimum charge. */
export const minCents = 50n

/** `12.5` → 1250. A bigint is exact for amounts of any length. */
export function toCents(dollars: string): bigint {
  const [whole = '', fraction = ''] = dollars.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
