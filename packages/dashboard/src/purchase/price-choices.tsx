import { describeInterval, formatCents } from './money.ts'
import { paymentFormId } from './payment-form-id.ts'
import type { Price } from './purchase.ts'
import './price-choices.css'

interface PriceChoicesProps {
  prices: Price[]
  chosenId: string
  isLocked: boolean
  onChoose: (id: string) => void
}

/** Renders no choice for a single price. */
export function PriceChoices({ prices, chosenId, isLocked, onChoose }: PriceChoicesProps) {
  const [first] = prices
  if (prices.length === 1 && first) {
    return (
      <p className="lk-price-alone">
        <PriceText price={first} />
      </p>
    )
  }
  return (
    <fieldset className="lk-prices" disabled={isLocked}>
      <legend>{prices.some(({ interval }) => interval) ? 'Choose a plan' : 'Choose a price'}</legend>
      {prices.map((price) => (
        <label className="lk-price" key={price.id}>
          <input
            type="radio"
            form={paymentFormId}
            name="price"
            value={price.id}
            checked={price.id === chosenId}
            onChange={() => onChoose(price.id)}
          />
          <PriceText price={price} />
        </label>
      ))}
    </fieldset>
  )
}

function PriceText({ price }: { price: Price }) {
  return (
    <>
      <span className="lk-price-amount">{formatCents(price.cents)}</span>{' '}
      <span className="lk-price-rhythm">{price.interval ? describeInterval(price.interval) : 'one-time payment'}</span>
    </>
  )
}
