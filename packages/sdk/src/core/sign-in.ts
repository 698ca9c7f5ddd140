import { resultOf } from '../errors/expected-errors.ts'
import { type ErrorCode, hasCode, type KnownErrorOf } from '../errors/known-errors.ts'
import { ok, type Result } from '../errors/result.ts'
import type { UserSession } from '../session/session.ts'
import type { AppCore } from './app-core.ts'

export interface SignedIn {
  access_token: string
  refresh_token: string
  is_new_user?: boolean
}

/** Every sign-in: the session of whoever asks goes along, the new one is kept, and then one goes on to the app. */
export async function signIn<Code extends ErrorCode>(
  core: AppCore,
  codes: Code[],
  ask: (session: UserSession) => Promise<SignedIn>,
  noRedirect = false,
): Promise<Result<undefined, KnownErrorOf<Code>>> {
  const store = await core.tokenStores.find()
  const result = await resultOf(codes, orSecondFactor(core, ask(core.sessionOf(store))))
  if (result.status === 'error') return result
  core.startSession(store, result.data)
  if (!noRedirect) await goOn(core, result.data)
  return ok(undefined)
}

export async function goOn(core: AppCore, { is_new_user }: SignedIn): Promise<void> {
  await core.redirects.to(is_new_user ? 'afterSignUp' : 'afterSignIn', { replace: true })
}

/** Hands over to the page for the second factor where one is asked for. */
export async function orSecondFactor<T>(core: AppCore, signingIn: Promise<T>): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (!hasCode(error, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')) throw error
    globalThis.sessionStorage?.setItem('stack_mfa_attempt_code', error.details.attempt_code)
    const { redirects } = core
    return redirects.leave(redirects.to('mfa'), 'The sign-in needs a second factor.', error)
  }
}
