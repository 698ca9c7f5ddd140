import { appInternalsSymbol } from '@latchkey/sdk'
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import type { ClientApp } from '../client-app.ts'

/** Fetched when needed. Where that fails, the page works as before. */
const ImpersonationBanner = lazy<ComponentType>(() =>
  import('./impersonation-banner.tsx').then(
    ({ ImpersonationBanner: Banner }) => ({ default: Banner }),
    () => ({ default: () => null }),
  ),
)

/** Tells project owners who have signed in as a user that they have. */
export function ImpersonationNotice({ app }: { app: ClientApp<true> }) {
  const { subscribe, getSnapshot } = app[appInternalsSymbol].impersonation
  const isImpersonated = useSyncExternalStore(subscribe, getSnapshot, () => false)
  if (!isImpersonated) return null
  return (
    <Suspense fallback={null}>
      <ImpersonationBanner />
    </Suspense>
  )
}
