import type { AppCore } from '../core/app-core.ts'
import { clock } from '../environment/clock.ts'
import { isBrowser } from '../environment/environment.ts'
import { StatusError } from '../errors/errors.ts'
import { hasCode, type KnownErrorOf } from '../errors/known-errors.ts'
import { ok, type Result } from '../errors/result.ts'
import { loadPasskeys } from '../passkey/loading.ts'
import type { PasskeyRegistrationError } from '../passkey/passkey.ts'
import type { UserSession } from '../session/session.ts'
import { createUpdateBody, type SecondFactorRequirement, type UserUpdateOptions } from '../users/users.ts'

/** Pages that only lead somewhere else, so nobody returns to them. */
const passages = [
  'signIn',
  'signUp',
  'signOut',
  'forgotPassword',
  'passwordReset',
  'magicLinkCallback',
  'oauthCallback',
  'error',
] as const

const returnToName = 'after_auth_return_to'

/** Goes to the page for setting up a second factor, which leads back here. Throws if there is none to go to. */
export async function goToSetUp(core: AppCore, refusal: KnownErrorOf<'SECOND_FACTOR_REQUIRED'>): Promise<void> {
  const { redirects } = core
  const { method, urls } = redirects
  if (!isBrowser() || method === 'none') throw refusal
  const here = new URL(location.href)
  const page = new URL(urls.mfa, here)
  if (page.pathname === here.pathname) throw refusal
  const isPassage = passages.some((name) => new URL(urls[name], here).pathname === here.pathname)
  const returnTo = here.searchParams.get(returnToName) ?? (isPassage ? null : here.pathname + here.search + here.hash)
  if (returnTo) page.searchParams.set(returnToName, returnTo)
  const leaving = redirects.go(page.pathname + page.search + page.hash, true)
  // Otherwise the page is about to unload.
  if (typeof method !== 'object') return new Promise(() => {})
  // A router keeps it running, so whoever waits has to know, but not before the other page is shown.
  await Promise.race([leaving, untilShown(page)])
  throw refusal
}

async function untilShown({ pathname }: URL): Promise<void> {
  while (location.pathname !== pathname) await clock.wait(20)
}

export async function getSecondFactorRequirement(core: AppCore): Promise<SecondFactorRequirement | null> {
  const session = await core.findSession()
  try {
    await core.transport.call('GET /users/me', { session })
  } catch (error) {
    if (hasCode(error, 'CANNOT_GET_OWN_USER_WITHOUT_USER')) return null
    if (!hasCode(error, 'SECOND_FACTOR_REQUIRED')) throw error
    const { required_by: requiredBy, display_name: displayName } = error.details
    return { requiredBy, displayName, requiredFrom: null }
  }
  return null
}

export async function setUpSecondFactor(core: AppCore, secret: Uint8Array): Promise<boolean> {
  return enrol(core, await core.findSession(), { totpMultiFactorSecret: secret })
}

export async function setUpPasskeySecondFactor(
  core: AppCore,
  options: { hostname?: string } = {},
): Promise<Result<boolean, PasskeyRegistrationError>> {
  const session = await core.findSession()
  const initiated = core.call('POST /auth/passkey/initiate-passkey-registration', { session })
  const { registerPasskey } = await loadPasskeys(core, initiated)
  const result = await registerPasskey(core, session, initiated, options)
  // What the browser says if the device has one: an earlier attempt may have failed after that.
  const isKnown = result.status === 'error' && (result.error.details as { code?: string }).code === 'InvalidStateError'
  if (result.status === 'error' && !isKnown) return result
  return ok(await enrol(core, session, { passkeyMultiFactorEnabled: true }))
}

/**
 * False if there was nothing to set up anymore. The server refuses the second of two requests at the same time; tabs
 * that ask one after the other take turns, so that none replaces what another has just set up.
 */
async function enrol(core: AppCore, session: UserSession, options: UserUpdateOptions): Promise<boolean> {
  const body = createUpdateBody(options)
  const setUp = async () =>
    (await getSecondFactorRequirement(core)) && core.transport.call('PATCH /users/me', { session, body })
  const { locks } = globalThis.navigator ?? {}
  // Outside of the turn, because a proof of identity may take a while.
  const record = await core
    .withProof(session, () => (locks ? locks.request('latchkey-second-factor', setUp) : setUp()))
    .catch((error: unknown) => {
      if (error instanceof StatusError && error.statusCode === 409) return null
      throw error
    })
  if (!record) return false
  // The next access token no longer says that the second factor is missing.
  const { accessToken } = await session.getTokens(0)
  if (accessToken) session.dropAccessToken(accessToken)
  await core.users.show(session, record)
  return true
}
