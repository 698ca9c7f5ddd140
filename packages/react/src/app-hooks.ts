import {
  appInternalsSymbol,
  type CacheStore,
  type GetCurrentUserOptions,
  type GetPartialUserOptions,
  type Item,
  type ItemReference,
  type Project,
  type ClientApp as SdkClientApp,
  type TokenPartialUser,
  type TokenStoreInit,
} from '@latchkey/sdk'
import { useSyncExternalStore } from 'react'
import type { CurrentUser } from './customer-hooks.ts'
import { bailOutOnServer, useCached } from './use-cached.ts'

// The hooks as functions of an app. The methods of our ClientApp and the hooks of the context call these.

export type UseUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

export function useUserOf(app: SdkClientApp, options: UseUserOptions = {}): CurrentUser | null {
  bailOutOnServer()
  const internals = app[appInternalsSymbol]
  const { tokenStore } = options
  const store = tokenStore === undefined ? internals.currentUser : internals.currentUserOf(tokenStore)
  // An app with hooks gives them to its users.
  const user = useCached(store) as CurrentUser | null
  if (user && (options.or?.startsWith('anonymous') || !user.isAnonymous)) return user

  if (options.or === 'throw') throw new Error("User is not signed in but useUser was called with { or: 'throw' }")
  if (options.or === 'redirect') throw redirectAndWait(app, store)
  if (options.or === 'anonymous') throw signUpAndWait(app, store, tokenStore)
  return null
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

export function useItemOf(app: SdkClientApp, reference: ItemReference): Item {
  return useCached(app[appInternalsSymbol].item(reference))
}

export function useNavigateOf(app: SdkClientApp): (to: string) => void {
  const { redirectMethod } = app[appInternalsSymbol]
  // biome-ignore lint/correctness/useHookAtTopLevel: an app's redirect method never changes, so neither does the order of hooks
  if (typeof redirectMethod === 'object') return redirectMethod.useNavigate()
  return redirectMethod === 'none' ? stay : assignLocation
}

const stay = () => {}
const assignLocation = (to: string) => globalThis.location.assign(to)

/** Something that components wait for, or the error that it came to. */
type Attempt = { isOver: false; promise: Promise<void> } | { isOver: true; error: unknown }
type Attempts = WeakMap<object, Attempt>

/** React renders what had waited more than once, over as long as it keeps fallbacks on screen, which is 300 ms. */
const momentMillis = 500

const redirects: Attempts = new WeakMap()

/**
 * Sends the person to sign in, once for all components that ask. What they throw settles when the user
 * changes, so that a sign-in in another tab shows the page after all.
 */
function redirectAndWait(app: SdkClientApp, store: CacheStore<unknown>) {
  return attempt(redirects, store, async () => {
    let stop = () => {}
    const changed = new Promise<void>((resolve) => {
      stop = store.subscribe(resolve)
    })
    // Later, because a router must not be moved while React renders.
    await new Promise((resolve) => setTimeout(resolve))
    const redirected = app.redirectToSignIn({ replace: true }).then(() => {
      // A router has moved on by now. If somebody is here again, they need to be sent again.
      return typeof app[appInternalsSymbol].redirectMethod === 'object' ? undefined : changed
    })
    await Promise.race([redirected, changed]).finally(stop)
  })
}

const signUps: Attempts = new WeakMap()

/** Makes an anonymous user, one for all components that ask. They appear when the user is there. */
function signUpAndWait(app: SdkClientApp, store: CacheStore<unknown>, tokenStore: TokenStoreInit | undefined) {
  return attempt(signUps, store, () => app.getUser({ or: 'anonymous', tokenStore }))
}

/**
 * What a component throws that needs the attempt: a promise to wait for, or the error of one that failed. React renders
 * again after a promise that rejects as well, and an error that was not remembered would only be caused anew.
 */
function attempt(attempts: Attempts, store: object, run: () => Promise<unknown>): unknown {
  const known = attempts.get(store)
  if (known) return known.isOver ? known.error : known.promise

  const promise = run().then(
    () => void attempts.delete(store),
    (error: unknown) => {
      attempts.set(store, { isOver: true, error })
      // Told to all who ask in this moment; who tries again later tries for real.
      setTimeout(() => attempts.delete(store), momentMillis)
    },
  )
  attempts.set(store, { isOver: false, promise })
  return promise
}
