import { useCallback, useEffect, useRef, useState } from 'react'
import { useReportFailure } from './failures.tsx'

/**
 * Runs an asynchronous action and ignores further clicks while it is pending. A rejection is shown to the user, because
 * no caller handles it.
 */
export function useAction(action: () => unknown): [run: () => void, isBusy: boolean] {
  const reportFailure = useReportFailure()
  const isMounted = useIsMounted()
  const running = useRef(false)
  const [isBusy, setIsBusy] = useState(false)

  const run = async () => {
    if (running.current) return
    running.current = true
    try {
      const result = action()
      if (result instanceof Promise) {
        setIsBusy(true)
        await result
      }
    } catch (error) {
      reportFailure(error)
    } finally {
      running.current = false
      if (isMounted()) setIsBusy(false)
    }
  }
  return [() => void run(), isBusy]
}

export function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useCallback(() => mounted.current, [])
}
