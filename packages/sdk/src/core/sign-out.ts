import { pageCookies } from '../environment/page-cookies.ts'
import { hasCode } from '../errors/known-errors.ts'
import { accountsName } from '../session/cookies.ts'
import type { UserSession } from '../session/session.ts'
import type { AppCore, SignOutOptions } from './app-core.ts'

/** Ends the session, and those of all other accounts of this browser: who signs out on a shared computer means it. */
export async function signOut(core: AppCore, session: UserSession, { redirectUrl }: SignOutOptions): Promise<void> {
  const { redirects, projectId, features } = core
  let leaving: Promise<void> | undefined
  await core.hold.during(async () => {
    try {
      const { accessToken } = await session.getTokens()
      if (accessToken) await core.call('DELETE /auth/sessions/current', { session })
    } catch (error) {
      // If the session has already ended, there is nothing left to do.
      if (!session.isInvalid && !hasCode(error, 'REFRESH_TOKEN_ERROR')) throw error
    }
    if (pageCookies.read().includes(accountsName(projectId, false)))
      await (await features.loadSwitching()).endOtherAccounts(core, session)
    session.markInvalid()
    leaving = redirectUrl ? redirects.go(`${redirectUrl}`, true) : redirects.to('afterSignOut')
    await redirects.settle(leaving)
  })
  await leaving
}
