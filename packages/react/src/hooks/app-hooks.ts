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

// The hooks as functions of an app. The hooks of our apps and those of the context call these.

export type UseUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

export function useUserOf(app: SdkClientApp, options: UseUserOptions = {}): CurrentUser | null {
  const store = currentUserOf(app, options)
  return signedInOr(app, options, store, useCached(store))
}

export function currentUserOf(app: SdkClientApp, { tokenStore }: UseUserOptions): CacheStore<SdkCurrentUser | null> {
  const internals = app[appInternalsSymbol]
  return tokenStore === undefined ? internals.currentUser : internals.currentUserOf(tokenStore)
}

/** The user of such a store, or what the options say for when nobody is signed in. */
export function signedInOr(
  app: SdkClientApp,
  { or, tokenStore }: UseUserOptions,
  store: CacheStore<unknown>,
  user: SdkCurrentUser | null,
): CurrentUser | null {
  // An app with hooks gives them to its users.
  if (user && (or?.startsWith('anonymous') || !user.isAnonymous)) return user as CurrentUser

  if (or === 'throw') throw new Error("User is not signed in but useUser was called with { or: 'throw' }")
  // biome-ignore lint/correctness/useHookAtTopLevel: what comes next throws
  if (or === 'redirect') useRedirectOnServer(app)
  if (or === 'redirect' || or === 'anonymous') bailOutOnServer()
  if (or === 'redirect') throw redirectAndWait(app, store)
  if (or === 'anonymous') throw signUpAndWait(app, store, tokenStore)
  return null
}

/** Where a framework lets components do that; otherwise the browser redirects. */
function useRedirectOnServer(app: SdkClientApp): void {
  const { redirectMethod, framework } = app[appInternalsSymbol]
  if (typeof window !== 'undefined' || redirectMethod !== 'nextjs' || !framework.redirect) return
  const { signIn } = app.urls
  // biome-ignore lint/correctness/useHookAtTopLevel: the redirect throws, so nothing comes after it
  const query = new URLSearchParams({ after_auth_return_to: framework.useLocation?.() ?? '/' })
  framework.redirect(`${signIn}${signIn.includes('?') ? '&' : '?'}${query}`, { replace: true })
}

/** Who the access token says is signed in. It needs no request, so it does not suspend. */
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

/** Like navigating, but the page that is left does not stay in the history. */
export function useReplaceOf(app: SdkClientApp): (to: string) => void {
  const { redirectMethod, framework } = app[appInternalsSymbol]
  const navigate = useNavigateOf(app)
  if (redirectMethod === 'nextjs' && framework.useNavigate) return (to) => navigate(to, { replace: true })
  if (typeof redirectMethod !== 'object') return redirectMethod === 'none' ? stay : replaceLocation
  // Navigation functions of hooks take the same options in the routers that people use, and ignore them in others.
  return (to) => (redirectMethod.navigate ?? navigate)(to, { replace: true })
}

/** What a `ClientApp` with hooks has beyond that of the SDK. */
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
 * Sends the person to sign in, once for all components that ask. What they throw settles when the user
 * changes, so that a sign-in in another tab shows the page after all.
 */
function redirectAndWait(app: SdkClientApp, store: CacheStore<unknown>) {
  const redirect = async (changed: Promise<void>) => {
    // Later, because a router must not be moved while React renders.
    await new Promise((resolve) => setTimeout(resolve))
    await app.redirectToSignIn({ replace: true })
    // A router has moved on by now. If somebody is here again, they need to be sent again.
    if (typeof app[appInternalsSymbol].redirectMethod !== 'object') await changed
  }
  return attempt(redirects, store, () => runUntilChange(store, redirect))
}

const signUps: Attempts = new WeakMap()

/** Makes an anonymous user, one for all components that ask. They appear when the user is there. */
function signUpAndWait(app: SdkClientApp, store: CacheStore<unknown>, tokenStore: TokenStoreInit | undefined) {
  return attempt(signUps, store, () => app.getUser({ or: 'anonymous', tokenStore }))
}
