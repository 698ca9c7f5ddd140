import type { AppCore } from '../core/app-core.ts'
import { isToken } from '../session/access-token.ts'
import { accountsName, browserCookies } from '../session/cookies.ts'
import type { UserSession } from '../session/session.ts'
import { withTabLock } from '../session/tab-lock.ts'
import { createMemoryStore, type TokenPair, type TokenStore } from '../session/token-store.ts'

// Several accounts in one browser. A cookie lists their refresh tokens; the cookie of the session says which one is
// current. Switching only writes the latter, so that every tab sees either the old account or the new one.

/** Including the current one. Every further one makes the cookie, which is sent with every request, longer. */
export const maxAccounts = 5
const yearSeconds = 31_536_000

/** Another account that is signed in in this browser. */
export interface OtherAccount {
  id: string
  displayName: string | null
  primaryEmail: string | null
  profileImageUrl: string | null
  /** False if the account is no longer signed in here. */
  switchTo(): Promise<boolean>
}

/** Only browsers can switch, and only if one host has the session: a shared one could not be ended everywhere. */
export function canSwitchAccounts({ options: { tokenStore, cookieDomain } }: AppCore): boolean {
  return (tokenStore === 'cookie' || tokenStore === 'nextjs-cookie') && !cookieDomain
}

/** How many other accounts this browser lists, without asking the server. */
export function countOtherAccounts(core: AppCore): number {
  return listOtherTokens(core).length
}

/**
 * The other accounts, as the server describes each of them to its own session. Accounts whose session has ended are
 * removed, and so are further sessions of an account that is listed already.
 */
export async function listOtherAccounts(
  core: AppCore,
  currentId: string,
): Promise<{ accounts: OtherAccount[]; hasLost: boolean }> {
  const tokens = listOtherTokens(core)
  const found = await Promise.all(tokens.map((token) => findUser(core, token)))
  const ids = new Set([currentId])
  const accounts: OtherAccount[] = []
  let hasLost = false
  for (const [index, user] of found.entries()) {
    const token = tokens[index]!
    if (!user || ids.has(user.id)) {
      hasLost ||= !user
      if (user) await endSession(core, parkedSession(core, token))
      await forget(core, token)
      continue
    }
    ids.add(user.id)
    accounts.push({
      id: user.id,
      displayName: user.display_name,
      primaryEmail: user.primary_email,
      profileImageUrl: user.profile_image_url,
      switchTo: () => switchTo(core, token),
    })
  }
  return { accounts, hasLost }
}

/** Lists the current account, so that it stays signed in when another one signs in. */
export async function keepCurrentAccount(core: AppCore): Promise<void> {
  await withTabLock(core.projectId, async () => writeTokenList(core, [...readTokenList(core), currentToken(core)]))
}

/** Makes a session the current one. The account that was current stays signed in if it is listed. */
export async function adoptSession(core: AppCore, tokens: TokenPair): Promise<void> {
  const store = core.tokenStores.of()
  const adopt = async () => store.set(tokens)
  await (store.isShared ? withTabLock(core.projectId, adopt) : adopt())
}

/** The tokens of the app's own session. */
export async function getOwnTokens(core: AppCore): Promise<TokenPair> {
  return core.sessionOf(core.tokenStores.of()).getTokens()
}

async function switchTo(core: AppCore, token: string): Promise<boolean> {
  // Asks the server: an ended session would sign the browser out, and the current account with it.
  if (!(await findUser(core, token))) {
    await forget(core, token)
    return false
  }
  const tokens = await parkedSession(core, token).getTokens()
  const hasSwitched = await withTabLock(core.projectId, async () => {
    const list = readTokenList(core)
    const current = currentToken(core)
    // Another tab may have signed out of all accounts.
    if (!current || !list.includes(token)) return false
    writeTokenList(core, [...list, current])
    core.tokenStores.of().set(tokens)
    return true
  })
  if (hasSwitched) await leavePage(core)
  return hasSwitched
}

/** Ends the session of the current account. Another account becomes the current one, if there is one. */
export async function signOutOfCurrentAccount(core: AppCore): Promise<void> {
  const store = core.tokenStores.of()
  const session = core.sessionOf(store)
  const next = await findNext(core)
  if (!next) return core.signOut(session)
  await endSession(core, session)
  await withTabLock(core.projectId, async () => {
    const token = currentToken(core)
    writeTokenList(
      core,
      readTokenList(core).filter((listed) => listed !== token),
    )
    // Never signed out in between, because other tabs would redirect to the sign-in page.
    store.set(next)
  })
  session.markInvalid()
  await leavePage(core)
}

/** Ends the sessions of all accounts but the given one, for a sign-out. Then there is nobody to switch to. */
export async function endOtherAccounts(core: AppCore, own: UserSession): Promise<void> {
  const current = core.sessionOf(core.tokenStores.of())
  const others = current === own ? listOtherTokens(core) : readTokenList(core)
  for (const token of others) await endSession(core, parkedSession(core, token))
  if (current !== own) current.markInvalid()
}

/** Pages may show data of the account that was current, so the tab continues where a sign-in would lead. */
function leavePage({ redirects }: AppCore): Promise<void> {
  return redirects.to('afterSignIn', { noRedirectBack: true })
}

async function findNext(core: AppCore): Promise<TokenPair | undefined> {
  for (const token of listOtherTokens(core)) {
    if (await findUser(core, token)) return parkedSession(core, token).getTokens()
  }
}

/** Undefined if the session has ended. */
async function findUser(core: AppCore, token: string) {
  const session = parkedSession(core, token)
  await session.getTokens()
  if (session.isInvalid) return
  try {
    return await core.call('GET /users/me', { session })
  } catch (error) {
    if (!session.isInvalid) throw error
  }
}

async function endSession(core: AppCore, session: UserSession): Promise<void> {
  try {
    const { accessToken } = await session.getTokens()
    if (accessToken) await core.call('DELETE /auth/sessions/current', { session })
  } catch (error) {
    if (!session.isInvalid) throw error
  }
}

async function forget(core: AppCore, token: string): Promise<void> {
  await withTabLock(core.projectId, async () =>
    writeTokenList(
      core,
      readTokenList(core).filter((listed) => listed !== token),
    ),
  )
}

const stores = new WeakMap<AppCore, Map<string, TokenStore>>()

/** A session apart from the app's own. Its access token stays in memory. */
function parkedSession(core: AppCore, refreshToken: string): UserSession {
  const known = stores.get(core) ?? new Map<string, TokenStore>()
  stores.set(core, known)
  const store = known.get(refreshToken) ?? createMemoryStore({ accessToken: null, refreshToken })
  known.set(refreshToken, store)
  return core.sessionOf(store)
}

const currentToken = (core: AppCore) => core.tokenStores.of().get().refreshToken

function listOtherTokens(core: AppCore): string[] {
  const current = currentToken(core)
  return current ? readTokenList(core).filter((token) => token !== current) : []
}

function readTokenList({ projectId }: AppCore): string[] {
  const [text = ''] = browserCookies.getAll(accountsName(projectId, browserCookies.isSecure))
  return text.split(' ').filter(isToken).slice(0, maxAccounts)
}

function writeTokenList({ projectId }: AppCore, tokens: (string | null)[]): void {
  const list = [...new Set(tokens.filter(isToken))].slice(-maxAccounts)
  browserCookies.set(accountsName(projectId, browserCookies.isSecure), list.join(' ') || null, yearSeconds)
}
