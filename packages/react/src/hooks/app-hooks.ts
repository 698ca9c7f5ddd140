import {
  appInternalsSymbol,
  type CacheStore,
  type GetCurrentUserOptions,
  type GetPartialUserOptions,
  type ItemReference,
  type Project,
  type ClientApp as SdkClientApp,
  type CurrentUser as SdkCurrentUser,
  type TokenPartialUser,
  type TokenStoreInit,
} from '@latchkey/sdk'
import { type Attempts, attempt, runUntilChange } from './attempt.ts'
import { useSyncExternalStore } from './react.ts'
import { bailOutOnServer, useCached } from './use-cached.ts'
import type { CurrentUser } from './user-types.ts'

// The hooks as functions of an app, shared by the methods of our apps and the hooks of the context.

export type UseUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

export function useUserOf(app: SdkClientApp, options: UseUserOptions = {}): CurrentUser | null {
  const store = currentUserOf(app, options)
  return signedInOr(app, options, store, useCached(store))
}

export function currentUserOf(app: SdkClientApp, { tokenStore }: UseUserOptions): CacheStore<SdkCurrentUser | null> {
  const internals = app[appInternalsSymbol]
  return tokenStore === undefined ? internals.currentUser : internals.currentUserOf(tokenStore)
}

/** The user of a store. Applies the option `or` when nobody is signed in. */
export function signedInOr(
  app: SdkClientApp,
  { or, tokenStore, freshWithinSeconds: fresh }: UseUserOptions,
  store: CacheStore<unknown>,
  user: SdkCurrentUser | null,
): CurrentUser | null {
  // Without a user, too, because a component calls the same hooks each time.
  // biome-ignore lint/correctness/useHookAtTopLevel: a component passes the option or does not
  if (fresh) useCached(user?.[appInternalsSymbol].freshness(fresh) ?? store)
  // Users of an app with hooks have hooks too.
  if (user && (or?.startsWith('anonymous') || !user.isAnonymous)) return user as CurrentUser

  if (or === 'throw') throw new Error("User is not signed in but useUser was called with { or: 'throw' }")
  if (or !== 'redirect' && or !== 'anonymous') return null
  // biome-ignore lint/correctness/useHookAtTopLevel: this component throws in any case
  if (or === 'redirect') useRedirectOnServer(app)
  bailOutOnServer()
  throw or === 'redirect' ? redirectAndWait(app, store) : signUpAndWait(app, store, tokenStore)
}

/** Redirects if the framework supports it in components; otherwise the browser redirects. */
function useRedirectOnServer(app: SdkClientApp): void {
  const { redirectMethod, framework } = app[appInternalsSymbol]
  if (typeof window !== 'undefined' || redirectMethod !== 'nextjs' || !framework.redirect) return
  const { signIn } = app.urls
  // biome-ignore lint/correctness/useHookAtTopLevel: the redirect throws, so nothing comes after it
  const query = new URLSearchParams({ after_auth_return_to: framework.useLocation?.() ?? '/' })
  framework.redirect(`${signIn}${signIn.includes('?') ? '&' : '?'}${query}`, { replace: true })
}

/** The user in the access token. Needs no request, so it does not suspend. */
export function usePartialUserOf(app: SdkClientApp, options: GetPartialUserOptions): TokenPartialUser | null {
  bailOutOnServer()
  const { subscribe, getSnapshot } = app[appInternalsSymbol].partialUserOf(options.tokenStore)
  const user = useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
  return user?.isAnonymous && options.or !== 'anonymous' ? null : user
}

export function useProjectOf(app: SdkClientApp): Project {
  return useCached(app[appInternalsSymbol].project)
}

export function useNavigateOf(app: SdkClientApp): (to: string, options?: { replace: boolean }) => void {
  const { redirectMethod, framework } = app[appInternalsSymbol]
  // biome-ignore lint/correctness/useHookAtTopLevel: an app's redirect method never changes, so neither does the order of hooks
  if (typeof redirectMethod === 'object') return redirectMethod.useNavigate()
  // biome-ignore lint/correctness/useHookAtTopLevel: the same
  if (redirectMethod === 'nextjs' && framework.useNavigate) return framework.useNavigate()
  return redirectMethod === 'none' ? stay : assignLocation
}

/** Like `useNavigateOf`, but replaces the current entry of the history. */
export function useReplaceOf(app: SdkClientApp): (to: string) => void {
  const { redirectMethod, framework } = app[appInternalsSymbol]
  const navigate = useNavigateOf(app)
  if (redirectMethod === 'nextjs' && framework.useNavigate) return (to) => navigate(to, { replace: true })
  if (typeof redirectMethod !== 'object') return redirectMethod === 'none' ? stay : replaceLocation
  // The navigation functions of common routers accept this option; others ignore it.
  return (to) => (redirectMethod.navigate ?? navigate)(to, { replace: true })
}

/** The hooks that our `ClientApp` adds to the SDK's. */
export const createClientAppHooks = (app: SdkClientApp) => ({
  useUser: (options?: UseUserOptions) => useUserOf(app, options),
  usePartialUser: (options: GetPartialUserOptions) => usePartialUserOf(app, options),
  useProject: () => useProjectOf(app),
  useItem: (reference: ItemReference) => useCached(app[appInternalsSymbol].item(reference)),
  useNavigate: () => useNavigateOf(app),
})

const stay = () => {}
const replaceLocation = (to: string) => globalThis.location.replace(to)
const assignLocation = (to: string) => globalThis.location.assign(to)

const redirects: Attempts = new WeakMap()

/**
 * Redirects to sign-in, once for all components. The thrown promise settles when the user changes, so that a sign-in in
 * another tab shows the page.
 */
function redirectAndWait(app: SdkClientApp, store: CacheStore<unknown>) {
  const redirect = async (changed: Promise<void>) => {
    // Deferred, because a router must not navigate while React renders.
    await new Promise((resolve) => setTimeout(resolve))
    await app.redirectToSignIn({ replace: true })
    // A router has navigated by now. Users who return to this page must be redirected again.
    if (typeof app[appInternalsSymbol].redirectMethod !== 'object') await changed
  }
  return attempt(redirects, store, () => runUntilChange(store, redirect))
}

const signUps: Attempts = new WeakMap()

/** Creates one anonymous user for all components, which suspend until then. */
function signUpAndWait(app: SdkClientApp, store: CacheStore<unknown>, tokenStore: TokenStoreInit | undefined) {
  return attempt(signUps, store, () => app.getUser({ or: 'anonymous', tokenStore }))
}
