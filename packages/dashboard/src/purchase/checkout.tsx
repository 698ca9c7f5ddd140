import { lazy, Suspense, useState } from 'react'
import { ErrorHidden } from '../error-hidden.tsx'
import { settings } from '../settings.ts'
import { CardPayment } from './card-payment.tsx'
import { CheckoutLayout } from './checkout-layout.tsx'
import { maxQuantityOf, parseQuantity } from './money.ts'
import { NoCards } from './no-cards.tsx'
import { Order } from './order.tsx'
import { mayBeOwner } from './owner-cookie.ts'
import { isUpperBound, listPrices, type Price, type Purchase, type StartedPurchase } from './purchase.ts'

const TestMode = lazy(() => import('./test-mode.tsx'))

interface CheckoutProps {
  fullCode: string
  purchase: Purchase
  /** The payment of this purchase has begun before, in this tab. */
  resumed: StartedPurchase | undefined
  onDeadLink: () => void
}

export function Checkout({ fullCode, purchase, resumed, onDeadLink }: CheckoutProps) {
  const prices = listPrices(purchase)
  const [started, setStarted] = useState(resumed)
  const [priceId, setPriceId] = useState(resumed?.priceId ?? prices[0]?.id)
  const [quantityText, setQuantityText] = useState(String(resumed?.quantity ?? 1))
  const price = prices.find(({ id }) => id === priceId)
  const { offer, stripe_account_id: accountId } = purchase

  if (!price || purchase.already_bought_non_stackable) {
    return <CheckoutLayout order={<Order title={offer.display_name} notice={describeNoPayment(purchase)} />} />
  }
  const max = offer.stackable ? maxQuantityOf(price.cents) : 1
  const quantity = parseQuantity(quantityText, max)
  const order = (
    <Order
      title={offer.display_name}
      notice={describeReplacement(purchase, price)}
      terms={{ prices, price, quantity, quantityText, max, isUpperBound: isUpperBound({ purchase, price }) }}
      isStackable={offer.stackable}
      isLocked={started !== undefined}
      onPrice={setPriceId}
      onQuantity={setQuantityText}
    />
  )
  const shared = { fullCode, purchase, price, quantity, onDeadLink }
  const { stripePublishableKey } = settings
  const payment = (
    <>
      {stripePublishableKey && accountId ? (
        <CardPayment
          {...shared}
          publishableKey={stripePublishableKey}
          accountId={accountId}
          started={started}
          onStarted={setStarted}
        />
      ) : (
        <NoCards />
      )}
      {!started && mayBeOwner() && (
        <ErrorHidden>
          <Suspense fallback={null}>
            <TestMode {...shared} />
          </Suspense>
        </ErrorHidden>
      )}
    </>
  )
  return <CheckoutLayout order={order} payment={payment} />
}

function describeNoPayment({ offer, already_bought_non_stackable }: Purchase): string {
  if (already_bought_non_stackable) return 'You already have this. There is nothing to pay.'
  if (Object.keys(offer.prices).length === 0) return 'There is nothing to pay for this.'
  return "This has no price in US dollars yet, so you can't buy it here."
}

function describeReplacement(purchase: Purchase, price: Price): string | undefined {
  const { offer, conflicting_group_offers: replaced } = purchase
  if (replaced.length === 0) return undefined
  const names = new Intl.ListFormat('en').format(replaced.map(({ display_name }) => display_name))
  const credit = isUpperBound({ purchase, price }) ? ' You get credit for the time you have already paid for.' : ''
  return `This replaces ${names}, which ends as soon as ${offer.display_name} starts.${credit}`
}
