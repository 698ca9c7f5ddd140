import { useCallback, useEffect, useRef, useState } from 'react'
import { type CardForm, type Charge, openCardForm } from './card-form.ts'

interface Options {
  publishableKey: string
  accountId: string
  charge: Charge
}

/** Opens the card form in the ref's element and keeps its amount in sync. */
export function useCardForm({ publishableKey, accountId, charge }: Options) {
  const element = useRef<HTMLDivElement>(null)
  const form = useRef<CardForm>(undefined)
  const latestCharge = useRef(charge)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { cents, isSubscription, isUpperBound } = charge

  useEffect(() => {
    latestCharge.current = { cents, isSubscription, isUpperBound }
    form.current?.update(latestCharge.current)
  }, [cents, isSubscription, isUpperBound])

  /** Returns a function that closes it. */
  const open = useCallback(() => {
    let isClosed = false
    const settle = (state: 'ready' | 'failed') => !isClosed && setState(state)
    setState('loading')
    openCardForm(element.current!, {
      publishableKey,
      accountId,
      charge: latestCharge.current,
      onReady: () => settle('ready'),
      onFailure: () => settle('failed'),
    }).then(
      (opened) => {
        if (isClosed) return opened.destroy()
        form.current = opened
        opened.update(latestCharge.current)
      },
      (error: unknown) => {
        console.error(error)
        settle('failed')
      },
    )
    return () => {
      isClosed = true
      form.current?.destroy()
      form.current = undefined
    }
  }, [publishableKey, accountId])

  const close = useRef(() => {})
  useEffect(() => {
    close.current = open()
    return () => close.current()
  }, [open])

  const retry = () => {
    close.current()
    close.current = open()
  }
  return { element, form, state, retry }
}
