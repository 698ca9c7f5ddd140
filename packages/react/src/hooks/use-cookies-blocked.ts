import { appInternalsSymbol, areCookiesBlocked } from '@latchkey/sdk'
import { useSyncExternalStore } from 'react'
import type { ClientApp } from '../client-app.ts'

/** Whether the browser blocks the cookies that the app keeps sessions in. */
export function useCookiesBlocked(app: ClientApp<true>): boolean {
  const areBlocked = useSyncExternalStore(
    () => () => {},
    areCookiesBlocked,
    () => false,
  )
  const { tokenStore } = app[appInternalsSymbol].core.options
  return areBlocked && (tokenStore === 'cookie' || tokenStore === 'nextjs-cookie')
}
