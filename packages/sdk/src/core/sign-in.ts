import { isBrowser } from '../environment/environment.ts'
import { framework } from '../environment/framework.ts'
import { areCookiesBlocked } from '../environment/page-cookies.ts'
import { resultOf } from '../errors/expected-errors.ts'
import { type CommonCode, type ErrorDetailsOf, hasCode, type KnownErrorOf } from '../errors/known-errors.ts'
import { ok, type Result } from '../errors/result.ts'
import { browserCookies } from '../session/cookies.ts'
import type { UserSession } from '../session/session.ts'
import type { AppCore } from './app-core.ts'

export interface SignedIn {
  access_token: string
  refresh_token: string
  user_id?: string
  is_new_user?: boolean
  is_password_leaked?: boolean | undefined
}

/** Shared by all sign-in methods: sends the current session, stores the new one and redirects to the app. */
export async function signIn<Code extends CommonCode>(
  core: AppCore,
  codes: Code[],
  ask: (session: UserSession) => Promise<SignedIn>,
  noRedirect = false,
): Promise<Result<undefined, KnownErrorOf<Code>>> {
  const store = await core.tokenStores.find()
  if (store.isShared && areCookiesBlocked()) throw new Error('Nobody can sign in while the browser blocks cookies.')
  const result = await resultOf(codes, handleSecondFactor(core, ask(core.sessionOf(store))))
  if (result.status === 'error') return result
  const { data } = result
  core.startSession(store, data)
  // The components offer to change it. Where the storage is blocked, they do not.
  if (data.is_password_leaked) keep('_LATCHKEY.leaked', data.user_id!)
  if (!noRedirect) await redirectAfterSignIn(core, data)
  return ok(undefined)
}

export async function redirectAfterSignIn(core: AppCore, { is_new_user }: SignedIn): Promise<void> {
  await core.redirects.to(is_new_user ? 'afterSignUp' : 'afterSignIn', { replace: true })
}

/** For this tab. False on servers, and if the storage is full or blocked. */
function keep(name: string, value: string): boolean {
  try {
    if (!isBrowser()) return false
    sessionStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}

/**
 * Stores the attempt for the second-factor page. Servers use cookies that expire with the attempt, and so do browsers
 * whose storage is full or blocked.
 */
async function keepAttempt({ attempt_code, methods }: ErrorDetailsOf<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>) {
  // Older servers do not say which methods there are. What an earlier attempt has left must not count then.
  const values = { stack_mfa_attempt_code: attempt_code, stack_mfa_methods: String(methods ?? '') }
  for (const [name, value] of Object.entries(values)) {
    if (keep(name, value)) continue
    if (isBrowser()) browserCookies.set(name, value, 300)
    else (await framework.current.cookies?.())?.set(name, value, 300, { secure: false })
  }
}

/** Redirects to the second-factor page if the sign-in requires one. */
export async function handleSecondFactor<T>(core: AppCore, signingIn: Promise<T>): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (!hasCode(error, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')) throw error
    await keepAttempt(error.details)
    const { redirects } = core
    return redirects.leave(redirects.to('mfa'), 'The sign-in requires a second factor.', error)
  }
}
