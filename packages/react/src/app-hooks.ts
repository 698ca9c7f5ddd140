import {
  appInternalsSymbol,
  type CacheStore,
  type CurrentUser,
  type GetCurrentUserOptions,
  type Project,
  type ClientApp as SdkClientApp,
} from '@latchkey/sdk'
import { bailOutOnServer, useCached } from './use-cached.ts'

// The hooks as functions of an app. The methods of our ClientApp and the hooks of the context call these.

export type UseUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

export function useUserOf(app: SdkClientApp, options: UseUserOptions = {}): CurrentUser | null {
  bailOutOnServer()
  const internals = app[appInternalsSymbol]
  const { tokenStore } = options
  const store = tokenStore === undefined ? internals.currentUser : internals.currentUserOf(tokenStore)
  const user = useCached(store)
  const includesAnonymous = options.or === 'anonymous-if-exists[deprecated]'
  if (user && (includesAnonymous || !user.isAnonymous)) return user

  if (options.or === 'throw') throw new Error("User is not signed in but useUser was called with { or: 'throw' }")
  if (options.or === 'redirect') throw redirectAndWait(app, store)
  return null
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
