import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import type { Charge } from './card-form.ts'
import { formatCents, minTotalCents } from './money.ts'
import { paymentFormId } from './payment-form-id.ts'
import {
  isUpperBound,
  type Price,
  type Purchase,
  returnUrlOf,
  type StartedPurchase,
  startPurchase,
} from './purchase.ts'
import { useCardForm } from './use-card-form.ts'
import './card-payment.css'

export interface PaymentProps {
  fullCode: string
  purchase: Purchase
  price: Price
  /** Undefined while the typed quantity is invalid. */
  quantity: number | undefined
  onDeadLink: () => void
}

interface CardPaymentProps extends PaymentProps {
  publishableKey: string
  accountId: string
  started: StartedPurchase | undefined
  onStarted: (started: StartedPurchase) => void
}

export function CardPayment(props: CardPaymentProps) {
  const { publishableKey, accountId, price, quantity = 1 } = props
  const cents = price.cents * quantity
  const charge = { cents, isSubscription: price.interval !== undefined, isUpperBound: isUpperBound(props) }
  const card = useCardForm({ publishableKey, accountId, charge })
  const { pay, isPaying, problem } = usePayment(props, charge, card.form)
  const isTooLittle = cents < minTotalCents

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (card.state === 'ready' && props.quantity !== undefined && !isTooLittle) void pay()
  }
  return (
    <form className="lk-card-form" id={paymentFormId} noValidate onSubmit={onSubmit}>
      <h2>Payment</h2>
      <div className="lk-card-box">
        <div ref={card.element} className="lk-card-element" data-state={card.state} inert={card.state !== 'ready'} />
        {card.state === 'loading' && (
          <div className="lk-skeleton" data-shape="cards" role="status" aria-label="Loading" />
        )}
        {card.state === 'failed' && (
          <div className="lk-card-failed" role="alert">
            <p>The card form couldn't be loaded. Check your connection, and make sure nothing blocks js.stripe.com.</p>
            <button className="lk-button" type="button" data-kind="quiet" onClick={card.retry}>
              Try again
            </button>
          </div>
        )}
      </div>
      <p className="lk-problem" role="alert">
        {isTooLittle ? 'This amount is too small for a card payment.' : problem}
      </p>
      <Button
        type="submit"
        isBusy={isPaying}
        isDisabled={card.state !== 'ready' || props.quantity === undefined || isTooLittle}
      >
        Pay {charge.isUpperBound && 'up to '}
        {props.quantity !== undefined && formatCents(cents)}
      </Button>
      <p className="lk-small">Your card details go directly to Stripe and nowhere else.</p>
      {props.started && (
        <p className="lk-small">The payment has started, so you can't change your selection anymore.</p>
      )}
    </form>
  )
}

/** Runs one payment at a time. Stays busy after success, because the browser navigates away. */
function usePayment(props: CardPaymentProps, charge: Charge, form: ReturnType<typeof useCardForm>['form']) {
  const isUnderWay = useRef(false)
  const [isPaying, setIsPaying] = useState(false)
  const [problem, setProblem] = useState<string>()

  const setUnderWay = (value: boolean) => {
    isUnderWay.current = value
    setIsPaying(value)
  }
  // The back button can restore this page from the cache in its busy state.
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isUnderWay.current = false
      setIsPaying(false)
    }
    addEventListener('pageshow', wakeUp)
    return () => removeEventListener('pageshow', wakeUp)
  }, [])

  const attempt = async (): Promise<string | undefined> => {
    const { fullCode, purchase, price, quantity = 1, onStarted } = props
    const card = form.current
    if (!card) return 'The card form is still loading. Please try again.'
    const invalid = await card.check()
    if (invalid) return invalid
    const choice = { priceId: price.id, quantity }
    const started = props.started ?? (await startPurchase(fullCode, purchase, choice))
    onStarted(started)
    const { clientSecret } = started
    // Switching to a cheaper plan may cost nothing.
    if (!clientSecret) location.assign(returnUrlOf(fullCode, purchase, { redirect_status: 'succeeded' }))
    const failure = clientSecret && (await card.confirm(clientSecret, charge, returnUrlOf(fullCode, purchase)))
    return failure || new Promise(() => {})
  }

  const pay = async () => {
    if (isUnderWay.current) return
    setUnderWay(true)
    setProblem(undefined)
    try {
      setProblem(await attempt())
    } catch (error) {
      if (isDeadLink(error)) return props.onDeadLink()
      setProblem(describeFailure(error))
    }
    setUnderWay(false)
  }
  return { pay, isPaying, problem }
}

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.code?.startsWith('VERIFICATION_CODE_') === true
}

/** API error messages are already written for users. */
export function describeFailure(error: unknown): string {
  console.error(error)
  if (!(error instanceof ApiError)) return "We can't reach the server. Nothing was charged. Please try again."
  if (error.code === 'USER_NOT_FOUND' || error.code === 'TEAM_NOT_FOUND')
    return 'The account this was for no longer exists. Nothing was charged.'
  return error.message
}
