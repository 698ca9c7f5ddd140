import type { IncludedItem } from './catalog.ts'

/** Such as "every month, replaces what is left". */
export function describeGrant({ repeat, expires }: IncludedItem): string {
  const when = repeat === 'never' ? 'once' : `every ${repeat[0] === 1 ? repeat[1] : `${repeat[0]} ${repeat[1]}s`}`
  const until = {
    never: 'stays for good',
    'when-purchase-expires': 'ends with the paid period',
    'when-repeated': repeat === 'never' ? 'stays for good' : 'replaces what is left',
  }[expires]
  return `${when}, ${until}`
}
