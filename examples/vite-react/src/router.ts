import { useSyncExternalStore } from 'react'

/** `/demo/` when served by Latchkey. */
export const base = import.meta.env.BASE_URL

/** A router in twenty lines; any other one works the same way. */
export function navigate(to: string, { replace } = { replace: false }): void {
  const url = new URL(to, location.href)
  if (url.origin !== location.origin) {
    location[replace ? 'replace' : 'assign'](url)
    return
  }
  const isOtherPage = url.pathname !== location.pathname
  history[replace ? 'replaceState' : 'pushState'](null, '', url)
  if (isOtherPage) scrollTo(0, 0)
  dispatchEvent(new PopStateEvent('popstate'))
}

export function useNavigate() {
  return navigate
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

function subscribe(listener: () => void) {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}
