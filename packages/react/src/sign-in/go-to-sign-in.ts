import type { ClientApp } from '../client-app.ts'

/** Redirects to sign-in from a page that is no useful destination, so it only passes on an existing one. */
export function goToSignIn(app: ClientApp): Promise<void> {
  const hasDestination = new URLSearchParams(globalThis.location?.search).has('after_auth_return_to')
  return app.redirectToSignIn({ noRedirectBack: !hasDestination })
}
