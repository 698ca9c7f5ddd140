import type { AppCore } from '../core/app-core.ts'
import type { SignedIn } from '../core/sign-in.ts'
import type { TokenStore, TokenStoreInit } from '../session/token-store.ts'
import type { CurrentUser } from '../users/users.ts'

const signingUp = new WeakMap<TokenStore, Promise<SignedIn>>()

/** Concurrent calls share the new user, but only those of the same visitor. */
export async function signUpAnonymously(core: AppCore, tokenStore?: TokenStoreInit): Promise<CurrentUser> {
  const store = await core.tokenStores.find(tokenStore)
  const tokens = signingUp.get(store) ?? core.call('POST /auth/anonymous/sign-up')
  signingUp.set(store, tokens)
  try {
    core.startSession(store, await tokens)
  } finally {
    signingUp.delete(store)
  }
  const user = await core.users.of(core.sessionOf(store)).load()
  if (!user) throw new Error('Something went wrong while signing up anonymously')
  return user
}
