import { type IncludedItem, IncludedItems } from './included-items.tsx'
import { describeInterval, formatCents } from './money.ts'
import { PriceChoices } from './price-choices.tsx'
import type { Price } from './purchase.ts'
import { QuantityField } from './quantity-field.tsx'
import './order.css'

interface Terms {
  prices: Price[]
  price: Price
  /** Undefined while the typed quantity is invalid. */
  quantity: number | undefined
  quantityText: string
  max: number
  /** The amount due today may be lower. */
  isUpperBound: boolean
}

interface OrderProps {
  title: string
  /** A lower level if embedded in another page. */
  titleLevel?: 1 | 3
  included?: readonly IncludedItem[]
  notice?: string | undefined
  /** Absent if there is nothing to pay. */
  terms?: Terms | undefined
  isStackable?: boolean
  /** The payment has started, so its amount is fixed. */
  isLocked?: boolean
  onPrice?: (id: string) => void
  onQuantity?: (text: string) => void
}

/** The offer, its price, the quantity, and the total. */
export function Order(props: OrderProps) {
  const { title, titleLevel = 1, included = [], notice, terms, isStackable = false, isLocked = false } = props
  const Title = `h${titleLevel}` as const
  return (
    <>
      {titleLevel === 1 && <title>{title}</title>}
      <Title>{title}</Title>
      <IncludedItems
        items={included}
        isSubscription={terms?.price.interval !== undefined}
        quantity={terms?.quantity ?? 1}
      />
      {terms && (
        <PriceChoices
          prices={terms.prices}
          chosenId={terms.price.id}
          isLocked={isLocked}
          onChoose={(id) => props.onPrice?.(id)}
        />
      )}
      {terms && isStackable && (
        <QuantityField
          text={terms.quantityText}
          max={terms.max}
          isLocked={isLocked}
          onChange={(text) => props.onQuantity?.(text)}
        />
      )}
      {notice && <p className="lk-notice">{notice}</p>}
      {terms && <Total {...terms} />}
    </>
  )
}

function Total({ price, quantity, isUpperBound }: Terms) {
  const total = quantity === undefined ? undefined : formatCents(price.cents * quantity)
  return (
    <div className="lk-total" aria-live="polite">
      <p>
        {isUpperBound ? 'Due today, up to' : 'Due today'} <strong>{total ?? '–'}</strong>
      </p>
      {price.interval && total && (
        <p className="lk-small">
          Then {total} {describeInterval(price.interval)} until canceled.
        </p>
      )}
    </div>
  )
}
