import { useEffect, useState } from 'react'
import { fetchPurchase, findStartedPurchase, forgetStartedPurchase } from './purchase.ts'
import { PurchaseMessage } from './purchase-message.tsx'

/** Stripe redirects here with the result of the payment in the URL. */
export default function ReturnPage() {
  const query = new URLSearchParams(location.search)
  const fullCode = query.get('purchase_full_code') ?? ''
  const status = query.get('redirect_status')
  const isDone = query.get('bypass') === '1' || status === 'succeeded'
  // Paid, so there is nothing to resume.
  useEffect(() => {
    if (isDone) forgetStartedPurchase(fullCode)
  }, [isDone, fullCode])

  if (query.get('bypass') === '1') {
    return (
      <PurchaseMessage kind="done" title="Test purchase completed" fullCode={fullCode}>
        Nothing was charged. The customer has the purchase now.
      </PurchaseMessage>
    )
  }
  switch (status) {
    case 'succeeded':
      return (
        <PurchaseMessage kind="done" title="Thank you" fullCode={fullCode}>
          Your payment went through, and your purchase will be ready in a moment.
        </PurchaseMessage>
      )
    case 'processing':
    case 'pending':
      return (
        <PurchaseMessage kind="waiting" title="Your payment is being processed" fullCode={fullCode}>
          Your bank is still processing it. Your purchase will be ready as soon as that's done. You don't need to wait
          here.
        </PurchaseMessage>
      )
    case 'failed':
    case 'canceled':
    case 'requires_payment_method':
      return <Failed fullCode={fullCode} />
    default:
      return (
        <PurchaseMessage kind="problem" title="We can't tell whether the payment went through" fullCode={fullCode}>
          This page's address is incomplete. If you've paid, you'll get your purchase automatically.
        </PurchaseMessage>
      )
  }
}

function Failed({ fullCode }: { fullCode: string }) {
  const canRetry = useCanRetry(fullCode)
  const retry = canRetry && (
    <a className="lk-button" href={`/dashboard/purchase/${encodeURIComponent(fullCode)}`}>
      Try again
    </a>
  )
  return (
    <PurchaseMessage kind="problem" title="The payment didn't go through" fullCode={fullCode} action={retry}>
      Nothing was charged.{' '}
      {canRetry
        ? 'You can try again, with the same card or another one.'
        : 'Go back to the app and start again, perhaps with another card.'}
    </PurchaseMessage>
  )
}

/** A payment started in this tab can resume. Otherwise the link may still work. Checked once. */
function useCanRetry(fullCode: string): boolean {
  const [canRetry, setCanRetry] = useState(() => findStartedPurchase(fullCode) !== undefined)
  useEffect(() => {
    if (canRetry || !fullCode) return
    fetchPurchase(fullCode).then(
      () => setCanRetry(true),
      () => {},
    )
  }, [canRetry, fullCode])
  return canRetry
}
