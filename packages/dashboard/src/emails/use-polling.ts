import { useEffect } from 'react'
import { useStores } from '../app/owner.ts'

/** Loads what begins with the key again and again, while the page can be seen. */
export function usePolling(key: string, everyMillis: number | undefined): void {
  const { refresh } = useStores()
  useEffect(() => {
    if (!everyMillis) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(key), everyMillis)
    return () => clearInterval(timer)
  }, [refresh, key, everyMillis])
}
