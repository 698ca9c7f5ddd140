import type { Purchase } from './purchase.ts'
import './included-items.css'

export type IncludedItem = Purchase['offer']['included_items'][number]

interface IncludedItemsProps {
  items: readonly IncludedItem[]
  /** Only subscriptions repeat grants and end. */
  isSubscription: boolean
  /** The number of units bought. */
  quantity: number
}

export function IncludedItems({ items, isSubscription, quantity }: IncludedItemsProps) {
  const shown = items.filter((item) => item.quantity > 0)
  if (shown.length === 0) return null
  return (
    <div className="lk-included">
      <p>What you get</p>
      <ul>
        {shown.map((item) => (
          <li key={item.id}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M4.5 10.5l3.5 3.5 7.5-8" />
            </svg>
            <span>
              <strong>
                {(item.quantity * quantity).toLocaleString('en-US')} <bdi>{item.display_name}</bdi>
              </strong>
              {isSubscription && describeRenewal(item)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** For example " every month. Unused ones don’t carry over.". */
function describeRenewal({ repeat, expires }: Pick<IncludedItem, 'repeat' | 'expires'>): string {
  if (repeat === 'never') return expires === 'when-purchase-expires' ? ' while you subscribe' : ''
  const [count, unit] = repeat
  const rhythm = ` every ${count === 1 ? unit : `${count} ${unit}s`}`
  if (expires === 'when-repeated') return `${rhythm}. Unused ones don’t carry over.`
  return expires === 'when-purchase-expires' ? `${rhythm}, while you subscribe` : rhythm
}
