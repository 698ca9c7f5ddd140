import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { Message, RetryButton } from '../message.tsx'
import './purchase.css'
import { Checkout } from './checkout.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { DeadLink } from './dead-link.tsx'
import { fetchPurchase, findStartedPurchase, type Purchase } from './purchase.ts'

type State = { purchase: Purchase } | 'loading' | 'dead' | 'tried too often' | 'no answer'

/** Where somebody buys an offer. Whoever has the link may pay; nobody needs to sign in. */
export default function PurchasePage({ fullCode }: { fullCode: string }) {
  const [started] = useState(() => findStartedPurchase(fullCode))
  const [state, setState] = useState<State>(started ?? 'loading')

  const load = useCallback(() => {
    setState('loading')
    fetchPurchase(fullCode).then(
      (purchase) => setState({ purchase }),
      (error: unknown) => setState(describeFailure(error)),
    )
  }, [fullCode])

  useEffect(() => {
    if (!started) load()
  }, [started, load])
  // Who lost the connection sees the page as soon as it is back.
  useEffect(() => {
    if (state !== 'no answer') return
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [state, load])

  if (state === 'loading') return <CheckoutSkeleton />
  if (state === 'dead') return <DeadLink />
  if (state === 'tried too often') {
    return (
      <Message kind="problem" title="This link was opened too often">
        To keep purchases safe, it does not work any more. Go back to where you found it and start again.
      </Message>
    )
  }
  if (state === 'no answer') {
    return (
      <Message kind="problem" title="The server does not answer" action={<RetryButton onClick={load} />}>
        Nothing was charged. Check your connection, then try again.
      </Message>
    )
  }
  return (
    <Checkout fullCode={fullCode} purchase={state.purchase} resumed={started} onDeadLink={() => setState('dead')} />
  )
}

function describeFailure(error: unknown): State {
  if (!(error instanceof ApiError)) return 'no answer'
  return error.code === 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' ? 'tried too often' : 'dead'
}
