import type { AppCore } from '../core/app-core.ts'
import type { SignedIn } from '../core/sign-in.ts'
import { findCookies, trustedName } from '../session/trusted-cookie.ts'

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

const thirtyDays = 30 * 86_400
/** As many as the server looks at. */
const maxTokens = 5

/** Keeps the token in a cookie. The tokens of other people who use this browser stay; those that have ended drop out. */
export async function keepTrust<Answer extends SignedIn & { trusted_device?: string | undefined }>(
  { projectId }: AppCore,
  answer: Answer,
): Promise<Answer> {
  const cookies = answer.trusted_device && (await findCookies())
  if (cookies) {
    const name = trustedName(projectId, cookies.isSecure)
    const [kept] = cookies.getAll(name)
    const tokens = [answer.trusted_device, ...(kept?.split(' ') ?? [])].slice(0, maxTokens)
    cookies.set(name, tokens.join(' '), thirtyDays, { secure: cookies.isSecure })
  }
  return answer
}
