import type { AppCore } from '../core/app-core.ts'
import type { SignedIn } from '../core/sign-in.ts'
import { isBrowser } from '../environment/environment.ts'
import { addTrust, findCookies, trustedName, trustedSeconds } from '../session/trusted-cookie.ts'

/**
 * How to complete a sign-in that requires a second factor.
 * @example await latchkey.signInWithMfa('123456', attemptCode, { trustDevice: true, noRedirect: true })
 */
export interface MfaOptions {
  /** Stays on the page after the sign-in. */
  noRedirect?: boolean | undefined
  /** Not to be asked for the second factor in this browser for 30 days, if the project allows that. */
  trustDevice?: boolean | undefined
}

/** Keeps the token in a cookie. With `httpOnlySessions`, the server of the app has done so, and the answer has none. */
export async function keepTrust<Answer extends SignedIn & { trusted_device?: string | undefined }>(
  { projectId, options }: AppCore,
  answer: Answer,
): Promise<Answer> {
  const cookies = answer.trusted_device && (await findCookies())
  if (cookies) {
    const name = trustedName(projectId, cookies.isSecure)
    const [kept] = cookies.getAll(name)
    cookies.set(name, addTrust(answer.trusted_device!, kept), trustedSeconds, {
      secure: cookies.isSecure,
      // A server action can keep it from scripts, too.
      ...(options.httpOnlySessions && !isBrowser() && { httpOnly: true }),
    })
  }
  return answer
}
