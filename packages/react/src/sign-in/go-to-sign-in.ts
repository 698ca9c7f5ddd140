import type { ClientApp } from '../client-app.ts'

/** From a page that makes no sense to come back to: only a destination that was there before goes along. */
export function goToSignIn(app: ClientApp): Promise<void> {
  const hasDestination = new URLSearchParams(globalThis.location?.search).has('after_auth_return_to')
  return app.redirectToSignIn({ noRedirectBack: !hasDestination })
}
