import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorHidden } from '../error-hidden.tsx'
import { settings } from '../settings.ts'
import { CardPayment, type PaymentProps } from './card-payment.tsx'
import { CheckoutLayout } from './checkout-layout.tsx'
import { maxQuantityOf, parseQuantity } from './money.ts'
import { NoCards } from './no-cards.tsx'
import { Order } from './order.tsx'
import { mayBeOwner } from './owner-cookie.ts'
import { isUpperBound, listPrices, type Price, type Purchase, type StartedPurchase } from './purchase.ts'
import { WayBack } from './way-back.tsx'

const TestMode = lazy(() => import('./test-mode.tsx'))

interface CheckoutProps {
  fullCode: string
  purchase: Purchase
  /** A payment of this purchase that was started in this tab. */
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
    const order = (
      <>
        <Order title={offer.display_name} included={offer.included_items} notice={describeNoPayment(purchase)} />
        <div className="lk-actions" data-below>
          <WayBack fullCode={fullCode} />
        </div>
      </>
    )
    return <CheckoutLayout fullCode={fullCode} order={order} />
  }
  const max = offer.stackable ? maxQuantityOf(price.cents) : 1
  const quantity = parseQuantity(quantityText, max)
  const order = (
    <Order
      title={offer.display_name}
      included={offer.included_items}
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
  const canTest = !started && mayBeOwner()
  if (!stripePublishableKey || !accountId) {
    const noCards = <NoCards fullCode={fullCode} />
    const payment = canTest ? <OwnersOnly {...shared} isOnlyWay waiting={<Waiting />} otherwise={noCards} /> : noCards
    return <CheckoutLayout fullCode={fullCode} order={order} payment={payment} />
  }
  const payment = (
    <>
      <CardPayment
        {...shared}
        publishableKey={stripePublishableKey}
        accountId={accountId}
        started={started}
        onStarted={setStarted}
      />
      {canTest && <OwnersOnly {...shared} isOnlyWay={false} waiting={null} otherwise={null} />}
    </>
  )
  return <CheckoutLayout fullCode={fullCode} order={order} payment={payment} />
}

interface OwnersOnlyProps extends PaymentProps {
  isOnlyWay: boolean
  waiting: ReactNode
  /** Shown to everyone else. */
  otherwise: ReactNode
}

function OwnersOnly({ otherwise, ...props }: OwnersOnlyProps) {
  return (
    <ErrorHidden>
      <Suspense fallback={props.waiting}>
        <TestMode {...props}>{otherwise}</TestMode>
      </Suspense>
    </ErrorHidden>
  )
}

/** The size of the owner's view. */
function Waiting() {
  return (
    <div role="status" aria-label="Loading">
      <div className="lk-skeleton" data-shape="label" />
      <div className="lk-skeleton" data-shape="cards" />
    </div>
  )
}

function describeNoPayment({ offer, already_bought_non_stackable }: Purchase): string {
  if (already_bought_non_stackable) return 'You already have this, so there is nothing to pay.'
  if (Object.keys(offer.prices).length === 0) return 'This is free.'
  return "You can't buy this here yet."
}

function describeReplacement(purchase: Purchase, price: Price): string | undefined {
  const { offer, conflicting_group_offers: replaced } = purchase
  if (replaced.length === 0) return undefined
  const names = new Intl.ListFormat('en').format(replaced.map(({ display_name }) => display_name))
  const credit = isUpperBound({ purchase, price }) ? ' You get credit for the time you have already paid for.' : ''
  return `This replaces ${names}, which ends as soon as ${offer.display_name} starts.${credit}`
}
