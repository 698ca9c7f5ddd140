import type { IncludedItem } from './catalog.ts'

/** For example "every month, replaces unused". */
export function describeGrant({ repeat, expires }: IncludedItem): string {
  const when = repeat === 'never' ? 'once' : `every ${repeat[0] === 1 ? repeat[1] : `${repeat[0]} ${repeat[1]}s`}`
  const until = {
    never: 'does not expire',
    'when-purchase-expires': 'expires with the paid period',
    'when-repeated': repeat === 'never' ? 'does not expire' : 'replaces unused',
  }[expires]
  return `${when}, ${until}`
}
