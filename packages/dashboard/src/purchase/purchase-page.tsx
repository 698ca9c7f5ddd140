import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { RetryButton } from '../message.tsx'
import { Checkout } from './checkout.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { DeadLink } from './dead-link.tsx'
import { fetchPurchase, findStartedPurchase, type Purchase } from './purchase.ts'
import { PurchaseMessage } from './purchase-message.tsx'
import { rememberWayBack } from './way-back.tsx'

type State = { purchase: Purchase } | 'loading' | 'dead' | 'too many attempts' | 'no response'

/** The page where a customer buys an offer. Anyone with the link can pay without signing in. */
export default function PurchasePage({ fullCode }: { fullCode: string }) {
  const [started] = useState(() => findStartedPurchase(fullCode))
  const [state, setState] = useState<State>(started ?? 'loading')

  const load = useCallback(() => {
    setState('loading')
    fetchPurchase(fullCode).then(
      (purchase) => {
        rememberWayBack(fullCode, purchase)
        setState({ purchase })
      },
      (error: unknown) => setState(describeFailure(error)),
    )
  }, [fullCode])

  useEffect(() => {
    if (!started) load()
  }, [started, load])
  // Reloads as soon as the connection is back.
  useEffect(() => {
    if (state !== 'no response') return
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [state, load])

  if (state === 'loading') return <CheckoutSkeleton fullCode={fullCode} />
  if (state === 'dead') return <DeadLink fullCode={fullCode} />
  if (state === 'too many attempts') {
    return (
      <PurchaseMessage kind="problem" title="This link was opened too many times" fullCode={fullCode}>
        To keep purchases safe, it no longer works. Go back to where you found it and start again.
      </PurchaseMessage>
    )
  }
  if (state === 'no response') {
    return (
      <PurchaseMessage
        kind="problem"
        title="We can't reach the server"
        fullCode={fullCode}
        action={<RetryButton onClick={load} />}
      >
        Nothing was charged. Check your connection, then try again.
      </PurchaseMessage>
    )
  }
  return (
    <Checkout fullCode={fullCode} purchase={state.purchase} resumed={started} onDeadLink={() => setState('dead')} />
  )
}

function describeFailure(error: unknown): State {
  if (!(error instanceof ApiError)) return 'no response'
  return error.code === 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' ? 'too many attempts' : 'dead'
}
