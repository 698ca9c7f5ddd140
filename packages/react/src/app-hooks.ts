import {
  appInternalsSymbol,
  type CacheStore,
  type CurrentUser,
  type GetCurrentUserOptions,
  type GetPartialUserOptions,
  type Project,
  type ClientApp as SdkClientApp,
  type TokenPartialUser,
  type TokenStoreInit,
} from '@latchkey/sdk'
import { useSyncExternalStore } from 'react'
import { bailOutOnServer, useCached } from './use-cached.ts'

// The hooks as functions of an app. The methods of our ClientApp and the hooks of the context call these.

export type UseUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

export function useUserOf(app: SdkClientApp, options: UseUserOptions = {}): CurrentUser | null {
  bailOutOnServer()
  const internals = app[appInternalsSymbol]
  const { tokenStore } = options
  const store = tokenStore === undefined ? internals.currentUser : internals.currentUserOf(tokenStore)
  const user = useCached(store)
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

export function useNavigateOf(app: SdkClientApp): (to: string) => void {
  const { redirectMethod } = app[appInternalsSymbol]
  // biome-ignore lint/correctness/useHookAtTopLevel: an app's redirect method never changes, so neither does the order of hooks
  if (typeof redirectMethod === 'object') return redirectMethod.useNavigate()
  return redirectMethod === 'none' ? stay : assignLocation
}

const stay = () => {}
const assignLocation = (to: string) => globalThis.location.assign(to)

const redirects = new WeakMap<object, Promise<void>>()

/**
 * Sends the person to sign in, once for all components that ask. What they throw settles when the user
 * changes, so that a sign-in in another tab shows the page after all.
 */
function redirectAndWait(app: SdkClientApp, store: CacheStore<unknown>): Promise<void> {
  const underWay = redirects.get(store)
  if (underWay) return underWay

  const waiting = new Promise<void>((resolve, reject) => {
    const stop = store.subscribe(() => settle(resolve))
    const settle = (then: () => void) => {
      stop()
      redirects.delete(store)
      then()
    }
    // Later, because a router must not be moved while React renders.
    setTimeout(() => {
      app.redirectToSignIn({ replace: true }).then(
        () => {
          // A router has moved on by now. If somebody is here again, they need to be sent again.
          if (typeof app[appInternalsSymbol].redirectMethod === 'object') settle(resolve)
        },
        (error) => settle(() => reject(error)),
      )
    })
  })
  redirects.set(store, waiting)
  return waiting
}

type SignUp = { isOver: false; promise: Promise<void> } | { isOver: true; error: unknown }

const signUps = new WeakMap<object, SignUp>()

/** Makes an anonymous user, one for all components that ask. They appear when the user is there. */
function signUpAndWait(app: SdkClientApp, store: CacheStore<unknown>, tokenStore: TokenStoreInit | undefined) {
  const underWay = signUps.get(store)
  if (underWay?.isOver) {
    // Told to all who ask in this moment; who tries again later tries for real.
    setTimeout(() => signUps.delete(store))
    return underWay.error
  }
  if (underWay) return underWay.promise

  const promise = app.getUser({ or: 'anonymous', tokenStore }).then(
    () => void signUps.delete(store),
    (error: unknown) => void signUps.set(store, { isOver: true, error }),
  )
  signUps.set(store, { isOver: false, promise })
  return promise
}
